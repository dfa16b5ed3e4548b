package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.transaction.KeyHorizon;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;

/**
 * Writes the journal's documents, each chained to the one before by checksum, epoch after epoch. An epoch begins with
 * its header and a repeat of its parent's last batch. The writer's thread only.
 */
public final class JournalWriter implements AutoCloseable {

    /** Bytes of references and of reversals of the largest batch, together. */
    public static final int SECTION_BYTES_MAX = BatchDocument.SECTION_BYTES_MAX;

    /** Rows of the largest batch. Its document is never longer than the 16 MiB that readers accept. */
    public static final int ROWS_MAX = BatchDocument.rowsMax(DocumentLayout.DOCUMENT_BYTES_MAX);

    private final Journal journal;
    private final BankIdentity identity;
    private final UUID bank;
    private final Supplier<UUID> epochIds;
    private final long epochBytesMax;
    private final JournalOwner owner;
    private final FolderLock lock;

    /** The last batch stays in this buffer until the next one, because a new epoch repeats it. */
    private ByteBuffer batchDocument;

    private LongBuffer batchLongs;
    private final ByteBuffer smallDocument = DocumentLayout.allocate(EpochHeader.BYTES_MAX);
    private final CRC32C crc = new CRC32C();

    private UUID epoch;
    private long epochNumber;
    private long epochBytes;
    private long positionBeforeEpoch;
    private long sequence;
    private long position;
    private int previousCrc;
    private long timestampMicros;
    private int lastDocumentBytes;
    private boolean hasBatch;
    private boolean takesReferences;

    /**
     * How epochs are written.
     *
     * @param epochIds random ids
     * @param epochBytesMax size in bytes from which on an epoch is full, at least 1; with 1, each batch fills an epoch
     * @param rowsMax rows of the largest batch that is expected, 1 to {@link #ROWS_MAX}; its memory is allocated at
     *     once
     * @param owner of the journal
     */
    public record Settings(Supplier<UUID> epochIds, long epochBytesMax, int rowsMax, JournalOwner owner) {

        /** Settings for a journal without an owner. */
        public Settings(Supplier<UUID> epochIds, long epochBytesMax, int rowsMax) {
            this(epochIds, epochBytesMax, rowsMax, JournalOwner.NONE);
        }

        public Settings {
            if (epochBytesMax < 1) {
                throw new IllegalArgumentException("epochBytesMax is " + epochBytesMax + "; it must be at least 1");
            }
            if (rowsMax < 1 || rowsMax > ROWS_MAX) {
                throw new IllegalArgumentException("rowsMax is " + rowsMax + "; it must be 1 to " + ROWS_MAX
                        + ". A larger batch could need a document of more than " + DocumentLayout.DOCUMENT_BYTES_MAX
                        + " bytes, which cannot be read back");
            }
        }
    }

    /** Bytes that the document of a batch of this many rows takes at most. */
    public static int documentBytesMax(int rows) {
        return BatchDocument.bytesMax(rows);
    }

    /**
     * Begins a new epoch after a tail and forces it, so that everything recovery read is durable before a request is
     * answered from it. The last batch may have come from the page cache of a killed server.
     */
    public static JournalWriter begin(
            Journal journal, BankIdentity identity, JournalTail tail, Settings settings, long timestampMicros)
            throws IOException {
        JournalWriter writer =
                new JournalWriter(journal, identity, tail, settings, Math.max(timestampMicros, tail.timestampMicros()));
        TransactionBatch lastBatch = tail.lastBatch();
        if (lastBatch != null) {
            writer.encode(lastBatch, DocumentLayout.KIND_BATCH);
        }
        writer.beginEpoch(tail.lossAccepted() ? EpochHeader.LOSS_ACCEPTED : 0);
        return writer;
    }

    private JournalWriter(
            Journal journal, BankIdentity identity, JournalTail tail, Settings settings, long timestampMicros) {
        this.journal = journal;
        this.identity = identity;
        this.bank = identity.id();
        this.epochIds = settings.epochIds();
        this.epochBytesMax = settings.epochBytesMax();
        this.owner = settings.owner();
        this.lock = owner.lock();
        this.batchDocument = DocumentLayout.allocate(BatchDocument.bytesMax(settings.rowsMax()));
        this.batchLongs = batchDocument.asLongBuffer();
        this.epoch = tail.epoch();
        this.epochNumber = tail.lastEpochNumber();
        this.sequence = tail.sequence();
        this.position = tail.position();
        this.previousCrc = tail.crc();
        this.takesReferences = tail.takesReferences();
        this.timestampMicros = timestampMicros;
    }

    /**
     * Whether the epoch has reached its size, and so the next should begin. An epoch without its own transaction is
     * never full, however long its beginning is, because the next one would begin with the same documents and there
     * would be no progress.
     */
    public boolean isEpochFull() {
        return epochBytes >= epochBytesMax && !isEpochEmpty();
    }

    /** Whether the epoch has no transaction of its own yet. */
    public boolean isEpochEmpty() {
        return position == positionBeforeEpoch;
    }

    /** Begins the next epoch and forces it. The caller has forced what was appended so far. */
    public void beginNextEpoch() throws IOException {
        beginEpoch(0);
    }

