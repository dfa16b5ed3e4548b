package org.debitcredit.ledger.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Decision;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.jooq.DSLContext;

/**
 * The balances of accounts, tellers and branches, changed by batches. Each row is read once and written once, by {@link
 * #write}.
 */
final class Balances {

    private final BankScale scale;
    private final BalanceTable accountTable;
    private final BalanceTable tellerTable;
    private final BalanceTable branchTable;
    private final TouchedRows accounts = new TouchedRows();
    private final TouchedRows tellers = new TouchedRows();
    private final TouchedRows branches = new TouchedRows();

    Balances(BankScale scale, Connection connection, DSLContext jooq, Dialect dialect) throws SQLException {
        this.scale = scale;
        this.accountTable = new BalanceTable(BalanceKind.ACCOUNT, connection, jooq, dialect);
        this.tellerTable = new BalanceTable(BalanceKind.TELLER, connection, jooq, dialect);
        this.branchTable = new BalanceTable(BalanceKind.BRANCH, connection, jooq, dialect);
    }

    /**
     * Decides the batch on what the tables hold, in order.
     *
     * @throws MissingRows if rows are missing in them; nothing is decided then
     */
    void decide(TransactionBatch batch) throws SQLException {
        clear();
        touchKnown(batch);
        accountTable.read(accounts);
        tellerTable.read(tellers);
        branchTable.read(branches);
        requireLoaded(BalanceKind.values());
        boolean hasReversals = batch.requests.hasReversals();
        for (int row = 0; row < batch.size(); row++) {
            if (hasReversals && batch.isReversal(row)) {
                decideReversal(batch, row);
            } else if (!(hasReversals && Decision.refuseTombstone(batch, row))
                    && !Decision.refuseUnknown(scale, batch, row)) {
                decideKnown(batch, row);
            }
        }
    }

    private void decideReversal(TransactionBatch batch, int row) {
        int account = accounts.slotOf(batch.requests.account[row]);
        if (!Decision.posts(scale, batch, row, account < 0 ? 0 : accounts.balance(account))) {
            return;
        }
        long targetId = batch.requests.target[row];
        long tellerId = batch.requests.teller[row];
        int target = targetId == Transaction.NO_TARGET ? account : accounts.slotOf(targetId);
        int teller = tellers.slotOf(tellerId);
        int branch = branches.slotOf(BankScale.branchOf(tellerId));
        boolean committed = Decision.decideReversal(
                batch,
                row,
                accounts.balance(account),
                accounts.balance(target),
                tellers.balance(teller),
                branches.balance(branch));
        if (committed) {
            take(batch, row, account, target, teller, branch);
        }
    }

    /**
     * Overwrites balances with the after-images of batches in sequence, merged to the last one of each row. Only the
     * rows of accounts are read, for the position of the last posting of each.
     *
     * @param fromRow first row of the first batch
     * @throws MissingRows if some of the accounts are missing in the tables
     */
    void overwrite(List<TransactionBatch> batches, int fromRow) throws SQLException {
        clear();
        int from = fromRow;
        for (TransactionBatch batch : batches) {
            for (int row = from; row < batch.size(); row++) {
                if (batch.isPosted(row)) {
                    touchAccounts(batch, row);
                }
            }
            from = 0;
        }
        accountTable.read(accounts);
        requireLoaded(BalanceKind.ACCOUNT);
        from = fromRow;
        for (TransactionBatch batch : batches) {
            for (int row = from; row < batch.size(); row++) {
                if (batch.isPosted(row)) {
                    takeAfterImages(batch, row);
                }
            }
            from = 0;
        }
    }

    /**
     * Notes a posting of the batches just taken.
     *
     * @return position of the account's posting before it; 0 when there is none
     */
    long post(long account, long position) {
        return accounts.post(accounts.slotOf(account), position);
    }

    /**
     * Writes what was changed.
     *
     * @throws MissingRows if rows are missing in the tables, possibly deleted since they were read
     */
    void write() throws SQLException {
        for (BalanceKind kind : BalanceKind.values()) {
            TouchedRows rows = rows(kind);
            if (!table(kind).write(rows)) {
                rows.forgetLoaded();
                table(kind).read(rows);
                requireLoaded(kind);
                throw new IllegalStateException(kind + " rows disappeared and came back while they were written");
            }
        }
    }

