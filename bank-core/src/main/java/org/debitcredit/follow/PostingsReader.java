package org.debitcredit.follow;

import java.io.IOException;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalFollower;
import org.debitcredit.storage.Closeables;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads the durable transactions of a bank in order, each once. Nothing is kept for it: if retention removes the files
 * that it reads, it continues in the archive, or its cursor has expired. Used by one thread at a time.
 */
public final class PostingsReader implements AutoCloseable {

    private final PostingsFeed feed;
    /** Null while it is paused. */
    private @Nullable JournalFollower follower;
    /** Stands after the last transaction that was returned. */
    private LogPosition cursor;

    /** The durable position up to which the follower reads. */
    private long durable;

    private @Nullable TransactionBatch batch;
    /** After the batch. */
    private LogPosition end;

    /** The next row of the batch. */
    private int row;

    PostingsReader(PostingsFeed feed, PostingsFeed.Opened opened) {
        this.feed = feed;
        this.follower = opened.follower();
        this.cursor = opened.cursor();
        this.end = cursor;
    }

    /**
     * Consecutive transactions of one batch.
     *
     * @param batch valid until the next call of the reader
     * @param fromRow the first one
     * @param toRow the one after the last
     */
    public record Part(TransactionBatch batch, int fromRow, int toRow) {

        public int rows() {
            return toRow - fromRow;
        }

        public long firstPosition() {
            return batch.firstPosition() + fromRow;
        }
    }

    /**
     * The next transactions.
     *
     * @param rowsMax most of them
     * @return null if no later one is durable yet
     * @throws CursorRefused if they were removed
     * @throws IOException if they cannot be read
     * @throws JournalDamage if they are damaged
     */
    public @Nullable Part next(int rowsMax) throws IOException, CursorRefused {
        TransactionBatch current = batch;
        if (current == null || row == current.size()) {
            current = read(follower == null ? opened() : follower);
            batch = current;
            if (current == null) {
                return null;
            }
            row = Math.toIntExact(cursor.position() + 1 - current.firstPosition());
        }
        Part part = new Part(current, row, row + Math.min(current.size() - row, rowsMax));
        row = part.toRow;
        cursor = row == current.size() ? end : end.at(current.firstPosition() + row - 1);
        return part;
    }

    private JournalFollower opened() throws IOException, CursorRefused {
        JournalFollower opened = feed.open(cursor).follower();
        follower = opened;
        return opened;
    }

    private @Nullable TransactionBatch read(JournalFollower from) throws IOException, CursorRefused {
        try {
            return readFurther(from);
        } catch (IOException | JournalDamage e) {
            // Perhaps the files were removed while they were read.
            follower = null;
            Closeables.close(e, from);
            return readFurther(opened());
        }
    }

    /** Asks for the durable position only where the last one is reached: a new one discards what was read ahead. */
    private @Nullable TransactionBatch readFurther(JournalFollower from) throws IOException {
        TransactionBatch next = from.nextInPlace(durable);
        if (next == null) {
            durable = feed.durablePosition();
            next = from.nextInPlace(durable);
        }
        end = from.logPosition();
        return next;
    }

    /**
     * Closes the files. They are opened again with the next transactions. Files that were removed take space on the
     * disk until they are closed.
     */
    public void pause() throws IOException {
        JournalFollower open = follower;
        follower = null;
        batch = null;
        if (open != null) {
            open.close();
        }
    }

    /** The cursor after the last transaction that was returned. */
    public LogPosition cursor() {
        return cursor;
    }

    @Override
    public void close() throws IOException {
        pause();
    }
}
