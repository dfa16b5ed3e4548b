package org.debitcredit.mirror;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
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
        Exception first = failure(0, step);
        settle(first, failure(1, step));
    }

    @Override
    public void force() throws IOException {
        CompletableFuture<@Nullable Exception> second =
                CompletableFuture.supplyAsync(() -> failure(1, Journal::force), forcer);
        Exception first = failure(0, Journal::force);
        settle(first, second.join());
    }

    /** Returns once those that failed are on record as lost; not at all when nobody is left. */
    private void settle(@Nullable Exception first, @Nullable Exception second) throws IOException {
        if (first != null && second != null) {
            IOException both = MediumLoss.asIoException(first);
            both.addSuppressed(second);
            throw both;
        }
        if (first != null) {
            media.lost(0, first);
        }
        if (second != null) {
            media.lost(1, second);
        }
    }

    /** Takes one step on a copy that is not lost; answers what went wrong. */
    private @Nullable Exception failure(int copy, Step step) {
        if (media.isLost(copy)) {
            return null;
        }
        try {
            step.on(copies.get(copy));
            return null;
        } catch (IOException | RuntimeException e) {
            return e;
        } catch (InternalError e) {
            return new IOException("fault in a mapped file: " + e.getMessage(), e);
        }
    }

    /** {@inheritDoc} A copy that cannot remove them keeps them; it is not lost for that. */
    @Override
    public void removeThrough(long epoch) throws IOException {
        Exception first = failure(0, copy -> copy.removeThrough(epoch));
        Exception second = failure(1, copy -> copy.removeThrough(epoch));
        Exception any = first != null ? first : second;
        if (any != null) {
            throw MediumLoss.asIoException(any);
        }
    }

    /** Closes both. What a lost one has to say to that is not news. */
    @Override
    public void close() throws IOException {
        Exception first = closing(0);
        Exception second = closing(1);
        Exception any = first != null ? first : second;
        if (any != null) {
            throw MediumLoss.asIoException(any);
        }
    }

    private @Nullable Exception closing(int copy) {
        try {
            copies.get(copy).close();
            return null;
        } catch (IOException | RuntimeException e) {
            return media.isLost(copy) ? null : e;
        }
    }
}
