package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.ACCOUNT;
import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.debitcredit.ledger.sql.schema.Tables.JOURNAL_POSITION;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.AccountStatement;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.ledger.StatementCursor;
import org.debitcredit.ledger.Statements;
import org.jooq.CommonTableExpression;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Name;
import org.jooq.Record4;
import org.jooq.Result;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * Statements from the history: backwards from an account's last posting, since each posting names the previous one. The
 * database follows these links itself, many in one statement, through the history's own key. Each page uses one
 * connection of the pool, and the number of pages that are read at once is limited, because the pool's other
 * connections are for the writer and for copies.
 */
final class StatementReader implements Statements {

    /** Statements that are read at once; each holds a connection. */
    static final int AT_ONCE_MAX = 4;

    /**
     * How long a page waits until it may be read. A later answer would be useless (the service's own limit is 2 s).
     */
    static final long WAIT_MILLIS_MAX = 2_000;

    /**
     * Postings that are read for one page. A page of a period long ago may be empty and still be followed by others.
     */
    private static final int LOOKED_AT_MAX = 2_000;

    /** Postings fetched at once at least. */
    private static final int FETCHED_MIN = 100;

    private static final int ANSWER_MILLIS_MAX = 10_000;

    private static final Name CHAIN = name("chain");
    private static final Field<Integer> STEP = DSL.field(CHAIN.append("step"), SQLDataType.INTEGER);
    private static final Field<Long> PREVIOUS = DSL.field(CHAIN.append("previous_position"), SQLDataType.BIGINT);

    private final HikariDataSource pool;
    private final Dialect dialect;
    private final long waitMillisMax;
    private final Semaphore places = new Semaphore(AT_ONCE_MAX, true);

    StatementReader(HikariDataSource pool, Dialect dialect, long waitMillisMax) {
        this.pool = pool;
        this.dialect = dialect;
        this.waitMillisMax = waitMillisMax;
    }

    @Override
    public AccountStatement latest(long account, Period period, int limit) {
        return read(jooq -> latest(jooq, account, period, limit));
    }

    AccountStatement latest(DSLContext jooq, long account, Period period, int limit) {
        var found = jooq.select(ACCOUNT.BALANCE, ACCOUNT.LAST_POSITION, JOURNAL_POSITION.POSITION)
                .from(ACCOUNT.crossJoin(JOURNAL_POSITION))
                .where(ACCOUNT.BRANCH_ID.eq(BankScale.branchOf(account)))
                .and(ACCOUNT.ACCOUNT_ID.eq(account))
                .fetchOne();
        if (found == null) {
            throw MissingRows.of(BalanceKind.ACCOUNT, account);
        }
        return page(jooq, new Beginning(account, period, found.value3(), found.value2(), found.value1()), limit);
    }

    @Override
    public AccountStatement further(StatementCursor from, int limit) {
        return read(jooq -> {
            var read = jooq.select(HISTORY.TIMESTAMP_MICROS, HISTORY.PREVIOUS_POSITION)
                    .from(HISTORY)
                    .where(dialect.isPosting(inline(from.readPosition())))
                    .and(HISTORY.ACCOUNT_ID.eq(inline(from.account())))
                    .fetchOne();
            if (read == null || read.value1() != from.readMicros()) {
                throw noSuchPosting(jooq, from.account(), from.readPosition());
            }
            return page(
                    jooq,
                    new Beginning(from.account(), from.period(), from.asOf(), read.value2(), from.balanceMinor()),
                    limit);
        });
    }

    private AccountStatement page(DSLContext jooq, Beginning from, int limit) {
        long historyAfter = LogPositionRow.begunAfter(jooq);
        List<AccountStatement.Posting> postings = new ArrayList<>();
        StatementCursor next = null;
        long position = from.position();
        long balance = from.balanceMinor();
        int lookedAt = 0;
        while (position > historyAfter && postings.size() < limit && lookedAt < LOOKED_AT_MAX) {
            Result<Record4<Long, Long, Long, Long>> chain =
                    chain(jooq, from.account(), position, Math.max(limit, FETCHED_MIN));
            if (chain.isEmpty()) {
                historyAfter = requireCutThrough(jooq, from.account(), position);
            }
            for (Record4<Long, Long, Long, Long> posting : chain) {
                long micros = posting.value1();
                if (micros < from.period().fromMicros()) {
                    position = 0;
                    break;
                }
                if (micros < from.period().untilMicros()) {
                    postings.add(new AccountStatement.Posting(
                            position, micros, posting.value2(), posting.value3(), balance, null, null, 0));
                }
                lookedAt++;
                balance -= posting.value3();
                next = new StatementCursor(from.account(), from.period(), from.asOf(), position, micros, balance);
                position = posting.value4();
                if (postings.size() == limit) {
                    break;
                }
            }
        }
        List<AccountStatement.Posting> shown = withKeys(jooq, postings);
        // Postings that are removed meanwhile may have lost their key or reference, so they are not shown.
        long cutThrough = Math.max(historyAfter, LogPositionRow.begunAfter(jooq));
        boolean isCut = shown.removeIf(posting -> posting.position() <= cutThrough);
        return new AccountStatement(
                from.account(),
                from.asOf(),
                from.balanceMinor(),
                cutThrough + 1,
                shown,
                !isCut && position > cutThrough ? next : null);
    }

