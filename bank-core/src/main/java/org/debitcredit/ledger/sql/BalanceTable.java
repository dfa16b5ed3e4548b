package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.ACCOUNT;
import static org.debitcredit.ledger.sql.schema.Tables.BRANCH;
import static org.debitcredit.ledger.sql.schema.Tables.TELLER;
import static org.jooq.impl.DSL.inline;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;

/**
 * One of the three tables of balances, read and written by sets of rows: one statement each, whatever the number of
 * rows. The statements are rendered and prepared once.
 */
final class BalanceTable {

    /** Rows that one statement loads: as many as a large batch touches. */
    private static final int LOAD_ROWS = 10_000;

    private static final Field<Long> KEY_ID = ArrayTable.column("id");
    private static final Field<Long> KEY_BALANCE = ArrayTable.column("balance");

    private final BalanceKind kind;
    private final Dialect dialect;
    private final PreparedStatement read;
    private final PreparedStatement write;
    private final LongColumn changedIds = new LongColumn();
    private final LongColumn changedBalances = new LongColumn();

    BalanceTable(BalanceKind kind, Connection connection, DSLContext jooq, Dialect dialect) throws SQLException {
        this.kind = kind;
        this.dialect = dialect;
        this.read = connection.prepareStatement(readSql(kind, jooq, dialect));
        this.write = connection.prepareStatement(writeSql(kind, jooq, dialect));
    }

    /** Loads the balance of every touched row. */
    void read(TouchedRows rows) throws SQLException {
        if (rows.size() == 0) {
            return;
        }
        read.setObject(1, rows.sortedIds().parameter(dialect));
        int found = 0;
        try (ResultSet result = read.executeQuery()) {
            while (result.next()) {
                rows.load(rows.slotOf(result.getLong(1)), result.getLong(2));
                found++;
            }
        }
        requireAll(kind, "found", found, rows.size());
    }

    /** Writes the balance of every changed row. */
    void write(TouchedRows rows) throws SQLException {
        changedIds.clear();
        changedBalances.clear();
        rows.changedTo(changedIds, changedBalances);
        writeChanged();
    }

    /** Writes balances by dense index into a table where all are 0. */
    void load(BankScale scale, long from, int count, long[] balancesMinor) throws SQLException {
        int done = 0;
        while (done < count) {
            int end = Math.min(count, done + LOAD_ROWS);
            changedIds.clear();
            changedBalances.clear();
            for (int i = done; i < end; i++) {
                if (balancesMinor[i] != 0) {
                    changedIds.add(kind.idAt(scale, from + i));
                    changedBalances.add(balancesMinor[i]);
                }
            }
            writeChanged();
            done = end;
        }
    }

    private void writeChanged() throws SQLException {
        if (changedIds.size() == 0) {
            return;
        }
        write.setObject(1, changedIds.parameter(dialect));
        write.setObject(2, changedBalances.parameter(dialect));
        requireAll(kind, "wrote", write.executeUpdate(), changedIds.size());
    }

    static void requireAll(BalanceKind kind, String did, int rows, int expected) {
        if (rows != expected) {
            throw new IllegalStateException(
                    did + " " + rows + " " + kind + " rows of " + expected + ": the database lacks some of its bank");
        }
    }

    static String readSql(BalanceKind kind, DSLContext jooq, Dialect dialect) {
        Table<?> table = table(kind);
        return jooq.render(jooq.select(KEY_ID, balance(kind))
                .from(ArrayTable.of("id"))
                .join(table)
                .on(isKey(kind, dialect)));
    }

    static String writeSql(BalanceKind kind, DSLContext jooq, Dialect dialect) {
        return jooq.render(jooq.mergeInto(table(kind))
                .using(ArrayTable.of("id", "balance"))
                .on(isKey(kind, dialect))
                .whenMatchedThenUpdate()
                .set(balance(kind), KEY_BALANCE));
    }

    /** The branch leads the key, so that a bank can be spread over machines by branch; it is the id's millions part. */
    private static Condition isKey(BalanceKind kind, Dialect dialect) {
        Condition isId = id(kind).eq(KEY_ID);
        return isKeyedByBranch(kind, dialect)
                ? branch(kind).eq(branchOf(KEY_ID)).and(isId)
                : isId;
    }

    /** Whether the key is (branch, id); else it is the id. */
    static boolean isKeyedByBranch(BalanceKind kind, Dialect dialect) {
        return kind != BalanceKind.BRANCH && !dialect.isKeyedByIdAlone();
    }

    /** The branch of an existing teller or account. */
    static Field<Long> branchOf(Field<Long> id) {
        return id.div(inline(BankScale.ID_RADIX));
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
