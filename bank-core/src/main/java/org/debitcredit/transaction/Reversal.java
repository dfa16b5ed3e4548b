package org.debitcredit.transaction;

import org.jspecify.annotations.Nullable;

/**
 * A client's request to take back a transaction of its own, the original, whatever became of it. It names the original
 * by its key and by its whole content, because the original may not have arrived.
 *
 * @param originalKey key of the original, of the same client
 * @param original the original as it was or will be sent
 * @param performedMinor minor units that were really paid out or in, from 0 up to less than the original's amount: this
 *     part of the original stays. 0 takes back the whole
 */
public record Reversal(TransactionKey originalKey, Transaction original, long performedMinor) {

    /** What is wrong with a reversal as such under a key; null when nothing is. See {@link Transaction#malformed()}. */
    public @Nullable String malformed(TransactionKey key) {
        if (original.type() == TransactionType.REVERSAL) {
            return "the original is a reversal; a reversal cannot be reversed";
        }
        String wrong = original.malformed();
        if (wrong != null) {
            return "the original is malformed: " + wrong;
        }
        if (key.equals(originalKey)) {
            return "the original's key is the reversal's own; a reversal needs a key of its own";
        }
        if (performedMinor < 0 || !isLess(performedMinor, original.amountMinor())) {
            return "performed is " + performedMinor + "; it must be 0 or more, and less than the original's amount, "
                    + original.amountMinor();
        }
        if (performedMinor != 0 && original.type() == TransactionType.TRANSFER) {
            return "performed is " + performedMinor + "; a transfer is reversed as a whole";
        }
        return null;
    }

    private static boolean isLess(long performed, long amount) {
        return amount < 0 ? -performed > amount : performed < amount;
    }

    /** Digest of the original: see {@link ContentDigest}. */
    public long originalDigest() {
        long content = ContentDigest.of(
                original.type().code(),
                original.teller(),
                original.account(),
                original.target(),
                original.amountMinor());
        Reference reference = original.reference();
        return reference == null ? content : ContentDigest.of(content, reference);
    }

    /** Digest of the reversal, which distinguishes its repeat from a conflict. */
    public long digest() {
        Reference reference = original.reference();
        return reference == null ? contentDigest() : ContentDigest.of(contentDigest(), reference);
    }

    /** The digest without the reference. */
    long contentDigest() {
        return contentDigest(
                ContentDigest.of(
                        original.type().code(),
                        original.teller(),
                        original.account(),
                        original.target(),
                        original.amountMinor()),
                originalKey.high(),
                originalKey.low(),
                performedMinor);
    }

    /** The digest without the reference. What was posted is not part of it: it is the answer, not the request. */
    static long contentDigest(long original, long originalHigh, long originalLow, long performedMinor) {
        return ContentDigest.of(TransactionType.REVERSAL.code(), original, originalHigh, originalLow, performedMinor);
    }

    /** The signed amount that an original posts to its account. */
    public static long postedBy(byte originalType, long originalAmount) {
        return originalType == TransactionType.WITHDRAWAL.code() || originalType == TransactionType.TRANSFER.code()
                ? -originalAmount
                : originalAmount;
    }
}