    private List<AccountStatement.Posting> withKeys(DSLContext jooq, List<AccountStatement.Posting> postings) {
        KeyQuery found = KeyQuery.of(
                jooq,
                dialect,
                postings.stream().map(AccountStatement.Posting::position).toList());
        return postings.stream()
                .map(posting -> posting.with(
                        found.key(posting.position()),
                        found.reference(posting.position()),
                        found.reverses(posting.position())))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** A number of postings of an account, from a position backwards. */
    private Result<Record4<Long, Long, Long, Long>> chain(DSLContext jooq, long account, long position, int count) {
        Condition isTheAccounts = HISTORY.ACCOUNT_ID.eq(inline(account));
        CommonTableExpression<?> chain = CHAIN.fields(
                        "timestamp_micros", "teller_id", "amount", "previous_position", "step")
                .as(select(
                                HISTORY.TIMESTAMP_MICROS,
                                HISTORY.TELLER_ID,
                                HISTORY.AMOUNT,
                                HISTORY.PREVIOUS_POSITION,
                                inline(1))
                        .from(HISTORY)
                        .where(dialect.isPosting(inline(position)).and(isTheAccounts))
                        .unionAll(select(
                                        HISTORY.TIMESTAMP_MICROS,
                                        HISTORY.TELLER_ID,
                                        HISTORY.AMOUNT,
                                        HISTORY.PREVIOUS_POSITION,
                                        STEP.plus(inline(1)))
                                .from(dialect.withPosting(
                                        DSL.table(CHAIN),
                                        dialect.isPosting(PREVIOUS).and(isTheAccounts)))
                                .where(STEP.lt(inline(count)))));
        return jooq.withRecursive(chain)
                .select(column("timestamp_micros"), column("teller_id"), column("amount"), column("previous_position"))
                .from(chain)
                .orderBy(STEP)
                .fetch();
    }

    /** The history may have dropped postings since the page was begun; returns up to which position. */
    private static long requireCutThrough(DSLContext jooq, long account, long position) {
        long historyAfter = LogPositionRow.begunAfter(jooq);
        if (position > historyAfter) {
            throw noSuchPosting(jooq, account, position);
        }
        return historyAfter;
    }

    private static NoSuchPosting noSuchPosting(DSLContext jooq, long account, long position) {
        return new NoSuchPosting("the history has no posting of account " + account + " at position " + position
                + "; it begins at position " + (LogPositionRow.begunAfter(jooq) + 1));
    }

    private static Field<Long> column(String column) {
        return DSL.field(CHAIN.append(column), SQLDataType.BIGINT);
    }

    AccountStatement read(Query query) {
        String what = "reading a statement";
        takePlace();
        try (Connection connection = pool.getConnection()) {
            if (dialect.hasNetwork()) {
                connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS_MAX);
            }
            return query.on(DSL.using(connection, dialect.jooq()));
        } catch (SQLException | DataAccessException e) {
            if (pool.isClosed()) {
                throw new LedgerUnavailable("the ledger was closed", e);
            }
            throw e instanceof SQLException sql
                    ? SqlTrouble.of(what, dialect, sql)
                    : SqlTrouble.of(what, dialect, (DataAccessException) e);
        } finally {
            places.release();
        }
    }

    private void takePlace() {
        try {
            if (places.tryAcquire(waitMillisMax, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new TooManyReaders(
                AT_ONCE_MAX + " statements are being read, and none of them finished within " + waitMillisMax + "ms");
    }

    /**
     * Where a page begins.
     *
     * @param position of its first posting
     * @param balanceMinor after that posting
     */
    private record Beginning(long account, Period period, long asOf, long position, long balanceMinor) {}

    @FunctionalInterface
    interface Query {
        AccountStatement on(DSLContext jooq);
    }
}
