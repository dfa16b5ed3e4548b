package org.debitcredit.it;

import java.util.Random;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;

/** Batches of random DebitCredits, each under one run of new keys. */
final class RandomBatches {

    private RandomBatches() {}

    static RequestColumns next(Random random, int rows) {
        RequestColumns batch = new RequestColumns(rows);
        for (int row = 0; row < rows; row++) {
            long branch = random.nextInt(ServerCommand.BRANCHES) * 1_000_000L;
            batch.addContent(
                    TransactionType.DEBIT_CREDIT.code(),
                    branch + random.nextInt(10),
                    branch + random.nextInt(10_000),
                    -1,
                    1 + random.nextInt(99_999));
        }
        TransactionKey first = TransactionKey.of(
                0,
                TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong() & -(1L << 20)));
        batch.keys.add(0, first.high(), first.low(), rows);
        return batch;
    }
}
