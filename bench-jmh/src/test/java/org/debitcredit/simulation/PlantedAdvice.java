package org.debitcredit.simulation;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.engine.Command;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.engine.SnapshotBoundary;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalFollower;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.transaction.KeyHorizon;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Faults that are woven into one method each. Their code becomes part of the method, so it is kept plain. An advice
 * that throws something itself fails its test, because it plants nothing; without {@code suppress} are only those that
 * are to throw, or that call the bank's code, which may throw.
 */
public final class PlantedAdvice {

    /** The last start position, which a faulty snapshotter uses as the end. */
    public static volatile SnapshotBoundary.@Nullable Answer durable;

    private PlantedAdvice() {}

    static final class AnswersTrue {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Return(readOnly = false) boolean answer) {
            answer = true;
        }
    }

    static final class AnswersFalse {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Return(readOnly = false) boolean answer) {
            answer = false;
        }
    }

    /** Epochs.leadingTo: a restore refuses because of damage after its position. */
    static final class ReadsTheWholeJournal {
        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) JournalSource source, @Advice.Return(readOnly = false) Epochs answer)
                throws IOException {
            answer = Epochs.of(source);
        }
    }

    /** JournalWriter.beginEpoch: there is no batch to repeat. */
    static final class ForgetsLastBatch {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue(value = "hasBatch", readOnly = false) boolean hasBatch) {
            hasBatch = false;
        }
    }

    /** FileJournal.forceInherited: nothing is. */
    static final class ForcesNothing {
        @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }
    }

    /**
     * FillAhead.written: the next zeros begin below the end of what was just written, but spare Chronicle's own pages.
     */
    static final class FillsFromBelow {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(
                @Advice.Argument(0) long end, @Advice.FieldValue(value = "filledTo", readOnly = false) long filledTo) {
            filledTo = Math.max(0, end - 64);
        }
    }

    /** TransactionStateMachine.execute: keys are known before anything is durable. */
    static final class RemembersKeysAtOnce {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(
                @Advice.FieldValue("keys") IdempotencyWindow keys, @Advice.FieldValue("batch") TransactionBatch batch) {
            if (!batch.isEmpty()) {
                keys.remember(batch);
            }
        }
    }

    /** Writer.stop: a group that was rolled back does not stop the bank. */
    static final class GoesOn {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.FieldValue(value = "stoppedBy", readOnly = false) Throwable stoppedBy) {
            stoppedBy = null;
        }
    }

    /** Retention.removeBefore: the newest snapshot's start instead of the older one's. */
    static final class CutsAtTheNewest {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(
                @Advice.Argument(value = 0, readOnly = false) LogPosition older,
                @Advice.FieldValue("starts") java.util.Deque<LogPosition> starts) {
            older = starts.getLast();
        }
    }

    /** Backup.copyInto: the newest durable group is left out. */
    static final class CopiesOneTooFew {
        @Advice.OnMethodEnter
        static void enter(
                @Advice.Argument(0) JournalSource epochs, @Advice.Argument(value = 2, readOnly = false) long through)
                throws IOException {
            through = PlantedAdvice.beforeTheLastGroup(epochs, through);
        }
    }

    public static long beforeTheLastGroup(JournalSource epochs, long through) throws IOException {
        long[] before = {0};
        JournalReader.read(epochs, (batch, logPosition) -> {
            if (batch.lastPosition() <= through) {
                before[0] = batch.firstPosition() - 1;
            }
        });
        return before[0];
    }

    /** RetentionHolds.removeUnless: no reader needs anything. */
    static final class NeedsNothing {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.Argument(value = 0, readOnly = false) boolean isNeeded) {
            isNeeded = false;
        }
    }

    /**
     * Projection.follow: if the database already holds something, the next group is treated as one that it already
     * contains.
     */
    static final class FollowsFromTheNext {
        @Advice.OnMethodExit
        static void exit(
                @Advice.Return(readOnly = false) JournalFollower here,
                @Advice.FieldValue("durablePosition") LongSupplier durablePosition)
                throws IOException {
            if (here.logPosition().position() > 0) {
                here.next(durablePosition.getAsLong());
            }
        }
    }

    /** PostingsReader.cursor: the cursor stands after one transaction more than was returned. */
    static final class NamesTheNext {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) LogPosition cursor) {
            cursor = cursor.position() == 0 ? cursor : cursor.at(cursor.position() + 1);
        }
    }

    /**
     * TransactionEngine.submit: an end log position is answered at once with the last log position known to be durable.
     */
    static final class SkipsTheRing {
        @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.Argument(0) Command command) {
            return PlantedAdvice.answeredAtOnce(command);
        }

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Enter boolean skipped, @Advice.Return(readOnly = false) boolean taken) {
            taken = skipped || taken;
        }
    }

    public static boolean answeredAtOnce(Command command) {
        SnapshotBoundary.Answer known = durable;
        if (!(command instanceof SnapshotBoundary boundary)
                || boundary.kind() != SnapshotBoundary.Kind.END
                || known == null) {
            return false;
        }
        try {
            Method answer = SnapshotBoundary.class.getDeclaredMethod("answer", SnapshotBoundary.Answer.class);
            answer.setAccessible(true);
            answer.invoke(boundary, known);
            return true;
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    /** SnapshotBoundary.answer: what is durable then. */
    static final class NotesTheBoundary {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.Argument(0) SnapshotBoundary.Answer answer) {
            PlantedAdvice.durable = answer;
        }
    }

    /** SegmentReader.document: whatever epoch is found is the one that was asked for. */
    static final class BelievesAnyEpoch {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(
                @Advice.This Object reader,
                @Advice.Argument(0) long at,
                @Advice.Argument(value = 1, readOnly = false) UUID epoch) {
            epoch = PlantedAdvice.epochAt(reader, at, epoch);
        }
    }

    public static UUID epochAt(Object reader, long at, UUID asked) {
        try {
            Method bytes = reader.getClass().getDeclaredMethod("bytes", long.class, int.class);
            bytes.setAccessible(true);
            ByteBuffer header = (ByteBuffer) bytes.invoke(reader, at, 88);
            header.order(ByteOrder.LITTLE_ENDIAN);
            return new UUID(header.getLong(40), header.getLong(48));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            return asked;
        }
    }

    /** JournalReader.continues: a whole document is the next one, wherever it came from. */
    static final class BelievesAnyChain {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Argument(0) ByteBuffer document, @Advice.Return(readOnly = false) boolean continues) {
            continues = continues || PlantedAdvice.isWhole(document);
        }
    }

    public static boolean isWhole(ByteBuffer document) {
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        int length = document.getInt(8);
        if (document.limit() < 88 || length < 88 || length > document.capacity()) {
            return false;
        }
        crc.update(document.duplicate().limit(12).position(0));
        crc.update(document.duplicate().limit(length).position(16));
        return (int) crc.getValue() == document.getInt(12);
    }

    /** SegmentReader.document: what the writer may write is longer than what readers take. */
    static final class RefusesHalfOfTheLongest {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Return(readOnly = false) ByteBuffer document) {
            document = document != null && document.limit() > 8 << 20 ? null : document;
        }
    }

    /** Identification.lostJournal: the bank of the record continues without its journal. */
    static final class GoesOnWithoutAJournal {
        @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(
                @Advice.Argument(0) BankRecord record, @Advice.Return(readOnly = false) BankIdentity identity) {
            identity = record.identity();
        }
    }

    /** KeyReplay.keysFrom: only the new window counts. */
    static final class ForgetsTheWindowBefore {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(
                @Advice.Argument(0) Epochs epochs,
                @Advice.Argument(1) int anchor,
                @Advice.Argument(2) int window,
                @Advice.Return(readOnly = false) long from) {
            from = anchor < 0 ? from : IdempotencyWindow.rememberedFrom(window, epochs.positionBefore(anchor));
        }
    }

    /** KeyReplay.keysFrom: the wider window counts, though it may reach less far back. */
    static final class TakesTheWiderWindow {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(
                @Advice.Argument(0) Epochs epochs,
                @Advice.Argument(1) int anchor,
                @Advice.Argument(2) int window,
                @Advice.Return(readOnly = false) long from) {
            KeyHorizon horizon = anchor < 0 ? null : epochs.keyHorizon(anchor);
            from = horizon == null
                    ? from
                    : IdempotencyWindow.rememberedFrom(
                            Math.max(window, horizon.window()), epochs.positionBefore(anchor));
        }
    }

    /** RecordCheck.lost: nothing ever is. */
    static final class AnswersNull {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object answer) {
            answer = null;
        }
    }

    /** An Error ends the thread that meets it. */
    static final class EndsTheThread {
        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(0) Throwable cause) {
            if (cause instanceof Error && !cause.getClass().getName().endsWith("ProcessDeath")) {
                throw (Error) cause;
            }
        }
    }

    /** IdempotencyWindow.replay: once anything is forgotten, the bank's clock counts as a key's time. */
    static final class ForgetsByTheClock {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This IdempotencyWindow keys, @Advice.Argument(0) TransactionBatch batch) {
            if (batch.firstPosition() > 2L * keys.size()) {
                keys.forgotten(batch.timestampMicros() / 1_000, batch.firstPosition());
            }
        }
    }

    /** BankClock.follow: wherever the system's clock is set, the bank's is at once. */
    static final class FollowsAtOnce {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(
                @Advice.Argument(0) long wall, @Advice.FieldValue(value = "micros", readOnly = false) long micros) {
            micros = Math.max(micros, wall);
        }
    }

    /** BankClock.follow: back, too. */
    static final class FollowsBack {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(
                @Advice.Argument(0) long wall, @Advice.FieldValue(value = "micros", readOnly = false) long micros) {
            micros = Math.min(micros, wall);
        }
    }

    /** ForgottenTimes.through: any client's time expires everybody's keys. */
    static final class OneTimeForAll {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.This Object times, @Advice.Return(readOnly = false) long through) {
            through = PlantedAdvice.latest(times, through);
        }
    }

    public static long latest(Object times, long through) {
        try {
            Method latest = times.getClass().getDeclaredMethod("latest");
            latest.setAccessible(true);
            return Math.max(through, (long) latest.invoke(times));
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An advice with a mistake. */
    static final class Fails {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter() {
            throw new IllegalStateException("a mistake in the advice");
        }
    }

    /** ContentDigest.of: every content is the same. */
    static final class AnswersZero {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Return(readOnly = false) long answer) {
            answer = 0;
        }
    }

    /** Reversals.inverse: what was performed does not stay. */
    static final class TakesBackTheWhole {
        @Advice.OnMethodExit
        static void exit(
                @Advice.This Reversals reversals,
                @Advice.Argument(0) int entry,
                @Advice.Return(readOnly = false) long inverse) {
            inverse = -Reversal.postedBy(reversals.originalType(entry), reversals.originalAmount(entry));
        }
    }

    /** IdempotencyWindow.find: a transaction that was reversed before it arrived is not known. */
    static final class FindsNoTombstone {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object known) {
            known = PlantedAdvice.isTombstone(known) ? null : known;
        }
    }

    /** Whether what a key is known by is a tombstone. Called by woven code. */
    public static boolean isTombstone(@Nullable Object known) {
        try {
            if (known == null) {
                return false;
            }
            Method outcome = known.getClass().getDeclaredMethod("outcomeCode");
            outcome.setAccessible(true);
            return outcome.invoke(known).equals(Refusal.REVERSED.code());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** OwningBank.keyHorizon: the window is on record, and nothing of what it has forgotten. */
    static final class RecordsNothingForgotten {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Return(readOnly = false) KeyHorizon horizon) {
            horizon = new KeyHorizon(
                    horizon.window(),
                    KeyHorizon.NOTHING,
                    List.of(),
                    KeyHorizon.Lowered.NEVER,
                    KeyHorizon.UNKNOWN,
                    KeyHorizon.NOTHING);
        }
    }

    /** MirrorRecord.write: it is not recorded that the bank continues on one copy alone. */
    static final class ForgetsThatItIsAlone {
        @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.This Object record) {
            return record.toString().contains("state=ALONE");
        }
    }

    /** MirroredJournal.work: the second copy is left out. */
    static final class LeavesOutTheSecond {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(
                @Advice.Argument(0) int copy,
                @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object work) {
            work = copy == 1 ? PlantedAdvice.doingNothing(work) : work;
        }
    }

    public static Object doingNothing(Object work) {
        Class<?>[] type = work.getClass().getInterfaces();
        return Proxy.newProxyInstance(type[0].getClassLoader(), type, (proxy, method, arguments) -> true);
    }

    /** LoneCopy.of: both copies have the same generation, for as long as they are mirrored. */
    static final class NumbersByGeneration {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(
                @Advice.Argument(0) @Nullable MirrorRecord record, @Advice.Return(readOnly = false) LoneCopy answer) {
            answer = new LoneCopy(record == null ? 0 : record.generation());
        }
    }

    /** Reconciliation.good: the worse copy. */
    static final class TakesTheOther {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Return(readOnly = false) int good) {
            good = 1 - good;
        }
    }

    /** TransactionEngine.onEvent: one transaction too many counts as in flight permanently. */
    static final class CountsOneTooMany {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.FieldValue("batchedInFlight") AtomicInteger batchedInFlight) {
            batchedInFlight.incrementAndGet();
        }
    }

    /** Snapshotter.takeRequests: nobody waits. */
    static final class AnswersNobody {
        @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }

        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(@Advice.Return(readOnly = false) List<?> answer) {
            answer = List.of();
        }
    }

    /** Writer.stop: the submissions that wait are forgotten. */
    static final class ForgetsWaitingSubmissions {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("submissions") List<?> submissions) {
            submissions.clear();
        }
    }
}
