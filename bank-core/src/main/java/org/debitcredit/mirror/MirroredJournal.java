package org.debitcredit.mirror;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.ToLongFunction;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.storage.MediumLoss;
import org.jspecify.annotations.Nullable;

/**
 * A journal kept twice: the same documents in two journals of either kind on two media, both forced, at the same time,
 * before {@link #force} returns. A failed copy is never used again. {@link MediumLoss}, here {@link MirrorPair},
 * decides whether the bank continues on the other, and records this durably before anything is acknowledged.
 *
 * <p>A copy that has not finished a step {@link HangLimit#max} after the other one did counts as failed. While both are
 * busy, it is unknown which one would survive, so the writer waits for both. The first epoch begins without a limit,
 * because forcing the page cache that a killed server left may take minutes.
 */
public final class MirroredJournal implements Journal {

    private static final int COPIES = 2;

    private final List<Journal> copies;
    private final int chosen;
    private final MediumLoss media;
    private final List<MediumCalls> calls;

    /**
     * A document that is being written to both copies. A copy that hangs may still read it when the caller writes the
     * next one.
     */
    private ByteBuffer @Nullable [] staged;

    /** One step on one copy. */
    @FunctionalInterface
    private interface Step {
        void on(int copy) throws IOException;
    }

    /**
     * @param copies two, by the numbers of their media
     * @param chosen the copy from which the journal is read, as long as it is not lost
     * @param calls to each medium
     */
    public MirroredJournal(List<Journal> copies, int chosen, MediumLoss media, List<MediumCalls> calls) {
        if (copies.size() != COPIES || calls.size() != COPIES) {
            throw new IllegalArgumentException("a mirrored journal has two copies, not " + copies.size());
        }
        this.copies = List.copyOf(copies);
        this.chosen = chosen;
        this.media = media;
        this.calls = List.copyOf(calls);
    }

    @Override
    public List<Long> epochs() throws IOException {
        return read().epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return read().read(epoch);
    }

    private Journal read() {
        return copies.get(media.isLost(chosen) ? 1 - chosen : chosen);
    }

    @Override
    public void beginEpoch(long epoch) throws IOException {
        onEach("beginning an epoch of the journal", copy -> copies.get(copy).beginEpoch(epoch));
        calls.forEach(MediumCalls::limitFromNow);
    }

    @Override
    public void append(ByteBuffer document) throws IOException {
        if (isAlone()) {
            onEach("an append to the journal", copy -> copies.get(copy).append(document));
            return;
        }
        ByteBuffer[] each = stage(document);
        onEach("an append to the journal", copy -> copies.get(copy).append(each[copy]));
    }

    private boolean isAlone() {
        return media.isLost(0) || media.isLost(1);
    }

    /** Copies the document, and returns a view of that copy for each side, which reads it at its own pace. */
    private ByteBuffer[] stage(ByteBuffer document) {
        int length = document.remaining();
        ByteBuffer[] each = staged;
        if (each == null || each[0].capacity() < length) {
            ByteBuffer bytes = ByteBuffer.allocateDirect(document.capacity());
            each = new ByteBuffer[] {
                bytes.order(document.order()), bytes.duplicate().order(document.order())
            };
            staged = each;
        }
        each[0].clear().put(0, document, document.position(), length).limit(length);
        each[1].clear().limit(length);
        return each;
    }

    @Override
    public void force() throws IOException {
        onEach("a force of the journal", copy -> copies.get(copy).force());
    }

    /**
     * Executes a step on each copy that is not lost, on both at the same time. Copies that fail are then recorded as
     * lost.
     */
    private void onEach(String what, Step step) throws IOException {
        if (isAlone()) {
            int left = media.isLost(0) ? 1 : 0;
            MediumCall<Boolean> inline = new MediumCall<>(calls.get(left), work(left, step), Thread.currentThread());
            inline.run();
            settle(left == 0 ? inline.failure() : null, left == 1 ? inline.failure() : null);
            return;
        }
        MediumCall<Boolean> first = begin(0, step);
        MediumCall<Boolean> second = begin(1, step);
        int late = await(first, second);
        if (late >= 0) {
            // The document may be read until the call returns.
            staged = null;
        }
        settle(
                late == 0 ? calls.get(0).hung(what) : first.failure(),
                late == 1 ? calls.get(1).hung(what) : second.failure());
    }

