package org.debitcredit.transaction;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    private static final String UUID_TEXT = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
    /** A number with more digits might not fit into a long. */
    private static final Pattern TEXT =
            Pattern.compile("(" + UUID_TEXT + ")/(" + UUID_TEXT + ")/(0|[1-9][0-9]{0,17})/([0-9a-f]{8})");

    /** The log position of a bank just founded, before its first epoch. */
    public static LogPosition founding(UUID bank) {
        return new LogPosition(bank, NO_EPOCH, 0, 0);
    }

    /** The same history at an earlier position: inside the document that ends here. */
    public LogPosition at(long earlierPosition) {
        return new LogPosition(bank, epoch, earlierPosition, chainChecksum);
    }

    /** The text that {@link #parse} reads: bank, epoch, position and checksum, with slashes between them. */
    public String text() {
        return String.format(Locale.ROOT, "%s/%s/%d/%08x", bank, epoch, position, chainChecksum);
    }

    /**
     * Reads the text of a log position.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static LogPosition parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "it must be a bank, an epoch, a position and a checksum, with slashes between them");
        }
        return new LogPosition(
                UUID.fromString(parts.group(1)),
                UUID.fromString(parts.group(2)),
                Long.parseLong(parts.group(3)),
                Integer.parseUnsignedInt(parts.group(4), 16));
    }

    @Override
    public String toString() {
        return "position " + position + " of epoch " + epoch + " (checksum " + Integer.toHexString(chainChecksum)
                + ") of bank " + bank;
    }
}
