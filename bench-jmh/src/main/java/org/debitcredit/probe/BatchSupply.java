package org.debitcredit.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;

/**
 * Decided groups of one size for a journal to write: DebitCredits of random tellers, accounts, amounts, keys and
 * after-images, under one key that counts up, as a client's batch is. A few groups are made beforehand and take turns,
 * so that making them is not measured.
 */
final class BatchSupply {

    static final BankScale SCALE = Preset.GRAY2005.scale(100);

    /** Some time in 2023; only later ones must not be before it. */
    private static final long TIMESTAMP_MICROS = 1_700_000_000_000_000L;

    private final List<TransactionBatch> batches = new ArrayList<>();
    private int turn;

    BatchSupply(int transactions, int groups) {
        SplittableRandom random = new SplittableRandom(transactions);
        for (int group = 0; group < groups; group++) {
            batches.add(batch(transactions, random));
        }
    }

    /** The next group, as if decided now at this position. */
    TransactionBatch next(long firstPosition) {
        TransactionBatch batch = batches.get(turn);
        turn = (turn + 1) % batches.size();
        batch.place(firstPosition, TIMESTAMP_MICROS + firstPosition);
        return batch;
    }

    private static TransactionBatch batch(int transactions, SplittableRandom random) {
        TransactionBatch batch = new TransactionBatch(transactions);
        long client = random.nextLong();
        long high = TransactionKey.highV7(TIMESTAMP_MICROS / 1_000, random.nextLong());
        long low = TransactionKey.lowV7(random.nextLong()) & -RunLengthKeys.BLOCK_KEYS;
        long amountMax = Preset.GRAY2005.amountMinorMax();
        for (int row = 0; row < transactions; row++) {
            long branch = random.nextInt(SCALE.branches());
            long teller = SCALE.tellerId(branch, random.nextInt(SCALE.tellersPerBranch()));
            long account = SCALE.accountId(branch, random.nextInt(SCALE.accountsPerBranch()));
            long amount = random.nextLong(1, amountMax + 1) * (random.nextBoolean() ? 1 : -1);
            batch.requests.add(
                    Transaction.debitCredit(teller, account, amount), new TransactionKey(client, high, low++));
            batch.commit(row, random.nextLong(), 0, random.nextLong(), random.nextLong());
        }
        return batch;
    }
}
