package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.ACCOUNT;
import static org.debitcredit.ledger.sql.schema.Tables.BRANCH;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.debitcredit.ledger.sql.schema.Tables.JOURNAL_POSITION;
import static org.debitcredit.ledger.sql.schema.Tables.TELLER;
import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_KEY;
import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_REFERENCE;
import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_REVERSAL;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.generateSeries;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;

import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.LogPosition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/**
 * Makes a database the database of one bank: writes the bank's identity into an empty one and fills it, all balances at
 * 0, and refuses one that holds any trace of another bank. An interrupted filling continues where it ended, but only
 * for the same bank, whose id is recorded in its data directory before the database is touched.
 */
final class Founding {

    /** Small enough to show progress and to limit the size of a database transaction. */
    private static final int ACCOUNTS_PER_STEP = 100_000;

    private final DSLContext jooq;
    private final SqlDatabase database;
    private final BankIdentity identity;

    Founding(DSLContext jooq, SqlDatabase database, BankIdentity identity) {
        this.jooq = jooq;
        this.database = database;
        this.identity = identity;
    }

    void found(PopulateProgress progress) {
        Record row = jooq.selectFrom(JOURNAL_POSITION)
                .where(JOURNAL_POSITION.ID.eq(LogPositionRow.ID))
                .fetchOne();
        if (row == null) {
            requireEmpty();
            insertOwner();
        } else if (!owner(row).equals(identity)) {
            throw new IllegalStateException(database + " holds " + owner(row) + ", not " + identity
                    + ". Start that bank's data directory with this database, or use an empty database");
        }
        populate(progress);
    }

    static BankIdentity owner(Record row) {
        return new BankIdentity(
                UUID.fromString(row.get(JOURNAL_POSITION.BANK_ID)),
                new BankScale(
                        row.get(JOURNAL_POSITION.BRANCHES),
                        row.get(JOURNAL_POSITION.TELLERS_PER_BRANCH),
                        row.get(JOURNAL_POSITION.ACCOUNTS_PER_BRANCH)),
                Currency.getInstance(row.get(JOURNAL_POSITION.CURRENCY)));
    }

    private void requireEmpty() {
        List<Table<?>> tables =
                new ArrayList<>(List.of(BRANCH, TELLER, ACCOUNT, HISTORY, TRANSACTION_REFERENCE, TRANSACTION_REVERSAL));
        if (!database.dialect().hasKeysInHistory()) {
            tables.add(TRANSACTION_KEY);
        }
        for (Table<?> table : tables) {
            if (jooq.fetchExists(table)) {
                throw new IllegalStateException(database + " names no bank, but its table " + table.getName()
                        + " has rows, so it holds or held a bank. Restore it from its own backup, or use an "
                        + "empty database");
            }
        }
    }

    private void insertOwner() {
        LogPosition logPosition = LogPosition.founding(identity.id());
        jooq.insertInto(JOURNAL_POSITION)
                .set(JOURNAL_POSITION.ID, LogPositionRow.ID)
                .set(JOURNAL_POSITION.BANK_ID, logPosition.bank().toString())
                .set(JOURNAL_POSITION.EPOCH_ID, logPosition.epoch().toString())
                .set(JOURNAL_POSITION.POSITION, logPosition.position())
                .set(JOURNAL_POSITION.CHAIN_CHECKSUM, logPosition.chainChecksum())
                .set(JOURNAL_POSITION.BRANCHES, identity.scale().branches())
                .set(JOURNAL_POSITION.TELLERS_PER_BRANCH, identity.scale().tellersPerBranch())
                .set(JOURNAL_POSITION.ACCOUNTS_PER_BRANCH, identity.scale().accountsPerBranch())
                .set(JOURNAL_POSITION.CURRENCY, identity.currency().getCurrencyCode())
                .execute();
    }

    private void populate(PopulateProgress progress) {
        BankScale scale = identity.scale();
        int branchesPerStep = Math.max(1, ACCOUNTS_PER_STEP / scale.accountsPerBranch());
        int next = branchesThere();
        while (next < scale.branches()) {
            int first = next;
            int last = Math.min(next + branchesPerStep, scale.branches()) - 1;
            jooq.transaction(step -> insertBranches(step.dsl(), first, last));
            next = last + 1;
            progress.filled((long) next * scale.accountsPerBranch(), scale.accounts());
        }
    }

    private int branchesThere() {
        Long last =
                jooq.select(max(BRANCH.BRANCH_ID)).from(BRANCH).fetchSingle().value1();
        return last == null ? 0 : Math.toIntExact(last + 1);
    }

    private void insertBranches(DSLContext step, int first, int last) {
        BankScale scale = identity.scale();
        Table<Record1<Integer>> branches = series("b", first, last);
        Field<Long> branch = number("b");
        Field<Long> id = branch.mul(inline((long) BankScale.ID_RADIX)).plus(number("n"));
        Field<Long> zero = inline(0L);
        step.insertInto(BRANCH, BRANCH.BRANCH_ID, BRANCH.BALANCE)
                .select(select(branch, zero).from(branches))
                .execute();
        step.insertInto(TELLER, TELLER.BRANCH_ID, TELLER.TELLER_ID, TELLER.TILL)
                .select(select(branch, id, zero).from(branches.crossJoin(series("n", 0, scale.tellersPerBranch() - 1))))
                .execute();
        step.insertInto(ACCOUNT, ACCOUNT.BRANCH_ID, ACCOUNT.ACCOUNT_ID, ACCOUNT.BALANCE)
                .select(select(branch, id, zero)
                        .from(branches.crossJoin(series("n", 0, scale.accountsPerBranch() - 1))))
                .execute();
    }

    private static Table<Record1<Integer>> series(String alias, int first, int last) {
        return generateSeries(inline(first), inline(last)).as(alias, "number");
    }

    private static Field<Long> number(String alias) {
        return field(name(alias, "number"), SQLDataType.INTEGER).cast(SQLDataType.BIGINT);
    }
}
