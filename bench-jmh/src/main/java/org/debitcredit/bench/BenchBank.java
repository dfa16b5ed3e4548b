package org.debitcredit.bench;

import java.util.Currency;
import java.util.SplittableRandom;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.Preset;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.workload.DebitCreditWorkload;

/** The bank that is measured: <em>gray2005</em>, in US dollars, its transactions drawn from one fixed seed. */
public final class BenchBank {

    public static final Currency CURRENCY = Currency.getInstance("USD");
    public static final Preset PRESET = Preset.GRAY2005;

    /** Any fixed number, so that both sides of a comparison draw the same transactions. */
    public static final long SEED = 19850401;

    private BenchBank() {}

    public static BankIdentity identity(int branches) {
        return new BankIdentity(UUID.randomUUID(), PRESET.scale(branches), CURRENCY);
    }

    public static DebitCreditWorkload workload(int branches) {
        return new DebitCreditWorkload(PRESET.scale(branches), PRESET, SEED);
    }

    /** Batches with this many DebitCredits each, not yet decided. */
    public static TransactionBatch[] batches(int branches, int size, int count) {
        DebitCreditWorkload workload = workload(branches);
        SplittableRandom random = new SplittableRandom(SEED);
        TransactionBatch[] batches = new TransactionBatch[count];
        for (int i = 0; i < count; i++) {
            batches[i] = new TransactionBatch(size);
            for (int row = 0; row < size; row++) {
                batches[i].requests.add(workload.next(), key(random, System.currentTimeMillis()));
            }
        }
        return batches;
    }

    /** A decided batch of this size, with arbitrary after-images. */
    public static TransactionBatch decidedBatch(int branches, int size) {
        TransactionBatch batch = batches(branches, size, 1)[0];
        for (int row = 0; row < size; row++) {
            long amount = batch.requests.amount[row];
            batch.commit(row, amount, 0, 10 * amount, 100 * amount);
        }
        return batch;
    }

    /** Prepares a batch with its requests to follow a position. */
    public static void renew(TransactionBatch batch, long position) {
        batch.place(position + 1, position + 1);
    }

    /** A key as clients make it: a UUIDv7. */
    public static TransactionKey key(SplittableRandom random, long timeMillis) {
        return TransactionKey.of(0, TransactionKey.uuidV7(timeMillis, random.nextLong(), random.nextLong()));
    }
}
