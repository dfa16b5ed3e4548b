package org.debitcredit.snapshot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.debitcredit.storage.WrittenByLaterRelease;

/**
 * The bytes of a page of a snapshot file, version {@value #VERSION}. Little-endian; all pages have the same size, so
 * page {@code n} is at {@code n *} {@value #PAGE_BYTES}.
 *
 * <pre>
 *   0        4        6        8                12       16       20       24              32
 *   +--------+--------+--------+----------------+--------+--------+--------+---------------+
 *   | magic  | version| kind   | number of page | count  | CRC32C | 0      | start position|
 *   +--------+--------+--------+----------------+--------+--------+--------+---------------+
 *   32: count 64-bit numbers, then zeros
 *
 *   page 0         HEAD      the bank, the start position, the highest key time forgotten: see {@link SnapshotHead}
 *   page 1 ...     ROWS      postings of each branch at the start
 *                  SUMS      their sum in each branch
 *                  ACCOUNT   balances by dense index, branch by branch
 *                  TELLER    likewise
 *                  BRANCH    likewise
 *   last page      END       the end position
 * </pre>
 *
 * Files are overwritten by later snapshots: a page of an earlier one is recognized by its start position. The CRC32C
 * covers the whole page but itself. It is computed from the copy, because the original may change meanwhile. A later
 * version changes neither the place of magic, version and checksum nor the size of a page, so that this release
 * recognizes it as a later version.
 */
final class PageLayout {

    static final int MAGIC = 0x53424344; // "DCBS"
    static final short VERSION = 2;
    static final int PAGE_BYTES = 64 << 10;

    static final int HEADER_BYTES = 32;
    static final int NUMBERS_MAX = (PAGE_BYTES - HEADER_BYTES) / 8;

    private static final int VERSION_AT = 4;
    private static final int KIND_AT = 6;
    private static final int NUMBER_AT = 8;
    private static final int COUNT_AT = 12;
    private static final int CRC_AT = 16;
    private static final int SNAPSHOT_AT = 24;

    private PageLayout() {}

    static ByteBuffer allocate() {
        return ByteBuffer.allocateDirect(PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Completes a page whose numbers are set, and prepares it for writing. */
    static void seal(ByteBuffer bytes, SnapshotPage page, CRC32C crc) {
        bytes.clear();
        bytes.putInt(0, MAGIC);
        bytes.putShort(VERSION_AT, VERSION);
        bytes.putShort(KIND_AT, page.kind().code());
        bytes.putInt(NUMBER_AT, (int) page.number());
        bytes.putInt(COUNT_AT, page.count());
        bytes.putLong(CRC_AT, 0);
        bytes.putLong(SNAPSHOT_AT, page.snapshot());
        for (int at = HEADER_BYTES + 8 * page.count(); at < PAGE_BYTES; at += 8) {
            bytes.putLong(at, 0);
        }
        bytes.putInt(CRC_AT, checksum(bytes, crc));
    }

    /** Whether a page read whole is what was written as this page. */
    static boolean isIntact(ByteBuffer bytes, SnapshotPage page, CRC32C crc) {
        return bytes.getInt(0) == MAGIC
                && bytes.getShort(VERSION_AT) == VERSION
                && bytes.getShort(KIND_AT) == page.kind().code()
                && bytes.getInt(NUMBER_AT) == (int) page.number()
                && bytes.getInt(COUNT_AT) == page.count()
                && bytes.getLong(SNAPSHOT_AT) == page.snapshot()
                && bytes.getInt(CRC_AT) == checksum(bytes, crc);
    }

    /**
     * Refuses an intact page of a later version.
     *
     * @param place file and offset, for messages
     */
    static void requireKnown(ByteBuffer bytes, String place, CRC32C crc) {
        int version = Short.toUnsignedInt(bytes.getShort(VERSION_AT));
        if (bytes.getInt(0) == MAGIC && version > VERSION && bytes.getInt(CRC_AT) == checksum(bytes, crc)) {
            throw WrittenByLaterRelease.ofVersion(place, version, VERSION, VERSION);
        }
    }

    /** Over the page with 0 in place of the checksum. */
    private static int checksum(ByteBuffer page, CRC32C crc) {
        int stored = page.getInt(CRC_AT);
        page.putInt(CRC_AT, 0);
        crc.reset();
        page.clear();
        crc.update(page);
        page.clear();
        page.putInt(CRC_AT, stored);
        return (int) crc.getValue();
    }
}
