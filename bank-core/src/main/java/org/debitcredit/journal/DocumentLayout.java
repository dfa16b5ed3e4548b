package org.debitcredit.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.storage.WrittenByLaterRelease;

/**
 * The bytes of a journal document, version {@value #VERSION}, or {@value #VERSION_WITH_REFERENCES} where it holds
 * references, or {@value #VERSION_WITH_REVERSALS} where it holds reversals. Little-endian; every document has this
 * header:
 *
 * <pre>
 *   0        4        6        8        12       16       20       24
 *   +--------+--------+--------+--------+--------+--------+--------+
 *   | magic  | version| kind   | length | CRC32C | prev.  | count  |
 *   |        | u16    | u16    | bytes  |        | CRC32C |        |
 *   +--------+--------+--------+--------+--------+--------+--------+
 *   24                        40                       56
 *   +-------------------------+------------------------+
 *   | bank id, 128 bits       | epoch id, 128 bits     |
 *   +-------------------------+------------------------+
 *   56            64              72                  80           84
 *   +-------------+---------------+-------------------+------------+----------+
 *   | sequence    | first position| timestamp, us     | business   | flags    |
 *   | of document |               | since 1970 UTC    | date, days | (columns)|
 *   +-------------+---------------+-------------------+------------+----------+
 *   88: body, by kind
 * </pre>
 *
 * The CRC32C covers everything but itself: it detects a torn, flipped or misplaced document. Each document contains the
 * CRC32C of the previous one, so each checksum covers the whole chain before it. This detects a document that is intact
 * but belongs to another history. The document contains its own length, so that the framing of the medium need not be
 * trusted.
 */
public final class DocumentLayout {

    public static final int MAGIC = 0x31424344; // "DCB1"
    static final short VERSION = 2;
    static final short VERSION_WITH_REFERENCES = 3;
    static final short VERSION_WITH_REVERSALS = 4;

    static final short KIND_EPOCH_HEADER = 1;
    static final short KIND_BATCH = 2;
    /** Same body as a batch: the parent epoch's last one, with the parent's position and this epoch's chain. */
    static final short KIND_PARENT_BATCH = 3;
    /** The epoch was closed cleanly; nothing follows. */
    static final short KIND_EPOCH_END = 4;

    static final int MAGIC_AT = 0;
    static final int VERSION_AT = 4;
    static final int KIND_AT = 6;
    public static final int LENGTH_AT = 8;
    static final int CRC_AT = 12;
    static final int PREVIOUS_CRC_AT = 16;
    static final int COUNT_AT = 20;
    static final int BANK_AT = 24;
    public static final int EPOCH_AT = 40;
    static final int SEQUENCE_AT = 56;
    static final int FIRST_POSITION_AT = 64;
    static final int TIMESTAMP_AT = 72;
    static final int BUSINESS_DATE_AT = 80;
    static final int FLAGS_AT = 84;
    public static final int HEADER_BYTES = 88;

    /** Longest document, for writers and readers: 16 MiB, which fits into a Chronicle block. */
    public static final int DOCUMENT_BYTES_MAX = 16 << 20;

    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private DocumentLayout() {}

