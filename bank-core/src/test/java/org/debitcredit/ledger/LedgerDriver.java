package org.debitcredit.ledger;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;

/** A ledger with what the engine and the journal would do around it: positions, log positions and batches. */
public final class LedgerDriver {

    private static final UUID EPOCH = new UUID(4711, 1);

    public final Ledger ledger;
    private final BankIdentity identity;

    public LedgerDriver(Ledger ledger, BankIdentity identity) {
        this.ledger = ledger;
        this.identity = identity;
    }

    /** A batch that continues at the ledger's position. */
    public TransactionBatch batch(Transaction... transactions) {
        TransactionBatch batch = new TransactionBatch(transactions.length);
        batch.begin(nextPosition(), 1_700_000_000_000_000L);
        for (Transaction transaction : transactions) {
            batch.requests.add(transaction, new TransactionKey(0, 0, 0));
        }
        return batch;
    }

    public long nextPosition() {
        return ledger.logPosition().position() + 1;
    }

    /** Executes and commits. */
    public TransactionBatch run(TransactionBatch batch) {
        ledger.execute(batch);
        ledger.commit(logPositionAfter(batch));
        return batch;
    }

    /** Executes and commits as one batch; answers the outcomes. */
    public List<Outcome> run(Transaction... transactions) {
        TransactionBatch batch = run(batch(transactions));
        List<Outcome> outcomes = new ArrayList<>();
        for (int row = 0; row < batch.size(); row++) {
            outcomes.add(outcome(batch, row));
        }
        return outcomes;
    }

    public static Outcome outcome(TransactionBatch batch, int row) {
        return Outcome.of(batch.outcome[row], batch.firstPosition() + row, batch.balance[row]);
    }

    public void redo(TransactionBatch batch, int fromRow) {
        ledger.redo(batch, fromRow, logPositionAfter(batch));
    }

    /** The log position at the end of a batch. */
    public LogPosition logPositionAfter(TransactionBatch batch) {
        return logPositionAt(batch.lastPosition());
    }

    /** The log position at a position. */
    public LogPosition logPositionAt(long position) {
        return new LogPosition(identity.id(), EPOCH, position, Long.hashCode(position * 31));
    }

    public long balance(BalanceKind kind, long id) {
        return balances(kind, id)[0];
    }

    public long[] balances(BalanceKind kind, long... ids) {
        long[] balances = new long[ids.length];
        ledger.read(kind, ids, ids.length, balances);
        return balances;
    }

    /** Every balance of a kind, in the order of the ids. */
    public long[] allBalances(BalanceKind kind) {
        return balances(kind, allIds(identity.scale(), kind));
    }

    static long[] allIds(BankScale scale, BalanceKind kind) {
        int perBranch = kind == BalanceKind.ACCOUNT ? scale.accountsPerBranch() : scale.tellersPerBranch();
        List<Long> ids = new ArrayList<>();
        for (long branch = 0; branch < scale.branches(); branch++) {
            for (int sequence = 0; kind != BalanceKind.BRANCH && sequence < perBranch; sequence++) {
                ids.add(branch * BankScale.ID_RADIX + sequence);
            }
            if (kind == BalanceKind.BRANCH) {
                ids.add(branch);
            }
        }
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    /** Totals that agree on one sum. */
    static Totals totals(BigInteger sum, long historyRows) {
        return new Totals(sum, sum, sum, sum, historyRows, 0);
    }
}
