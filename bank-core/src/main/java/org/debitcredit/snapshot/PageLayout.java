package org.debitcredit.snapshot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The bytes of a page of a snapshot file, version {@value #VERSION}. Little-endian; all pages have the same size, so page
 * {@code n} stands at {@code n *} {@value #PAGE_BYTES}.
 *
 * <pre>
 *   0        4        6        8                12       16       20              32
 *   +--------+--------+--------+----------------+--------+--------+---------------+
 *   | magic  | version| kind   | number of page | count  | CRC32C | 0             |
 *   +--------+--------+--------+----------------+--------+--------+---------------+
 *   32: count 64-bit numbers, then zeros
 *
 *   page 0         HEAD      the bank, the start mark, the highest key time forgotten: see {@link SnapshotHead}
 *   page 1 ...     ROWS      postings of each branch at the start
 *                  SUMS      their sum in each branch
 *                  ACCOUNT   balances by dense index, branch by branch
 *                  TELLER    likewise
 *                  BRANCH    likewise
 *   last page      END       the end mark
 * </pre>
 *
 * The CRC32C covers the whole page but itself. It is taken of the copy: the original may change meanwhile.
 */
final class PageLayout {

    static final int MAGIC = 0x53424344; // "DCBS"
    static final short VERSION = 1;
    static final int PAGE_BYTES = 64 << 10;

    static final int HEADER_BYTES = 32;
    static final int NUMBERS_MAX = (PAGE_BYTES - HEADER_BYTES) / 8;

    private static final int VERSION_AT = 4;
    private static final int KIND_AT = 6;
    private static final int NUMBER_AT = 8;
    private static final int COUNT_AT = 12;
    private static final int CRC_AT = 16;

    private PageLayout() {}

    static ByteBuffer allocate() {
        return ByteBuffer.allocateDirect(PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Completes a page whose numbers are in place, and readies it for writing. */
    static void seal(ByteBuffer page, SectionKind kind, long number, int count, CRC32C crc) {
        page.clear();
        page.putInt(0, MAGIC);
        page.putShort(VERSION_AT, VERSION);
        page.putShort(KIND_AT, kind.code());
        page.putInt(NUMBER_AT, (int) number);
        page.putInt(COUNT_AT, count);
        for (int at = CRC_AT; at < HEADER_BYTES; at += 4) {
            page.putInt(at, 0);
        }
        for (int at = HEADER_BYTES + 8 * count; at < PAGE_BYTES; at += 8) {
            page.putLong(at, 0);
        }
        page.putInt(CRC_AT, checksum(page, crc));
    }

    /** Whether a page read whole is what was written as this page. */
    static boolean isIntact(ByteBuffer page, SectionKind kind, long number, int count, CRC32C crc) {
        return page.getInt(0) == MAGIC
                && page.getShort(VERSION_AT) == VERSION
                && page.getShort(KIND_AT) == kind.code()
                && page.getInt(NUMBER_AT) == (int) number
                && page.getInt(COUNT_AT) == count
                && page.getInt(CRC_AT) == checksum(page, crc);
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
