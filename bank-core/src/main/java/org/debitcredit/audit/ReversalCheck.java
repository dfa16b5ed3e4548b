package org.debitcredit.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.debitcredit.bank.BankScale;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.transaction.ContentDigest;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * Checks what the reversals of a journal say of their originals: {@link #collect} takes them from every batch, and a
 * second pass over the journal, {@link #compare}, has them compared with the originals. Only a journal with reversals
 * needs the second pass.
 */
final class ReversalCheck {

    /**
     * What a reversal says of its original.
     *
     * @param position of the reversal
     * @param originalPosition that it names
     * @param originalKey that it names
     * @param digest of the original's content that it names
     * @param found see {@link Reversals#found}
     * @param posted whether it took the original back
     */
    private record Claim(
            long position, long originalPosition, TransactionKey originalKey, long digest, byte found, boolean posted) {

        private boolean isReversedBefore() {
            return found == Reversals.REVERSED_BEFORE;
        }
    }

    private final BankScale scale;
    private static final Comparator<TransactionKey> BY_KEY = Comparator.comparingLong(TransactionKey::client)
            .thenComparingLong(TransactionKey::high)
            .thenComparingLong(TransactionKey::low);

    private final List<Claim> claims = new ArrayList<>();
    private int next;
    /** Of keys that may not be executed again, the positions of their originals. */
    private final NavigableMap<TransactionKey, Long> originals = new TreeMap<>(BY_KEY);

    ReversalCheck(BankScale scale) {
        this.scale = scale;
    }

    /**
     * Takes what the reversals of a batch say.
     *
     * @throws JournalDamage if one of them can never have been decided, and so cannot be decided again
     */
    void collect(TransactionBatch batch) {
        if (batch.requests.hasReversals()) {
            collectReversals(batch);
            requireReversals(batch);
        }
    }

    private void collectReversals(TransactionBatch batch) {
        RequestColumns requests = batch.requests;
        Reversals reversals = requests.ownReversals();
        for (int entry = 0; entry < reversals.size(); entry++) {
            int row = reversals.row(entry);
            requirePossible(batch, entry, row);
            long content =
                    reversals.originalDigest(entry, requests.teller[row], requests.account[row], requests.target[row]);
            Reference reference = requests.reference(row);
            claims.add(new Claim(
                    batch.firstPosition() + row,
                    reversals.originalPosition(entry),
                    new TransactionKey(
                            requests.keys.keyOf(row).client(),
                            reversals.originalHigh(entry),
                            reversals.originalLow(entry)),
                    reference == null ? content : ContentDigest.of(content, reference),
                    reversals.found(entry),
                    reversals.found(entry) == Outcome.COMMITTED && batch.isCommitted(row)));
        }
    }

    private void requirePossible(TransactionBatch batch, int entry, int row) {
        RequestColumns requests = batch.requests;
        Reversals reversals = requests.ownReversals();
        TransactionKey key = requests.keys.keyOf(row);
        TransactionType type = TransactionType.ofCode(reversals.originalType(entry));
        Reversal reversal = new Reversal(
                new TransactionKey(key.client(), reversals.originalHigh(entry), reversals.originalLow(entry)),
                new Transaction(
                        type == null ? TransactionType.REVERSAL : type,
                        requests.teller[row],
                        requests.account[row],
                        requests.target[row],
                        reversals.originalAmount(entry)),
                reversals.performed(entry));
        String wrong = reversal.malformed(key);
        if (wrong == null && batch.isPosted(row) && !exist(reversal.original())) {
            wrong = "of what it posts to, the account, the target or the teller does not exist";
        }
        if (wrong == null && reversals.originalPosition(entry) < 1) {
            wrong = "there is no such position";
        }
        if (wrong != null) {
            long position = batch.firstPosition() + row;
            throw new JournalDamage(
                    "the reversal at position " + position + " names an original at position "
                            + reversals.originalPosition(entry) + ", but " + wrong,
                    position - 1);
        }
    }

    private boolean exist(Transaction original) {
        return scale.hasTeller(original.teller())
                && scale.hasAccount(original.account())
                && (original.type() != TransactionType.TRANSFER || scale.hasAccount(original.target()));
    }

    /** A tombstone is followed by its reversal, unless a restore to its position ends the batch with it. */
    private static void requireReversals(TransactionBatch batch) {
        Reversals reversals = batch.requests.ownReversals();
        for (int i = 0; i < reversals.tombstones(); i++) {
            int row = reversals.tombstone(i);
            long position = batch.firstPosition() + row;
            boolean isLast = row + 1 == batch.size();
            boolean isReversed = !isLast
                    && batch.isReversal(row + 1)
                    && reversals.originalPosition(reversals.entryOf(row + 1)) == position;
            if (!isLast && !isReversed) {
                throw new JournalDamage(
                        "the transaction at position " + position + " was refused as reversed before it arrived, but "
                                + "no reversal of it follows",
                        position - 1);
            }
        }
    }

    /** Whether there is nothing to compare. */
    boolean isEmpty() {
        return claims.isEmpty();
    }

    /**
     * Ends collecting. Checks that no original is taken back twice.
     *
     * @param from the journal's batches begin after this position
     * @param loweredThrough keys of transactions up to this position may have been executed again, at an operator's
     *     request
     * @return the first fault, or null
     */
    @Nullable
    String collected(long from, long loweredThrough) {
        for (Claim claim : claims) {
            if (claim.originalPosition > loweredThrough && claim.originalKey.hasTime()) {
                originals.put(claim.originalKey, claim.originalPosition);
            }
        }
        claims.sort(Comparator.comparingLong(Claim::originalPosition).thenComparingLong(Claim::position));
        long original = 0;
        boolean isReversed = false;
        for (Claim claim : claims) {
            isReversed = isReversed && claim.originalPosition == original;
            original = claim.originalPosition;
            if (original >= claim.position) {
                return "the reversal at position " + claim.position + " names an original at position " + original;
            }
            boolean isWrong = isReversed ? claim.found == Outcome.COMMITTED : claim.isReversedBefore();
            if (original > from && isWrong) {
                return "the reversal at position " + claim.position + " of the transaction at position " + original
                        + " was decided as if this had " + (isReversed ? "not " : "") + "been reversed before";
            }
            isReversed |= claim.posted;
        }
        return null;
    }

    /** Compares a batch of the second pass with what is said of its transactions; returns the first fault, or null. */
    @Nullable
    String compare(TransactionBatch batch) {
        while (next < claims.size() && claims.get(next).originalPosition <= batch.lastPosition()) {
            Claim claim = claims.get(next++);
            long row = claim.originalPosition - batch.firstPosition();
            if (row >= 0 && !isTrue(claim, batch, (int) row)) {
                return "the reversal at position " + claim.position + " names another key, content or outcome than the "
                        + "transaction at position " + claim.originalPosition + " has";
            }
        }
        return executedAgain(batch);
    }

    /** No key that a reversal names is executed again, neither after its tombstone nor after it was forgotten. */
    private @Nullable String executedAgain(TransactionBatch batch) {
        RunLengthKeys keys = batch.requests.keys;
        for (int run = 0; run < keys.runs(); run++) {
            TransactionKey first = keys.keyOf(keys.firstRow(run));
            TransactionKey last = keys.keyOf(keys.firstRow(run) + keys.length(run) - 1);
            for (Map.Entry<TransactionKey, Long> original :
                    originals.subMap(first, true, last, true).entrySet()) {
                long row = keys.firstRow(run) + original.getKey().low() - first.low();
                if (batch.firstPosition() + row != original.getValue()) {
                    return "the transaction at position " + (batch.firstPosition() + row)
                            + " has the key of the one at position " + original.getValue()
                            + ", which a reversal names";
                }
            }
        }
        return null;
    }

    private static boolean isTrue(Claim claim, TransactionBatch batch, int row) {
        byte outcome = claim.isReversedBefore() ? Outcome.COMMITTED : claim.found;
        return batch.requests.keys.keyOf(row).equals(claim.originalKey)
                && batch.requests.digest[row] == claim.digest
                && batch.outcome[row] == outcome;
    }
}