    /**
     * Reads balances in the order of the ids, which may repeat.
     *
     * @throws MissingRows if some of them are missing in the table
     */
    void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) throws SQLException {
        TouchedRows rows = rows(kind);
        rows.clear();
        for (int i = 0; i < count; i++) {
            rows.touch(ids[i]);
        }
        table(kind).read(rows);
        requireLoaded(kind);
        for (int i = 0; i < count; i++) {
            balancesMinor[i] = rows.balance(rows.slotOf(ids[i]));
        }
    }

    /** Writes balances by dense index into tables where all are 0. */
    void load(BalanceKind kind, long from, int count, long[] balancesMinor) throws SQLException {
        table(kind).load(scale, from, count, balancesMinor);
    }

    private void requireLoaded(BalanceKind... kinds) {
        boolean areAll = true;
        for (BalanceKind kind : kinds) {
            areAll &= rows(kind).areAllLoaded();
        }
        if (areAll) {
            return;
        }
        Map<BalanceKind, Set<Long>> missing = new EnumMap<>(BalanceKind.class);
        for (BalanceKind kind : kinds) {
            missing.put(kind, rows(kind).notLoaded());
        }
        throw new MissingRows(missing);
    }

    private void clear() {
        accounts.clear();
        tellers.clear();
        branches.clear();
    }

    private void touchKnown(TransactionBatch batch) {
        boolean hasReversals = batch.requests.hasReversals();
        for (int row = 0; row < batch.size(); row++) {
            if (hasReversals && batch.isReversal(row)) {
                touchReversal(batch, row);
                continue;
            }
            if ((hasReversals && Decision.refuseTombstone(batch, row)) || Decision.refuseUnknown(scale, batch, row)) {
                continue;
            }
            long teller = batch.requests.teller[row];
            touchAccounts(batch, row);
            tellers.touch(teller);
            branches.touch(BankScale.branchOf(teller));
        }
    }

    /** If its original was refused, some of its ids may not exist. */
    private void touchReversal(TransactionBatch batch, int row) {
        long account = batch.requests.account[row];
        long target = batch.requests.target[row];
        long teller = batch.requests.teller[row];
        if (scale.hasAccount(account)) {
            accounts.touch(account);
        }
        if (scale.hasAccount(target)) {
            accounts.touch(target);
        }
        if (scale.hasTeller(teller)) {
            tellers.touch(teller);
            branches.touch(BankScale.branchOf(teller));
        }
    }

    private void touchAccounts(TransactionBatch batch, int row) {
        accounts.touch(batch.requests.account[row]);
        if (batch.postsToTarget(row)) {
            accounts.touch(batch.requests.target[row]);
        }
    }

    private void decideKnown(TransactionBatch batch, int row) {
        long tellerId = batch.requests.teller[row];
        boolean transfer = batch.isTransfer(row);
        int account = accounts.slotOf(batch.requests.account[row]);
        int target = transfer ? accounts.slotOf(batch.requests.target[row]) : account;
        int teller = tellers.slotOf(tellerId);
        int branch = branches.slotOf(BankScale.branchOf(tellerId));
        boolean committed = Decision.decide(
                batch,
                row,
                accounts.balance(account),
                accounts.balance(target),
                tellers.balance(teller),
                branches.balance(branch));
        if (committed) {
            take(batch, row, account, target, teller, branch);
        }
    }

    private void take(TransactionBatch batch, int row, int account, int target, int teller, int branch) {
        accounts.change(account, batch.balance[row]);
        if (batch.postsToTarget(row)) {
            accounts.change(target, batch.targetBalance[row]);
        } else {
            tellers.change(teller, batch.tellerBalance[row]);
            branches.change(branch, batch.branchBalance[row]);
        }
    }

    private void takeAfterImages(TransactionBatch batch, int row) {
        long teller = batch.requests.teller[row];
        accounts.change(accounts.slotOf(batch.requests.account[row]), batch.balance[row]);
        tellers.change(tellers.touch(teller), batch.tellerBalance[row]);
        branches.change(branches.touch(BankScale.branchOf(teller)), batch.branchBalance[row]);
        if (batch.postsToTarget(row)) {
            accounts.change(accounts.slotOf(batch.requests.target[row]), batch.targetBalance[row]);
        }
    }

    private TouchedRows rows(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> accounts;
            case TELLER -> tellers;
            case BRANCH -> branches;
        };
    }

    private BalanceTable table(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> accountTable;
            case TELLER -> tellerTable;
            case BRANCH -> branchTable;
        };
    }
}
