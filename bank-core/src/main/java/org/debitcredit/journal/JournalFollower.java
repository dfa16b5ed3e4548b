package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.debitcredit.storage.Closeables;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal from a log position on while it is written, up to the durable position, epoch after epoch, and checks
 * every link. Nothing after that position is read, because it may be incomplete. The caller must ensure that the epochs
 * from the log position on are not removed.
 */
public final class JournalFollower implements AutoCloseable {

    private final JournalSource journal;
    private final CRC32C crc = new CRC32C();

    /** The epochs of the history when they were last read. */
    private Epochs epochs;

    private Epochs.Start start;
    /** The next epoch, once there is one. Its header says where this one ends. */
    private Epochs.@Nullable Start child;

    private DocumentSource source;
    /** The batch that contains the log position at which reading begins; null if none does, or once it is returned. */
    private @Nullable TransactionBatch containing;

    private TransactionBatch reused = new TransactionBatch(0);
    private long sequence;
    private int chain;
    private long position;
    private long lookedThrough;

    private JournalFollower(JournalSource journal, Epochs epochs, int index) throws IOException {
        this.journal = journal;
        this.epochs = epochs;
        start = epochs.start(index);
        child = epochs.childOf(start.number());
        position = start.header().parentPosition();
        source = journal.read(start.number());
    }

    /**
     * Opens a journal for reading after a log position.
     *
     * @return null if the journal does not contain the log position
     */
    public static @Nullable JournalFollower at(JournalSource journal, LogPosition logPosition) throws IOException {
        Epochs epochs = Epochs.of(journal);
        int index = epochs.holding(logPosition);
        if (index < 0) {
            return null;
        }
        JournalFollower follower = new JournalFollower(journal, epochs, index);
        try {
            if (logPosition.epoch().equals(LogPosition.NO_EPOCH) || follower.reaches(logPosition, false)) {
                return follower;
            }
        } catch (IOException | RuntimeException e) {
            Closeables.close(e, follower);
            throw e;
        }
        follower.close();
        return null;
    }

    /**
     * Opens a journal for reading after a log position, which may be {@linkplain LogPosition#at inside} a document. The
     * whole batch of that document is then returned first.
     *
     * @param epochs of the journal
     * @param index of the epoch that has the log position's id
     * @return null if the journal does not contain the log position
     */
    public static @Nullable JournalFollower around(
            JournalSource journal, Epochs epochs, int index, LogPosition logPosition) throws IOException {
        JournalFollower follower = new JournalFollower(journal, epochs, index);
        try {
            if (follower.reaches(logPosition, true)) {
                return follower;
            }
        } catch (IOException | RuntimeException e) {
            Closeables.close(e, follower);
            throw e;
        }
        follower.close();
        return null;
    }

    /**
     * Opens a journal for reading from the beginning of an epoch.
     *
     * @param epochs of the journal
     */
    public static JournalFollower from(JournalSource journal, Epochs epochs, int index) throws IOException {
        return new JournalFollower(journal, epochs, index);
    }

    private boolean reaches(LogPosition logPosition, boolean mayBeInside) throws IOException {
        while (position <= logPosition.position()) {
            if (logPosition.equals(logPosition())) {
                return true;
            }
            long before = position;
            ByteBuffer document = nextOfEpoch();
            TransactionBatch copy = document == null ? takeFromChild() : null;
            if (document != null) {
                take(document);
            } else if (copy == null) {
                return false;
            }
            if (mayBeInside && before < logPosition.position() && isInside(logPosition)) {
                containing = document == null ? copy : BatchDocument.decode(document);
                return true;
            }
        }
        return false;
    }

    /** Whether a log position that comes after the previous document is inside the document that was taken last. */
    private boolean isInside(LogPosition logPosition) {
        return logPosition.position() < position
                && logPosition.equals(logPosition().at(logPosition.position()));
    }

    /**
     * The next batch.
     *
     * @param durable the last batch that is on the medium ends at this position; no batch after it is returned
     * @return null if there is none up to that position
     * @throws JournalDamage if what is durable cannot be read
     */
    public @Nullable TransactionBatch next(long durable) throws IOException {
        reused = new TransactionBatch(0);
        return nextInPlace(durable);
    }