    private void beginEpoch(int flags) throws IOException {
        lock.requireHeld();
        journal.beginEpoch(epochNumber + 1);
        KeyHorizon horizon = owner.keyHorizon();
        EpochHeader header = new EpochHeader(
                identity,
                epochIds.get(),
                epoch,
                sequence,
                position,
                previousCrc,
                flags
                        | (hasBatch ? EpochHeader.REPEATS_PARENT_BATCH : 0)
                        | (takesReferences ? EpochHeader.TAKES_REFERENCES : 0)
                        | (horizon != null ? EpochHeader.HAS_KEY_HORIZON | EpochHeader.HAS_REMEMBERED_FROM : 0),
                horizon);
        epochNumber++;
        epoch = header.epoch();
        epochBytes = 0;
        positionBeforeEpoch = position;
        sequence = 0;
        previousCrc = 0;
        putHeader(smallDocument, DocumentLayout.KIND_EPOCH_HEADER, 0, position + 1, timestampMicros, header.flags());
        write(smallDocument, header.encode(smallDocument));
        if (hasBatch) {
            repeatLastBatch();
        }
        force();
        owner.epochBegan(epochNumber, epoch, position);
    }

    private void repeatLastBatch() throws IOException {
        DocumentLayout.putPlace(batchDocument, DocumentLayout.KIND_PARENT_BATCH, previousCrc, epoch, sequence + 1);
        write(batchDocument, batchDocument.getInt(DocumentLayout.LENGTH_AT));
    }

    /**
     * Writes the batch as one document; it is durable after {@link #force}.
     *
     * @throws IllegalStateException if it does not continue the journal, or if its document would be longer than
     *     readers accept; nothing of it is written in that case
     */
    public void append(TransactionBatch batch) throws IOException {
        if (batch.firstPosition() != position + 1) {
            throw new IllegalStateException(
                    "the batch starts at position " + batch.firstPosition() + "; the journal is at " + position);
        }
        lock.requireHeld();
        if (!takesReferences && (batch.requests.hasReferences() || batch.requests.hasReversals())) {
            takesReferences = true;
            force();
            beginEpoch(0);
        }
        int length = encode(batch, DocumentLayout.KIND_BATCH);
        write(batchDocument, length);
        position = batch.lastPosition();
    }

    /** Returns once everything appended is durable, in files that this writer still owns. */
    public void force() throws IOException {
        journal.force();
        lock.requireHeld();
    }

    /**
     * Returns if no other process can have taken over the journal's files.
     *
     * @throws IOException if another process may have; nothing more may be acknowledged then
     */
    public void requireOwned() throws IOException {
        lock.requireHeld();
    }

    /** The end of what was appended. */
    public LogPosition logPosition() {
        return new LogPosition(bank, epoch, position, previousCrc);
    }

    /** {@link LogPosition#epoch} of what was appended last. */
    public UUID epoch() {
        return epoch;
    }

    /** {@link LogPosition#position} of what was appended last. */
    public long position() {
        return position;
    }

    /** {@link LogPosition#chainChecksum} of what was appended last. */
    public int chainChecksum() {
        return previousCrc;
    }

    /** Length of the document that was appended last. */
    public int lastDocumentBytes() {
        return lastDocumentBytes;
    }

    /** Number of the epoch being written. */
    public long epochNumber() {
        return epochNumber;
    }

    /** The time of the last document, microseconds; later ones are never before it. */
    public long timestampMicros() {
        return timestampMicros;
    }

    /** Writes the end record and forces it: it shows the next start that nothing is missing. */
    public void end() throws IOException {
        putHeader(smallDocument, DocumentLayout.KIND_EPOCH_END, 0, position + 1, timestampMicros, 0);
        write(smallDocument, DocumentLayout.HEADER_BYTES);
        force();
        owner.ended(epochNumber, epoch, sequence, position, previousCrc);
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }

    private int encode(TransactionBatch batch, short kind) {
        int flags = BatchDocument.flags(batch);
        makeRoom(batch, flags);
        timestampMicros = Math.max(timestampMicros, batch.timestampMicros());
        putHeader(batchDocument, kind, batch.size(), batch.firstPosition(), batch.timestampMicros(), flags);
        int length = BatchDocument.encode(batch, flags, batchDocument, batchLongs);
        batchDocument.putInt(DocumentLayout.LENGTH_AT, length);
        hasBatch = true;
        return length;
    }

    /**
     * Enlarges the buffer if a batch has more rows than expected. Such a batch was written by another server, and a
     * restore or a new epoch repeats it.
     *
     * @throws IllegalStateException if its document would be longer than readers accept
     */
    private void makeRoom(TransactionBatch batch, int flags) {
        long bytes = BatchDocument.bytes(batch.size(), batch.requests.keys.runs(), flags)
                + batch.requests.referenceBytes()
                + BatchDocument.reversalBytes(batch.requests);
        if (bytes > DocumentLayout.DOCUMENT_BYTES_MAX) {
            throw new IllegalStateException("the batch at position " + batch.firstPosition() + " has " + batch.size()
                    + " rows, and its document would take " + bytes + " bytes; a document has at most "
                    + DocumentLayout.DOCUMENT_BYTES_MAX + ", so the batch is not written");
        }
        if (bytes > batchDocument.capacity()) {
            batchDocument = DocumentLayout.allocate((int) bytes);
            batchLongs = batchDocument.asLongBuffer();
        }
    }

    private void putHeader(ByteBuffer document, short kind, int count, long firstPosition, long micros, int flags) {
        document.clear();
        DocumentLayout.putHeader(
                document, kind, previousCrc, count, bank, epoch, sequence + 1, firstPosition, micros, flags);
    }

    private void write(ByteBuffer document, int length) throws IOException {
        document.clear();
        previousCrc = DocumentLayout.seal(document, length, crc);
        sequence++;
        epochBytes += length;
        lastDocumentBytes = length;
        journal.append(document);
    }
}