    /** A buffer outside the heap, little-endian. */
    public static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Puts everything of the header but length and checksum, which {@link #seal} adds. */
    static void putHeader(
            ByteBuffer document,
            short kind,
            int previousCrc,
            int count,
            UUID bank,
            UUID epoch,
            long sequence,
            long firstPosition,
            long timestampMicros,
            int flags) {
        document.putInt(MAGIC_AT, MAGIC);
        document.putShort(VERSION_AT, version(kind, flags));
        document.putShort(KIND_AT, kind);
        document.putInt(PREVIOUS_CRC_AT, previousCrc);
        document.putInt(COUNT_AT, count);
        putUuid(document, BANK_AT, bank);
        putUuid(document, EPOCH_AT, epoch);
        document.putLong(SEQUENCE_AT, sequence);
        document.putLong(FIRST_POSITION_AT, firstPosition);
        document.putLong(TIMESTAMP_AT, timestampMicros);
        document.putInt(BUSINESS_DATE_AT, (int) Math.floorDiv(timestampMicros, MICROS_PER_DAY));
        document.putInt(FLAGS_AT, flags);
    }

    private static short version(short kind, int flags) {
        boolean isBatch = kind == KIND_BATCH || kind == KIND_PARENT_BATCH;
        if (isBatch && (flags & BatchDocument.HAS_REVERSALS) != 0) {
            return VERSION_WITH_REVERSALS;
        }
        return isBatch && (flags & BatchDocument.HAS_REFERENCES) != 0 ? VERSION_WITH_REFERENCES : VERSION;
    }

    /** Puts what changes when a document is repeated in another epoch. */
    static void putPlace(ByteBuffer document, short kind, int previousCrc, UUID epoch, long sequence) {
        document.clear();
        document.putShort(KIND_AT, kind);
        document.putInt(PREVIOUS_CRC_AT, previousCrc);
        putUuid(document, EPOCH_AT, epoch);
        document.putLong(SEQUENCE_AT, sequence);
    }

    /** Completes a document of the given length, prepares the buffer for reading it, and returns its checksum. */
    static int seal(ByteBuffer document, int length, CRC32C crc) {
        document.putInt(LENGTH_AT, length);
        document.limit(length).position(0);
        int checksum = checksum(document, crc);
        document.putInt(CRC_AT, checksum);
        return checksum;
    }

    /** Whether an epoch's header says that a copy of its parent's last batch follows it. */
    public static boolean repeatsParentBatch(ByteBuffer header) {
        return (header.getInt(FLAGS_AT) & EpochHeader.REPEATS_PARENT_BATCH) != 0;
    }

    /**
     * Whether the buffer, position 0 to limit, starts with a complete, undamaged document. If the length that it names
     * is possible, the buffer's limit is set to its end.
     */
    public static boolean isIntact(ByteBuffer document, CRC32C crc) {
        if (document.limit() < HEADER_BYTES
                || document.getInt(MAGIC_AT) != MAGIC
                || document.getShort(VERSION_AT) < VERSION) {
            return false;
        }
        int length = document.getInt(LENGTH_AT);
        if (length < HEADER_BYTES || length > document.limit()) {
            return false;
        }
        document.limit(length);
        return document.getInt(CRC_AT) == checksum(document, crc);
    }

    /**
     * Refuses an intact document that a later release wrote: it must neither be read nor be taken for the end of the
     * journal. To be called only where a document of the bank is known to begin: the bytes of a batch come from
     * clients, who could make them look like a document.
     *
     * @param source that delivered it last
     * @throws WrittenByLaterRelease if this release does not know its version or its kind
     */
    static void requireKnown(ByteBuffer document, DocumentSource source) {
        int version = document.getShort(VERSION_AT);
        int kind = document.getShort(KIND_AT);
        if (version > VERSION_WITH_REVERSALS) {
            throw WrittenByLaterRelease.ofVersion(place(document, source), version, VERSION, VERSION_WITH_REVERSALS);
        }
        if (kind < KIND_EPOCH_HEADER || kind > KIND_EPOCH_END) {
            throw WrittenByLaterRelease.ofType(place(document, source), kind);
        }
    }

    private static String place(ByteBuffer document, DocumentSource source) {
        return source.place() + ", document " + document.getLong(SEQUENCE_AT) + " of epoch id "
                + getUuid(document, EPOCH_AT);
    }

    /**
     * Whether the buffer starts with the intact document after the one of this number and checksum in its epoch.
     *
     * @param source that delivered it last
     * @throws WrittenByLaterRelease if a later release wrote it
     */
    static boolean continues(
            ByteBuffer document, DocumentSource source, CRC32C crc, UUID epoch, long sequence, int previousCrc) {
        boolean continues = isIntact(document, crc)
                && getUuid(document, EPOCH_AT).equals(epoch)
                && document.getLong(SEQUENCE_AT) == sequence + 1
                && document.getInt(PREVIOUS_CRC_AT) == previousCrc;
        if (continues) {
            requireKnown(document, source);
        }
        return continues;
    }

    public static void putUuid(ByteBuffer document, int at, UUID uuid) {
        document.putLong(at, uuid.getMostSignificantBits());
        document.putLong(at + 8, uuid.getLeastSignificantBits());
    }

    public static UUID getUuid(ByteBuffer document, int at) {
        return new UUID(document.getLong(at), document.getLong(at + 8));
    }

    private static int checksum(ByteBuffer document, CRC32C crc) {
        int limit = document.limit();
        crc.reset();
        document.limit(CRC_AT).position(0);
        crc.update(document);
        document.limit(limit).position(PREVIOUS_CRC_AT);
        crc.update(document);
        document.position(0);
        return (int) crc.getValue();
    }
}