    private MediumCall<Boolean> begin(int copy, Step step) {
        return calls.get(copy).begin(work(copy, step));
    }

    private static MediumCalls.Work<Boolean> work(int copy, Step step) {
        return () -> {
            step.on(copy);
            return true;
        };
    }

    /**
     * Waits for both calls, or until one of them is too late.
     *
     * @return the number of the copy that was abandoned; -1 for none
     */
    private int await(MediumCall<?> first, MediumCall<?> second) {
        HangTimer timer = new HangTimer(calls.get(0).limit());
        boolean isOneDone = false;
        while (!first.isDone() || !second.isDone()) {
            if (first.isDone() || second.isDone()) {
                if (!isOneDone) {
                    isOneDone = true;
                    timer.beginAgain();
                }
                int slow = first.isDone() ? 1 : 0;
                if (calls.get(slow).isTooLong(timer) && calls.get(slow).giveUp(slow == 0 ? first : second)) {
                    return slow;
                }
            }
            timer.rest();
        }
        return -1;
    }

    /** Returns once the failed copies are recorded as lost; throws if none is left. */
    private void settle(@Nullable Throwable first, @Nullable Throwable second) throws IOException {
        if (second instanceof Error error) {
            throw error;
        }
        if (first != null && second != null) {
            IOException both = asIoException(first);
            both.addSuppressed(second);
            media.allFailed();
            throw both;
        }
        if (first != null) {
            media.lost(0, asException(first));
        }
        if (second != null) {
            media.lost(1, asException(second));
        }
    }

    /** An Error comes from this process, not from a medium. It is rethrown, and no medium counts as lost. */
    private static Exception asException(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (Exception) failure;
    }

    private static IOException asIoException(Throwable failure) {
        return MediumLoss.asIoException(asException(failure));
    }

    /** {@inheritDoc} If a copy cannot remove them, it keeps them and is not lost. */
    @Override
    public void removeThrough(long epoch) throws IOException {
        Throwable first = removing(0, epoch);
        Throwable second = removing(1, epoch);
        Throwable any = first != null ? first : second;
        if (any != null) {
            throw asIoException(any);
        }
    }

    private @Nullable Throwable removing(int copy, long epoch) {
        if (media.isLost(copy)) {
            return null;
        }
        try {
            calls.get(copy)
                    .callAtLeisure("removing epochs", () -> copies.get(copy).removeThrough(epoch));
            return null;
        } catch (Throwable e) {
            return media.isLost(copy) ? null : e;
        }
    }

    /** {@inheritDoc} The bytes of the larger copy, because each medium has to hold its own. */
    @Override
    public long bytes() {
        return most(Journal::bytes);
    }

    @Override
    public long spareBytes() {
        return most(Journal::spareBytes);
    }

    private long most(ToLongFunction<Journal> bytes) {
        long first = media.isLost(0) ? 0 : bytes.applyAsLong(copies.get(0));
        long second = media.isLost(1) ? 0 : bytes.applyAsLong(copies.get(1));
        return Math.max(first, second);
    }

    @Override
    public void makeAhead(long bytes, long epochBytes) throws IOException {
        for (int copy = 0; copy < copies.size(); copy++) {
            Journal one = copies.get(copy);
            if (!media.isLost(copy)) {
                calls.get(copy).callAtLeisure("creating files in advance", () -> one.makeAhead(bytes, epochBytes));
            }
        }
    }

    /** Closes both. A lost copy that hangs is closed when it responds again, and its failures are ignored. */
    @Override
    public void close() throws IOException {
        Throwable first = closing(0);
        Throwable second = closing(1);
        Throwable any = first != null ? first : second;
        if (any != null) {
            throw asIoException(any);
        }
    }

    private @Nullable Throwable closing(int copy) {
        try {
            calls.get(copy).close("closing the journal", copies.get(copy));
            return null;
        } catch (Throwable e) {
            return media.isLost(copy) ? null : e;
        }
    }
}
