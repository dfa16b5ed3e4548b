package org.debitcredit.transaction;

import java.util.UUID;

/**
 * A point in one history of one bank. A position alone is only a number: two histories may both have a transaction
 * 4,711. Two log positions are equal only if everything up to them is the same.
 *
 * @param bank id of the bank
 * @param epoch random id of the journal epoch that holds the point
 * @param position number of the last transaction at or before the point; 0 before the first
 * @param chainChecksum checksum of the document that ends there; it covers its predecessor's, and so all before it
 */
public record LogPosition(UUID bank, UUID epoch, long position, int chainChecksum) {

    /** The epoch of a state that no journal has touched yet. */
    public static final UUID NO_EPOCH = new UUID(0, 0);

    /** The log position of a bank just founded, before its first epoch. */
    public static LogPosition founding(UUID bank) {
        return new LogPosition(bank, NO_EPOCH, 0, 0);
    }

    /** The same history at an earlier position: inside the document that ends here. */
    public LogPosition at(long earlierPosition) {
        return new LogPosition(bank, epoch, earlierPosition, chainChecksum);
    }

    @Override
    public String toString() {
        return "position " + position + " of epoch " + epoch + " (checksum " + Integer.toHexString(chainChecksum)
                + ") of bank " + bank;
    }
}
