package org.debitcredit.ledger.memory;

import java.math.BigInteger;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Decision;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;

/** The balances of one bank, and totals of its history: number and sum of the postings for each branch. */
final class MemoryBank {

    /** Rows of a batch that are located and then decided. They are few enough to stay in the first-level cache. */
    private static final int STRETCH = 256;

    private static final long UNKNOWN = -1;

    private final BankScale scale;
    /** Parts of the scale, by which an id becomes an index. */
    private final long branchCount;

    private final long accountsPerBranch;
    private final long tellersPerBranch;

    private final BalanceArray accounts;
    private final BalanceArray tellers;
    private final BalanceArray branches;
    /** Postings by branch. */
    private final long[] historyRows;
    /**
     * Sum of the postings by branch, minor units. It equals the branch's balance, so it never exceeds 64 bits either.
     */
    private final long[] historySums;
    /** Dense indexes of the accounts, tellers and branches of the current rows. */
    private final long[] accountAt = new long[STRETCH];

    private final long[] tellerAt = new long[STRETCH];
    private final long[] branchAt = new long[STRETCH];
    /** The result of {@link #load}. It is stored only so that the compiler does not remove the loads. */
    private long loadedSum;

    /** A bank just founded. Takes the memory for all of it at once, zeroed. */
    MemoryBank(BankScale scale, int segmentBits) {
        requireRoom(scale, Runtime.getRuntime().maxMemory());
        this.scale = scale;
        this.branchCount = scale.branches();
        this.accountsPerBranch = scale.accountsPerBranch();
        this.tellersPerBranch = scale.tellersPerBranch();
        this.accounts = new BalanceArray(scale.accounts(), segmentBits);
        this.tellers = new BalanceArray(scale.tellers(), segmentBits);
        this.branches = new BalanceArray(scale.branches(), segmentBits);
        this.historyRows = new long[scale.branches()];
        this.historySums = new long[scale.branches()];
    }

    /** Checked before the arrays are allocated, because an error in the middle would not say how much is missing. */
    private static void requireRoom(BankScale scale, long heapBytesMax) {
        long bytes = Long.BYTES * (scale.accounts() + scale.tellers() + 3L * scale.branches());
        if (bytes > heapBytesMax) {
            throw new IllegalStateException("a bank of " + scale + " needs " + bytes
                    + " bytes of heap; the JVM has at most " + heapBytesMax + ". Set a larger -Xmx");
        }
    }

    /**
     * Decides the batch in order, so that each row sees the results of earlier ones. It goes over each group of rows
     * three times: to compute where the balances are, to load those of the accounts with overlapping cache misses, and
     * to decide once they are in the cache.
     */
    void decide(TransactionBatch batch) {
        boolean hasReversals = batch.requests.hasReversals();
        for (int from = 0; from < batch.size(); from += STRETCH) {
            int count = Math.min(STRETCH, batch.size() - from);
            locate(batch, from, count);
            load(count);
            if (hasReversals) {
                decideWithReversals(batch, from, count);
                continue;
            }
            for (int i = 0; i < count; i++) {
                decide(batch, from + i, i);
            }
        }
    }

    private void decideWithReversals(TransactionBatch batch, int from, int count) {
        for (int i = 0; i < count; i++) {
            if (batch.isReversal(from + i)) {
                decideReversal(batch, from + i, i);
            } else if (!Decision.refuseTombstone(batch, from + i)) {
                decide(batch, from + i, i);
            }
        }
    }

    private void decideReversal(TransactionBatch batch, int row, int i) {
        RequestColumns requests = batch.requests;
        boolean hasAccount = scale.hasAccount(requests.account[row]);
        long balance = hasAccount ? accounts.get(accountAt(requests.account[row])) : 0;
        if (!Decision.posts(scale, batch, row, balance)) {
            return;
        }
        long account = accountAt[i];
        long target = requests.target[row] == Transaction.NO_TARGET ? account : accountAt(requests.target[row]);
        long teller = tellerAt[i];
        long branch = branchAt[i];
        if (Decision.decideReversal(
                batch, row, balance, accounts.get(target), tellers.get(teller), branches.get(branch))) {
            take(batch, row, account, teller, branch, batch.postsToTarget(row));
        }
    }

