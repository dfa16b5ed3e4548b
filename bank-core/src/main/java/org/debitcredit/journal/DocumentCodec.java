package org.debitcredit.journal;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.transaction.TransactionBatch;

/** One batch document in memory: encoded and sealed with its checksum, checked and decoded. Used by one thread. */
public final class DocumentCodec {

    private final UUID bank;
    private final UUID epoch;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer document;
    private final LongBuffer longs;

    /**
     * @param bank that the document names
     * @param epoch that it names
     * @param rowsMax transactions of the largest batch
     */
    public DocumentCodec(UUID bank, UUID epoch, int rowsMax) {
        this.bank = bank;
        this.epoch = epoch;
        document = DocumentLayout.allocate(BatchDocument.bytesMax(rowsMax));
        longs = document.asLongBuffer();
    }

    /** Encodes a decided batch in place of the one before; returns the document's checksum. */
    public int encode(TransactionBatch batch) {
        document.clear();
        int flags = BatchDocument.flags(batch);
        DocumentLayout.putHeader(document, DocumentLayout.KIND_BATCH, 0, batch.size(), bank, epoch, 1, 1, 1, flags);
        return DocumentLayout.seal(document, BatchDocument.encode(batch, flags, document, longs), crc);
    }

    /**
     * Checks the document and decodes it.
     *
     * @param reused filled and returned
     * @throws IllegalStateException if the checksum is not the document's
     */
    public TransactionBatch decode(TransactionBatch reused) {
        if (!DocumentLayout.isIntact(document, crc)) {
            throw new IllegalStateException("the document differs from what was encoded");
        }
        return BatchDocument.decode(document, reused);
    }
}
