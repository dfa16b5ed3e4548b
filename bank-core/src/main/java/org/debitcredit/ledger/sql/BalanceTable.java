package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.ACCOUNT;
import static org.debitcredit.ledger.sql.schema.Tables.BRANCH;
import static org.debitcredit.ledger.sql.schema.Tables.TELLER;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;

/**
 * One of the three tables of balances, read and written by sets of rows: one statement each, whatever the number of
 * rows. The statements are rendered and prepared once. An account's row also names its last posting.
 */
final class BalanceTable {

    /** Rows that one statement loads, about as many as a large batch touches. */
    private static final int LOAD_ROWS = 10_000;

    private static final Field<Long> KEY_BRANCH = RowSet.column("branch");
    private static final Field<Long> KEY_ID = RowSet.column("id");
    private static final Field<Long> KEY_BALANCE = RowSet.column("balance");
    private static final Field<Long> KEY_LAST_POSITION = RowSet.column("last_position");

    private final BalanceKind kind;
    private final Dialect dialect;
    private final PreparedStatement read;
    private final PreparedStatement write;
    private final LongColumn branches = new LongColumn();
    private final LongColumn changedIds = new LongColumn();
    private final LongColumn changedBalances = new LongColumn();
    private final LongColumn changedLastPositions = new LongColumn();
    /** The parameters of {@link #write}. */
    private final LongColumn[] written;

    BalanceTable(BalanceKind kind, Connection connection, DSLContext jooq, Dialect dialect) throws SQLException {
        this.kind = kind;
        this.dialect = dialect;
        this.read = connection.prepareStatement(readSql(kind, jooq, dialect));
        this.write = connection.prepareStatement(writeSql(kind, jooq, dialect));
        this.written = kind == BalanceKind.ACCOUNT
                ? new LongColumn[] {branches, changedIds, changedBalances, changedLastPositions}
                : new LongColumn[] {branches, changedIds, changedBalances};
    }

    /** Loads the balance of every touched row that exists. */
    void read(TouchedRows rows) throws SQLException {
        LongColumn ids = rows.sortedIds();
        dialect.rows().query(read, result -> load(rows, result), branchesOf(ids), ids);
    }

    private void load(TouchedRows rows, ResultSet result) throws SQLException {
        int slot = rows.slotOf(result.getLong(1));
        if (kind == BalanceKind.ACCOUNT) {
            rows.load(slot, result.getLong(2), result.getLong(3));
        } else {
            rows.load(slot, result.getLong(2));
        }
    }

    /**
     * Writes the balance of every changed row.
     *
     * @return whether all of them existed
     */
    boolean write(TouchedRows rows) throws SQLException {
        clearChanged();
        rows.changedTo(changedIds, changedBalances, changedLastPositions);
        return writeChanged() == changedIds.size();
    }

    /** Writes balances by dense index into a table where all are 0. */
    void load(BankScale scale, long from, int count, long[] balancesMinor) throws SQLException {
        int done = 0;
        while (done < count) {
            int end = Math.min(count, done + LOAD_ROWS);
            clearChanged();
            for (int i = done; i < end; i++) {
                if (balancesMinor[i] != 0) {
                    changedIds.add(kind.idAt(scale, from + i));
                    changedBalances.add(balancesMinor[i]);
                    changedLastPositions.add(0);
                }
            }
            requireAll(kind, "wrote", writeChanged(), changedIds.size());
            done = end;
        }
    }

    private int writeChanged() throws SQLException {
        branchesOf(changedIds);
        return dialect.rows().update(write, written);
    }

    private void clearChanged() {
        changedIds.clear();
        changedBalances.clear();
        changedLastPositions.clear();
    }

    static void requireAll(BalanceKind kind, String did, int rows, int expected) {
        if (rows != expected) {
            throw new IllegalStateException(did + " " + rows + " " + kind + " rows of " + expected
                    + ": rows of the bank are missing in the database");
        }
    }

    private LongColumn branchesOf(LongColumn ids) {
        branches.clear();
        for (int i = 0; i < ids.size(); i++) {
            branches.add(kind == BalanceKind.BRANCH ? ids.get(i) : BankScale.branchOf(ids.get(i)));
        }
        return branches;
    }

    static String readSql(BalanceKind kind, DSLContext jooq, Dialect dialect) {
        List<Field<Long>> columns = new ArrayList<>(List.of(KEY_ID, balance(kind)));
        if (kind == BalanceKind.ACCOUNT) {
            columns.add(ACCOUNT.LAST_POSITION);
        }
        return jooq.render(jooq.select(columns)
                .from(dialect.rows().table("branch", "id"))
                .join(table(kind))
                .on(isKey(kind, dialect)));
    }

    static String writeSql(BalanceKind kind, DSLContext jooq, Dialect dialect) {
        Map<Field<Long>, Field<Long>> values = new LinkedHashMap<>(Map.of(balance(kind), KEY_BALANCE));
        List<String> columns = new ArrayList<>(List.of("branch", "id", "balance"));
        if (kind == BalanceKind.ACCOUNT) {
            values.put(ACCOUNT.LAST_POSITION, KEY_LAST_POSITION);
            columns.add("last_position");
        }
        Table<?> rows = dialect.rows().table(columns.toArray(String[]::new));
        return jooq.render(dialect.update(jooq, table(kind), rows, isKey(kind, dialect), values));
    }

    /** The branch leads the key, so that a bank can be spread over machines by branch. */
    private static Condition isKey(BalanceKind kind, Dialect dialect) {
        Condition isId = id(kind).eq(KEY_ID);
        return isKeyedByBranch(kind, dialect) ? branch(kind).eq(KEY_BRANCH).and(isId) : isId;
    }

    /** Whether the key is (branch, id); else it is the id. */
    static boolean isKeyedByBranch(BalanceKind kind, Dialect dialect) {
        return kind != BalanceKind.BRANCH && !dialect.isKeyedByIdAlone();
    }

    static Table<?> table(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> ACCOUNT;
            case TELLER -> TELLER;
            case BRANCH -> BRANCH;
        };
    }

    static Field<Long> balance(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> ACCOUNT.BALANCE;
            case TELLER -> TELLER.TILL;
            case BRANCH -> BRANCH.BALANCE;
        };
    }

    static Field<Long> branch(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> ACCOUNT.BRANCH_ID;
            case TELLER -> TELLER.BRANCH_ID;
            case BRANCH -> BRANCH.BRANCH_ID;
        };
    }

    static Field<Long> id(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> ACCOUNT.ACCOUNT_ID;
            case TELLER -> TELLER.TELLER_ID;
            case BRANCH -> BRANCH.BRANCH_ID;
        };
    }
}
