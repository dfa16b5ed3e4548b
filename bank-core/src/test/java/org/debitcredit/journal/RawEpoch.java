package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Chained documents of chosen length and no meaning, and what of them a journal gives back. */
public final class RawEpoch {

    public final UUID id;
    private final CRC32C crc = new CRC32C();
    private long sequence;
    private int chain;

    public RawEpoch(UUID id) {
        this.id = id;
    }

    public ByteBuffer next(int length) {
        ByteBuffer document = DocumentLayout.allocate(length);
        DocumentLayout.putHeader(
                document, DocumentLayout.KIND_BATCH, chain, 0, new UUID(1, 2), id, ++sequence, sequence, 0, 0);
        for (int at = DocumentLayout.HEADER_BYTES; at < length; at++) {
            document.put(at, (byte) (sequence + at));
        }
        chain = DocumentLayout.seal(document, length, crc);
        return document;
    }

    /**
     * What a reader makes of an epoch.
     *
     * @param lengths of the documents that are whole and chained
     * @param damaged whether a later one is whole too
     */
    public record Found(List<Integer> lengths, boolean damaged) {}

    public static Found read(JournalSource journal, long epoch, UUID id) throws IOException {
        CRC32C crc = new CRC32C();
        List<Integer> lengths = new ArrayList<>();
        int chain = 0;
        try (DocumentSource source = journal.read(epoch)) {
            while (true) {
                ByteBuffer document = source.next();
                long expected = lengths.size() + 1;
                if (document == null || !isOf(document, id, crc) || !follows(document, expected, chain)) {
                    boolean later = source.anyLater(
                            raw -> isOf(raw, id, crc) && raw.getLong(DocumentLayout.SEQUENCE_AT) >= expected);
                    return new Found(lengths, later);
                }
                lengths.add(document.limit());
                chain = document.getInt(DocumentLayout.CRC_AT);
            }
        }
    }

    private static boolean isOf(ByteBuffer document, UUID id, CRC32C crc) {
        return DocumentLayout.isIntact(document, crc)
                && DocumentLayout.getUuid(document, DocumentLayout.EPOCH_AT).equals(id);
    }

    private static boolean follows(ByteBuffer document, long sequence, int chain) {
        return document.getLong(DocumentLayout.SEQUENCE_AT) == sequence
                && document.getInt(DocumentLayout.PREVIOUS_CRC_AT) == chain;
    }
}
