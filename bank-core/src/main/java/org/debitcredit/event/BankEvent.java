package org.debitcredit.event;

import java.util.Objects;
import java.util.function.Consumer;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in a bank, for metrics, logs and health. A consumer is called on the thread that reports the
 * event, so it must be quick.
 */
public sealed interface BankEvent {

    /** Ignores every event. */
    Consumer<BankEvent> IGNORE = event -> {};

    /** Takes the groups to one consumer, and everything else, which is rare, to another. */
    static Consumer<BankEvent> separated(Consumer<GroupCommitted> groups, Consumer<BankEvent> others) {
        return event -> {
            if (event instanceof GroupCommitted group) {
                groups.accept(group);
            } else {
                others.accept(event);
            }
        };
    }

    /**
     * A group was made durable and is about to be answered. A writer reports the same object for every group, so that a
     * group makes no garbage: the object is valid during the call only.
     */
    final class GroupCommitted implements BankEvent {

        private final TransactionBatch batch;
        private int journalBytes;
        private long forceNanos;

        /** @param batch the batch of every group of a writer */
        public GroupCommitted(TransactionBatch batch) {
            this.batch = batch;
        }

        /** The same event for the group that is in the batch now. */
        public GroupCommitted of(int newJournalBytes, long newForceNanos) {
            journalBytes = newJournalBytes;
            forceNanos = newForceNanos;
            return this;
        }

        /** The newly decided transactions. */
        public TransactionBatch batch() {
            return batch;
        }

        /** Length of the document that they were journaled in. */
        public int journalBytes() {
            return journalBytes;
        }

        /** How long the force took. */
        public long forceNanos() {
            return forceNanos;
        }
    }

    /**
     * A failure that may be the lack of memory. Whoever reports it makes the event ahead of time, because the report
     * must not need memory.
     */
    abstract sealed class Fault implements BankEvent {

        private @Nullable Throwable cause;

        /** The same event with this cause. */
        public final BankEvent by(Throwable newCause) {
            cause = newCause;
            return this;
        }

        public final Throwable cause() {
            return Objects.requireNonNull(cause);
        }
    }

    /** The writer stopped for good. */
    final class WriterStopped extends Fault {}

    /** A callback, or a consumer of events, threw an exception. The thread that called it goes on. */
    final class CallbackFailed extends Fault {}

    /**
     * A snapshot, or the removal of what it makes unnecessary, failed. The bank goes on. It is tried again after
     * another interval, and each second while the journal is full.
     */
    final class SnapshotFailed extends Fault {}

    /**
     * The projection has ended, and needs its operator. The journal is kept from where it stood, if at all, up to its
     * backlog's bound only.
     */
    final class ProjectionStopped extends Fault {}

    /**
     * The ledger lacks rows. What touches them is not executed or not read; the writer goes on with everything else.
     */
    record LedgerDamaged(MissingRows missing) implements BankEvent {}

    /** The ledger's database is away, or refuses work. The bank waits for it, and answers nothing meanwhile. */
    record LedgerLost(Throwable cause) implements BankEvent {}

    /** The ledger's database is back and stands where the journal does. */
    record LedgerResumed() implements BankEvent {}

    /**
     * The ledger may keep no more postings one by one, and lets go of the oldest from now on.
     *
     * @param rows that it keeps
     * @param fromPosition of the first transaction that statements tell of now
     */
    record HistoryCut(long rows, long fromPosition) implements BankEvent {}

    /**
     * A snapshot was published.
     *
     * @param place its path
     */
    record SnapshotPublished(Mark start, Mark end, String place) implements BankEvent {}

    /** Recovery passed a snapshot over. */
    record SnapshotPassedOver(String reason) implements BankEvent {}

    /**
     * The journal is full: from now on transactions are refused as busy, until a snapshot has freed some of it.
     * Reported by the thread that finds out, which may be any.
     *
     * @param bytes that it takes
     * @param bytesMax that it may take
     */
    record JournalFull(long bytes, long bytesMax) implements BankEvent {}

    /** The journal is full no more, and transactions are taken again. Any thread. */
    record JournalHasRoom(long bytes, long bytesMax) implements BankEvent {}

    /**
     * The journal is full, and stays so unless its operator does something.
     *
     * @param why null when that is over
     */
    record JournalStaysFull(@Nullable String why) implements BankEvent {}

    /**
     * The archive took more than it may, and its oldest epochs are deleted.
     *
     * @param epoch number of the last one that is deleted
     * @param bytesMax that it may take
     * @param restorableFrom first position that a restore can reach now; -1 for none
     */
    record ArchiveCut(long epoch, long bytesMax, long restorableFrom) implements BankEvent {}

    /**
     * One of the two copies of a mirrored bank failed and is given up; the bank goes on with the other, which says so
     * durably already. From now on the loss of that one loses the bank.
     *
     * @param place directory of the copy that was lost
     */
    record MirrorLost(String place, Throwable cause) implements BankEvent {}

    /**
     * One of the two copies was written anew from the other at the start.
     *
     * @param place its directory
     * @param reason why that had to be
     * @param asidePlace where the one before it stands now; empty when there was none
     */
    record MirrorReplaced(String place, String reason, String asidePlace) implements BankEvent {}

    /**
     * The projection's database or the journal cannot be reached. That is tried again; the journal is kept meanwhile.
     */
    record ProjectionLost(Throwable cause) implements BankEvent {}

    /** Both can be reached again. */
    record ProjectionResumed() implements BankEvent {}
}