    /**
     * The same without a new batch for each document.
     *
     * @return valid until the next call
     */
    public @Nullable TransactionBatch nextInPlace(long durable) throws IOException {
        TransactionBatch first = containing;
        if (first != null) {
            containing = null;
            return first;
        }
        if (durable != lookedThrough) {
            source.refresh();
            lookedThrough = durable;
        }
        while (position < durable) {
            ByteBuffer document = nextOfEpoch();
            if (document == null) {
                TransactionBatch copy = beginChild();
                if (copy != null) {
                    return copy;
                }
            } else if (take(document)) {
                reused = BatchDocument.decode(document, reused);
                return reused;
            }
        }
        return null;
    }

    /** Passes over the batches up to a position that is durable and at which one ends. */
    public void skipThrough(long durable) throws IOException {
        while (position < durable) {
            ByteBuffer document = nextOfEpoch();
            if (document == null) {
                beginChild();
            } else {
                take(document);
            }
        }
    }

    /** The bank's log position after the batch that was returned last. */
    public LogPosition logPosition() {
        return new LogPosition(start.header().identity().id(), start.header().epoch(), position, chain);
    }

    /** Null at the end of the epoch: at its child's cut, or where no document continues what was read. */
    private @Nullable ByteBuffer nextOfEpoch() throws IOException {
        if (child != null && sequence >= child.header().parentSequence()) {
            return null;
        }
        ByteBuffer document = source.next();
        return document != null && continues(document) ? document : null;
    }

    private boolean continues(ByteBuffer document) {
        return DocumentLayout.continues(document, source, crc, start.header().epoch(), sequence, chain);
    }

    /** Takes the next document; returns whether it is a batch of this epoch. */
    private boolean take(ByteBuffer document) {
        sequence++;
        chain = document.getInt(DocumentLayout.CRC_AT);
        if (document.getShort(DocumentLayout.KIND_AT) != DocumentLayout.KIND_BATCH) {
            return false;
        }
        long first = document.getLong(DocumentLayout.FIRST_POSITION_AT);
        if (first != position + 1) {
            throw damage("a batch starts at position " + first);
        }
        position += document.getInt(DocumentLayout.COUNT_AT);
        return true;
    }

    /** Continues with the next epoch. Returns this epoch's last batch if only the next one has it. */
    private @Nullable TransactionBatch beginChild() throws IOException {
        Epochs.Start begun = child == null ? newest() : child;
        if (begun == null) {
            throw damage("no document follows it, although later positions are durable");
        }
        child = begun;
        TransactionBatch copy = takeFromChild();
        if (copy != null) {
            return copy;
        }
        EpochHeader header = begun.header();
        if (header.parentSequence() != sequence || header.parentPosition() != position || header.parentCrc() != chain) {
            throw damage("epoch " + begun.number() + " continues document " + header.parentSequence() + " (position "
                    + header.parentPosition() + ")");
        }
        DocumentSource ended = source;
        source = journal.read(begun.number());
        ended.close();
        start = begun;
        child = epochs.childOf(begun.number());
        sequence = 0;
        chain = 0;
        return null;
    }

    /**
     * Looks for the child again, among the epochs that are still to be read. There may be many earlier ones, and they
     * may have been removed.
     */
    private Epochs.@Nullable Start newest() throws IOException {
        long from = start.number();
        epochs = Epochs.of(new JournalSource() {
            @Override
            public List<Long> epochs() throws IOException {
                return journal.epochs().stream()
                        .filter(number -> number >= from)
                        .toList();
            }

            @Override
            public DocumentSource read(long epoch) throws IOException {
                return journal.read(epoch);
            }
        });
        return epochs.childOf(from);
    }

    /**
     * The epoch's last batch was lost with the page cache of a server that was killed; its child has the forced copy.
     *
     * @return null if it was not lost
     */
    private @Nullable TransactionBatch takeFromChild() throws IOException {
        if (child == null || sequence != child.header().parentSequence() - 1) {
            return null;
        }
        TransactionBatch copy = child.readParentBatch(journal);
        if (copy == null || copy.firstPosition() != position + 1) {
            return null;
        }
        sequence++;
        chain = child.header().parentCrc();
        position = copy.lastPosition();
        return copy;
    }

    private JournalDamage damage(String evidence) {
        return new JournalDamage(
                "damaged journal: " + source.place() + ", epoch " + start.number() + ", document " + sequence
                        + " (position " + position + "): " + evidence,
                position);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
