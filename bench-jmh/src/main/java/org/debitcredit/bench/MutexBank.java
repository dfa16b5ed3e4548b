package org.debitcredit.bench;

import java.io.IOException;
import org.debitcredit.bank.Clocks;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;

/**
 * The baseline of the article: a mutex around the ledger and a log write per request, on the thread of the requesting
 * connection. A request's record is the same document as that of group commit, of one row. The force is outside of the
 * mutex, so that the forces of several connections can overlap and the disk can group them.
 */
final class MutexBank {

    private final Object mutex = new Object();
    private final Ledger ledger;
    private final JournalWriter journal;
    private final TransactionBatch batch = new TransactionBatch(1);

    MutexBank(Ledger ledger, JournalWriter journal) {
        this.ledger = ledger;
        this.journal = journal;
    }

    /** Executes one transaction and returns the account's balance, after it was written and forced. */
    long execute(Transaction transaction, TransactionKey key) throws IOException {
        long balance;
        synchronized (mutex) {
            batch.begin(
                    ledger.logPosition().position() + 1,
                    Math.max(Clocks.SYSTEM.wallMicros().getAsLong(), journal.timestampMicros()));
            batch.requests.add(transaction, key);
            ledger.execute(batch);
            journal.append(batch);
            LogPosition logPosition = journal.logPosition();
            ledger.commit(logPosition);
            balance = batch.balance[0];
        }
        journal.force();
        return balance;
    }
}
