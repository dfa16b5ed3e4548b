package org.debitcredit.bench;

import java.math.BigInteger;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Decision;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;

/**
 * The least that can be called a ledger: DebitCredit on arrays in memory. It stands on both sides of a comparison, so
 * that what differs is only how requests reach it and the disk.
 */
final class ArrayLedger implements Ledger {

    private final BankScale scale;
    private final long[] accounts;
    private final long[] tellers;
    private final long[] branches;
    private Mark mark;

    ArrayLedger(BankIdentity identity) {
        scale = identity.scale();
        accounts = new long[Math.toIntExact(scale.accounts())];
        tellers = new long[Math.toIntExact(scale.tellers())];
        branches = new long[scale.branches()];
        mark = Mark.founding(identity.id());
    }

    @Override
    public Mark mark() {
        return mark;
    }

    @Override
    public void execute(TransactionBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            if (Decision.refuseUnknown(scale, batch, row)) {
                continue;
            }
            int account = accountIndex(batch.requests.account[row]);
            int teller = tellerIndex(batch.requests.teller[row]);
            int branch = (int) BankScale.branchOf(batch.requests.teller[row]);
            if (Decision.decide(batch, row, accounts[account], 0, tellers[teller], branches[branch])) {
                accounts[account] = batch.balance[row];
                tellers[teller] = batch.tellerBalance[row];
                branches[branch] = batch.branchBalance[row];
            }
        }
    }

    @Override
    public void commit(Mark newMark) {
        mark = newMark;
    }

    @Override
    public void redo(TransactionBatch batch, int fromRow, Mark newMark) {
        throw new UnsupportedOperationException("nothing is recovered here");
    }

    @Override
    public void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
        for (int i = 0; i < count; i++) {
            balancesMinor[i] = switch (kind) {
                case ACCOUNT -> accounts[accountIndex(ids[i])];
                case TELLER -> tellers[tellerIndex(ids[i])];
                case BRANCH -> branches[(int) ids[i]];
            };
        }
    }

    /** It keeps no history: that sum is given as the accounts'. */
    @Override
    public Totals totals() {
        BigInteger accountSum = sum(accounts);
        return new Totals(accountSum, sum(tellers), sum(branches), accountSum, mark.position(), branchesDiffering());
    }

    @Override
    public void close() {}

    private int accountIndex(long id) {
        return (int) BankScale.branchOf(id) * scale.accountsPerBranch() + BankScale.sequenceOf(id);
    }

    private int tellerIndex(long id) {
        return (int) BankScale.branchOf(id) * scale.tellersPerBranch() + BankScale.sequenceOf(id);
    }

    private long branchesDiffering() {
        long differing = 0;
        for (int branch = 0; branch < branches.length; branch++) {
            long tills = 0;
            for (int n = 0; n < scale.tellersPerBranch(); n++) {
                tills += tellers[branch * scale.tellersPerBranch() + n];
            }
            differing += tills == branches[branch] ? 0 : 1;
        }
        return differing;
    }

    private static BigInteger sum(long[] balances) {
        BigInteger sum = BigInteger.ZERO;
        for (long balance : balances) {
            sum = sum.add(BigInteger.valueOf(balance));
        }
        return sum;
    }
}
