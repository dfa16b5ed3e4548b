package org.debitcredit.journal.segment;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.journal.DocumentLayout;
import org.debitcredit.storage.WrittenByLaterRelease;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a segment: the start of its first page, version {@value #VERSION}, little-endian.
 *
 * <pre>
 *   0       4         8              16                  32               36     40              48       52
 *   +-------+---------+--------------+-------------------+----------------+------+---------------+--------+
 *   | magic | version | epoch number | epoch id, 128 bits| index in epoch | zero | segment bytes | CRC32C |
 *   +-------+---------+--------------+-------------------+----------------+------+---------------+--------+
 *   512     516       520                 536      540
 *   +-------+---------+-------------------+--------+
 *   | magic | version | epoch id, 128 bits| CRC32C |    removal mark: id of an epoch that is being removed
 *   +-------+---------+-------------------+--------+
 *   4096: first document
 * </pre>
 *
 * The removal mark is in a separate sector, so that writing it cannot tear the header. A torn mark is ignored. A mark
 * is valid only while it names the header's epoch, so the next epoch's header invalidates it without touching it. A
 * later version changes neither the place of magic, version and checksum nor what the checksum covers, so that this
 * release recognizes it as a later version.
 *
 * @param epoch its number
 * @param id its random id, which is in each of its documents
 * @param index of the segment in the epoch, from 0
 * @param segmentBytes length of the file
 */
record SegmentHeader(long epoch, UUID id, int index, long segmentBytes) {

    static final short VERSION = 1;
    static final int MARK_AT = 512;
    static final int PAGE_BYTES = 4096;

    private static final int MAGIC = 0x31534344; // "DCS1"
    private static final int MARK_MAGIC = 0x31584344; // "DCX1"
    private static final int CRC_AT = 48;
    private static final int MARK_CRC_AT = 24;

    ByteBuffer encode() {
        ByteBuffer header = littleEndian(CRC_AT + 4);
        header.putInt(0, MAGIC);
        header.putInt(4, VERSION);
        header.putLong(8, epoch);
        DocumentLayout.putUuid(header, 16, id);
        header.putInt(32, index);
        header.putLong(40, segmentBytes);
        return header.putInt(CRC_AT, checksum(header, 0, CRC_AT));
    }

    /** The header of a segment's first page; null if there is no intact one. */
    static @Nullable SegmentHeader decode(ByteBuffer page) {
        boolean whole = page.getInt(0) == MAGIC
                && page.getInt(4) == VERSION
                && page.getInt(CRC_AT) == checksum(page, 0, CRC_AT);
        return whole
                ? new SegmentHeader(
                        page.getLong(8), DocumentLayout.getUuid(page, 16), page.getInt(32), page.getLong(40))
                : null;
    }

    /**
     * Refuses a first page with an intact header, or an intact removal mark, of a later version.
     *
     * @param place the file, for messages
     */
    static void requireKnown(ByteBuffer page, String place) {
        requireKnown(page, 0, MAGIC, CRC_AT, place);
        requireKnown(page, MARK_AT, MARK_MAGIC, MARK_CRC_AT, place + " at offset " + MARK_AT);
    }

    private static void requireKnown(ByteBuffer page, int at, int magic, int crcAt, String place) {
        int version = page.getInt(at + 4);
        if (page.getInt(at) == magic && version > VERSION && page.getInt(at + crcAt) == checksum(page, at, crcAt)) {
            throw WrittenByLaterRelease.ofVersion(place, version, VERSION, VERSION);
        }
    }

    /** The mark that removes a segment of this header, to be written at {@link #MARK_AT}. */
    ByteBuffer encodeRemovalMark() {
        ByteBuffer mark = littleEndian(MARK_CRC_AT + 4);
        mark.putInt(0, MARK_MAGIC);
        mark.putInt(4, VERSION);
        DocumentLayout.putUuid(mark, 8, id);
        return mark.putInt(MARK_CRC_AT, checksum(mark, 0, MARK_CRC_AT));
    }

    /** Whether a first page with this header marks its epoch as being removed. */
    boolean isRemoved(ByteBuffer page) {
        return page.getInt(MARK_AT) == MARK_MAGIC
                && page.getInt(MARK_AT + 4) == VERSION
                && page.getInt(MARK_AT + MARK_CRC_AT) == checksum(page, MARK_AT, MARK_CRC_AT)
                && DocumentLayout.getUuid(page, MARK_AT + 8).equals(id);
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int checksum(ByteBuffer bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(at, length));
        return (int) crc.getValue();
    }
}