    private void locate(TransactionBatch batch, int from, int count) {
        for (int i = 0; i < count; i++) {
            long account = batch.requests.account[from + i];
            long teller = batch.requests.teller[from + i];
            long accountBranch = branchOf(account);
            long accountSequence = account - accountBranch * BankScale.ID_RADIX;
            long branch = branchOf(teller);
            long tellerSequence = teller - branch * BankScale.ID_RADIX;
            boolean exist = (account | teller) >= 0
                    && accountBranch < branchCount
                    && branch < branchCount
                    && accountSequence < accountsPerBranch
                    && tellerSequence < tellersPerBranch;
            accountAt[i] = exist ? accountBranch * accountsPerBranch + accountSequence : 0;
            tellerAt[i] = exist ? branch * tellersPerBranch + tellerSequence : UNKNOWN;
            branchAt[i] = branch;
        }
    }

    private void load(int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += accounts.get(accountAt[i]);
        }
        loadedSum = sum;
    }

    private void decide(TransactionBatch batch, int row, int i) {
        if ((tellerAt[i] == UNKNOWN || batch.isTransfer(row)) && Decision.refuseUnknown(scale, batch, row)) {
            return;
        }
        long account = accountAt[i];
        long target = batch.isTransfer(row) ? accountAt(batch.requests.target[row]) : account;
        long teller = tellerAt[i];
        long branch = branchAt[i];
        if (Decision.decide(
                batch, row, accounts.get(account), accounts.get(target), tellers.get(teller), branches.get(branch))) {
            take(batch, row, account, teller, branch, batch.isTransfer(row));
        }
    }

    /** Overwrites with the batch's after-images from {@code fromRow} on, and counts their postings. */
    void overwrite(TransactionBatch batch, int fromRow) {
        for (int row = fromRow; row < batch.size(); row++) {
            if (batch.isPosted(row)) {
                long branch = branchOf(batch.requests.teller[row]);
                take(
                        batch,
                        row,
                        accountAt(batch.requests.account[row]),
                        tellerAt(batch.requests.teller[row], branch),
                        branch,
                        batch.postsToTarget(row));
            }
        }
    }

    /** Applies a posted row's after-images. A transfer's two postings add up to 0 at its branch. */
    private void take(TransactionBatch batch, int row, long account, long teller, long branch, boolean postsToTarget) {
        accounts.set(account, batch.balance[row]);
        tellers.set(teller, batch.tellerBalance[row]);
        branches.set(branch, batch.branchBalance[row]);
        if (postsToTarget) {
            accounts.set(accountAt(batch.requests.target[row]), batch.targetBalance[row]);
            historyRows[(int) branch] += 2;
        } else {
            historyRows[(int) branch]++;
            historySums[(int) branch] += batch.postedToAccount(row);
        }
    }

    void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
        BalanceArray balances = balances(kind);
        for (int i = 0; i < count; i++) {
            balancesMinor[i] = balances.get(kind.indexOf(scale, ids[i]));
        }
    }

    BalanceArray balances(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> accounts;
            case TELLER -> tellers;
            case BRANCH -> branches;
        };
    }

    BranchHistory history() {
        return new BranchHistory(historyRows.clone(), historySums.clone());
    }

    void setHistory(BranchHistory history) {
        System.arraycopy(history.rows(), 0, historyRows, 0, scale.branches());
        System.arraycopy(history.sumsMinor(), 0, historySums, 0, scale.branches());
    }

    Totals totals() {
        BigInteger history = BigInteger.ZERO;
        long rows = 0;
        for (int branch = 0; branch < scale.branches(); branch++) {
            history = history.add(BigInteger.valueOf(historySums[branch]));
            rows += historyRows[branch];
        }
        return new Totals(
                accounts.sum(0, scale.accounts()),
                tellers.sum(0, scale.tellers()),
                branches.sum(0, scale.branches()),
                history,
                rows,
                branchesDiffering());
    }

    private long branchesDiffering() {
        long differing = 0;
        for (int branch = 0; branch < scale.branches(); branch++) {
            BigInteger tills = tellers.sum(branch * tellersPerBranch, tellersPerBranch);
            differing += tills.equals(BigInteger.valueOf(branches.get(branch))) ? 0 : 1;
        }
        return differing;
    }

    /** The branch of an id that is not negative, by a plain division, unlike {@link BankScale#branchOf}. */
    private static long branchOf(long id) {
        return id / BankScale.ID_RADIX;
    }

    private long accountAt(long id) {
        long branch = branchOf(id);
        return id - branch * (BankScale.ID_RADIX - accountsPerBranch);
    }

    private long tellerAt(long id, long branch) {
        return id - branch * (BankScale.ID_RADIX - tellersPerBranch);
    }
}
