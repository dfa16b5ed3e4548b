package org.debitcredit.mirror;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.journal.JournalTail;
import org.jspecify.annotations.Nullable;

/**
 * Which copy of a mirrored bank an operator lets start although transactions may be missing in it. Its number is a
 * checksum of the end of its journal, which is another one after each start and after each transaction, and of which of
 * the two copies it is, by its {@link MirrorRecord}. So the same acceptance never lets the other copy start, or an
 * older or newer image of the same one, if it stays in a configuration.
 *
 * @param number of the copy: from 0 to {@link #NUMBER_MAX}
 */
public record LoneCopy(long number) {

    /** No copy. */
    public static final LoneCopy NONE = new LoneCopy(-1);

    /** Every copy: for a program that decides itself at each start. */
    public static final LoneCopy ANY = new LoneCopy(-2);

    /** The largest number of a copy. */
    public static final long NUMBER_MAX = 0xFFFF_FFFFL;

    private static final int BYTES = 16 + 2 * Long.BYTES + 2 * Integer.BYTES;

    /**
     * A copy as it is found.
     *
     * @param record its record; null if it has none
     * @param end where its journal ends
     */
    public static LoneCopy of(@Nullable MirrorRecord record, JournalTail end) {
        return of(record, end.epoch(), end.sequence(), end.position(), end.crc());
    }

    /**
     * A copy whose newest epoch is damaged.
     *
     * @param record its record; null if it has none
     * @param epoch id of its newest epoch
     * @param position before the damage
     */
    public static LoneCopy ofDamaged(@Nullable MirrorRecord record, UUID epoch, long position) {
        return of(record, epoch, 0, position, 0);
    }

    private static LoneCopy of(@Nullable MirrorRecord record, UUID epoch, long sequence, long position, int crc) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES)
                .putLong(epoch.getMostSignificantBits())
                .putLong(epoch.getLeastSignificantBits())
                .putLong(sequence)
                .putLong(position)
                .putInt(crc)
                .putInt(record == null ? 0 : record.copy())
                .flip();
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return new LoneCopy(checksum.getValue());
    }

    /** Whether a copy is accepted. */
    public boolean accepts(LoneCopy found) {
        return equals(found) || equals(ANY);
    }

    /** How an operator accepts a copy, for messages. */
    public String option(LoneCopy found) {
        String other = number >= 0 ? ", not " + number + ", which was for another start or the other copy" : "";
        return "--accept-lone-copy " + found.number + " (bank.journal.mirror.accept-lone-copy" + other + ")";
    }
}
