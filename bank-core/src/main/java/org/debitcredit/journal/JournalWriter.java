package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;

/**
 * Writes one epoch: its header, the repeat of its parent's last batch, then a document for each batch, each chained to
 * the one before by checksum. The writer's thread only.
 */
public final class JournalWriter implements AutoCloseable {

    private final Journal journal;
    private final BankIdentity identity;
    private final UUID epoch;
    private final ByteBuffer document;
    private final CRC32C crc = new CRC32C();

    private long sequence;
    private long position;
    private int previousCrc;
    private long timestampMicros;

    /**
     * Begins a new epoch behind a tail and forces it, so that what recovery read is durable before anyone is answered
     * from it: the last batch may have come from the page cache of a server that was killed.
     *
     * @param epoch random id of the new epoch
     * @param rowsMax rows of the largest batch
     */
    public static JournalWriter begin(
            Journal journal, BankIdentity identity, JournalTail tail, UUID epoch, int rowsMax, long timestampMicros)
            throws IOException {
        JournalWriter writer = new JournalWriter(
                journal, identity, tail, epoch, rowsMax, Math.max(timestampMicros, tail.timestampMicros()));
        journal.beginEpoch(tail.lastEpochNumber() + 1);
        writer.appendHeader(tail);
        TransactionBatch lastBatch = tail.lastBatch();
        if (lastBatch != null) {
            writer.append(lastBatch, DocumentLayout.KIND_PARENT_BATCH);
        }
        journal.force();
        return writer;
    }

    private JournalWriter(
            Journal journal, BankIdentity identity, JournalTail tail, UUID epoch, int rowsMax, long timestampMicros) {
        TransactionBatch lastBatch = tail.lastBatch();
        int rows = Math.max(rowsMax, lastBatch == null ? 0 : lastBatch.size());
        this.journal = journal;
        this.identity = identity;
        this.epoch = epoch;
        this.document = DocumentLayout.allocate(BatchDocument.bytesMax(rows));
        this.position = tail.position();
        this.timestampMicros = timestampMicros;
    }

    /** Writes the batch as one document; it is durable after {@link #force}. Answers the mark at its end. */
    public Mark append(TransactionBatch batch) throws IOException {
        if (batch.firstPosition() != position + 1) {
            throw new IllegalStateException(
                    "batch starts at position " + batch.firstPosition() + "; the journal stands at " + position);
        }
        append(batch, DocumentLayout.KIND_BATCH);
        position = batch.lastPosition();
        return mark();
    }

    /** Returns once everything appended is durable. */
    public void force() throws IOException {
        journal.force();
    }

    /** The end of what was appended. */
    public Mark mark() {
        return new Mark(identity.id(), epoch, position, previousCrc);
    }

    /** The time of the last document, microseconds; later ones are never before it. */
    public long timestampMicros() {
        return timestampMicros;
    }

    /** Writes the end record and forces it: the next start then knows that nothing is missing. */
    public void end() throws IOException {
        putHeader(DocumentLayout.KIND_EPOCH_END, 0, position + 1, timestampMicros, 0);
        write(DocumentLayout.HEADER_BYTES);
        journal.force();
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }

    private void appendHeader(JournalTail tail) throws IOException {
        putHeader(DocumentLayout.KIND_EPOCH_HEADER, 0, position + 1, timestampMicros, 0);
        EpochHeader header =
                new EpochHeader(identity, epoch, tail.epoch(), tail.sequence(), tail.position(), tail.crc());
        write(header.encode(document));
    }

    private void append(TransactionBatch batch, short kind) throws IOException {
        timestampMicros = Math.max(timestampMicros, batch.timestampMicros());
        int flags = BatchDocument.flags(batch);
        putHeader(kind, batch.size(), batch.firstPosition(), batch.timestampMicros(), flags);
        write(BatchDocument.encode(batch, flags, document));
    }

    private void putHeader(short kind, int count, long firstPosition, long micros, int flags) {
        document.clear();
        DocumentLayout.putHeader(
                document, kind, previousCrc, count, identity.id(), epoch, sequence + 1, firstPosition, micros, flags);
    }

    private void write(int length) throws IOException {
        previousCrc = DocumentLayout.seal(document, length, crc);
        sequence++;
        journal.append(document);
    }
}
