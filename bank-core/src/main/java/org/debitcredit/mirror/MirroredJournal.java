package org.debitcredit.mirror;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.ToLongFunction;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.storage.MediumLoss;
import org.jspecify.annotations.Nullable;

/**
 * A journal kept twice: the same documents in two journals of either kind on two media, both forced before
 * {@link #force} returns. A copy that fails is never tried again; whether the other goes on without it is for
 * {@link MediumLoss} to say, here {@link MirrorPair}, and it has said so durably before anything is acknowledged.
 */
public final class MirroredJournal implements Journal {

    private final List<Journal> copies;
    private final int chosen;
    private final MediumLoss media;
    private final Executor forcer;

    /** One step on one copy. */
    @FunctionalInterface
    private interface Step {
        void on(Journal copy) throws IOException;
    }

    /**
     * @param copies two, by the numbers of their media
     * @param chosen the copy that is read, as long as it is not lost
     * @param forcer forces the second copy while the caller's thread forces the first; {@code Runnable::run} forces one
     *     after the other
     */
    public MirroredJournal(List<Journal> copies, int chosen, MediumLoss media, Executor forcer) {
        if (copies.size() != 2) {
            throw new IllegalArgumentException("a mirrored journal has two copies, not " + copies.size());
        }
        this.copies = List.copyOf(copies);
        this.chosen = chosen;
        this.media = media;
        this.forcer = forcer;
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
        onEach(copy -> copy.beginEpoch(epoch));
    }

    @Override
    public void append(ByteBuffer document) throws IOException {
        onEach(copy -> copy.append(document.duplicate().order(document.order())));
    }

    private void onEach(Step step) throws IOException {
        Throwable first = failure(0, step);
        settle(first, failure(1, step));
    }

    @Override
    public void force() throws IOException {
        CompletableFuture<@Nullable Throwable> second =
                CompletableFuture.supplyAsync(() -> failure(1, Journal::force), forcer);
        Throwable first = failure(0, Journal::force);
        settle(first, second.join());
    }

    /** Returns once those that failed are on record as lost; not at all when nobody is left. */
    private void settle(@Nullable Throwable first, @Nullable Throwable second) throws IOException {
        if (second instanceof Error error) {
            throw error;
        }
        if (first != null && second != null) {
            IOException both = asIoException(first);
            both.addSuppressed(second);
            throw both;
        }
        if (first != null) {
            media.lost(0, asException(first));
        }
        if (second != null) {
            media.lost(1, asException(second));
        }
    }

    /** An Error is this process's and no medium's: it is thrown, and no medium counts as lost for it. */
    private static Exception asException(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (Exception) failure;
    }

    private static IOException asIoException(Throwable failure) {
        return MediumLoss.asIoException(asException(failure));
    }

    /** Takes one step on a copy that is not lost; answers what went wrong, whatever it is: the other may be under way. */
    private @Nullable Throwable failure(int copy, Step step) {
        if (media.isLost(copy)) {
            return null;
        }
        try {
            step.on(copies.get(copy));
            return null;
        } catch (InternalError e) {
            return new IOException("fault in a mapped file: " + e.getMessage(), e);
        } catch (Throwable e) {
            return e;
        }
    }

    /** {@inheritDoc} A copy that cannot remove them keeps them; it is not lost for that. */
    @Override
    public void removeThrough(long epoch) throws IOException {
        Throwable first = failure(0, copy -> copy.removeThrough(epoch));
        Throwable second = failure(1, copy -> copy.removeThrough(epoch));
        Throwable any = first != null ? first : second;
        if (any != null) {
            throw asIoException(any);
        }
    }

    /** {@inheritDoc} Those of the copy that takes more: each medium has to hold its own. */
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
        onEach(copy -> copy.makeAhead(bytes, epochBytes));
    }

    /** Closes both. What a lost one has to say to that is not news. */
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
            copies.get(copy).close();
            return null;
        } catch (Throwable e) {
            return media.isLost(copy) ? null : e;
        }
    }
}
