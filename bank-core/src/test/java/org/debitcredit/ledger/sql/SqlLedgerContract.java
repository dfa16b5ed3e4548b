package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.AccountStatement;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.LedgerDriver;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.ledger.StatementContract;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.Statements.Period;
import org.debitcredit.ledger.Totals;
import org.debitcredit.storage.WrittenByLaterRelease;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.junit.jupiter.api.Test;

/** What every ledger in a SQL database does besides, because a database outlives its ledger and others may open it. */
public abstract class SqlLedgerContract extends StatementContract {

    private final List<SqlDatabase> made = new ArrayList<>();

    /** A new, empty database. */
    protected abstract SqlDatabase create();

    /** Removes a database that {@link #create} made; its ledgers are closed. */
    protected abstract void drop(SqlDatabase old);

    @Override
    protected final Ledger open(BankIdentity identity) {
        made.add(create());
        return SqlLedger.open(database(), identity, PopulateProgress.NONE);
    }

    @Override
    protected final void removeAll() {
        made.forEach(this::drop);
    }

    @Test
    void aLedgerWhoseLogPositionAnotherMovedIsFencedOut() {
        LedgerDriver other = drive(SqlLedger.open(database(), BANK, PopulateProgress.NONE));
        other.run(Transaction.deposit(TELLER, ACCOUNT, 1));
        assertThatThrownBy(() -> bank.run(Transaction.deposit(TELLER, ACCOUNT, 10)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(other.logPositionAt(1).toString())
                .hasMessageContaining("position 0 of epoch");
        assertThat(other.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(1);
        assertThat(other.ledger.totals().historyRows()).isEqualTo(1);
    }

    @Test
    void aFencedOutLedgerReadsNothingAndCommitsNothing() {
        LedgerDriver other = drive(SqlLedger.open(database(), BANK, PopulateProgress.NONE));
        TransactionBatch batch = other.run(other.batch(Transaction.deposit(TELLER, ACCOUNT, 1)));
        assertThatThrownBy(() -> bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isInstanceOf(IllegalStateException.class);
        LedgerDriver late = drive(SqlLedger.open(database(), BANK, PopulateProgress.NONE));
        other.run(Transaction.deposit(TELLER, ACCOUNT, 1));
        assertThatThrownBy(() -> late.ledger.commit(late.logPositionAt(9))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> late.redo(batch, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatWasNotCommittedIsGoneWhenTheDatabaseIsOpenedAgain() {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 5));
        bank.ledger.execute(bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1)));
        bank.ledger.close();
        LedgerDriver again = drive(SqlLedger.open(database(), BANK, PopulateProgress.NONE));
        assertThat(again.ledger.logPosition()).isEqualTo(again.logPositionAt(1));
        assertThat(again.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(5);
        assertThat(again.ledger.totals().historyRows()).isEqualTo(1);
    }

    @Test
    void rowsThatSomebodyDeletedAreNamedAndTheLedgerGoesOnWithTheOthers() throws SQLException {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 5), Transaction.deposit(0, FOREIGN, 6));
        sql("delete from account where account_id = " + ACCOUNT);
        sql("delete from teller where teller_id = " + TELLER);
        sql("delete from branch where branch_id = 2");
        TransactionBatch batch = bank.batch(
                Transaction.deposit(0, 1, 1),
                Transaction.transfer(2_000_000, FOREIGN, ACCOUNT, 1),
                Transaction.deposit(TELLER, FOREIGN, 1));
        assertThatThrownBy(() -> bank.ledger.execute(batch))
                .isInstanceOfSatisfying(MissingRows.class, missing -> {
                    assertThat(missing.has(BalanceKind.ACCOUNT, ACCOUNT)).isTrue();
                    assertThat(missing.has(BalanceKind.TELLER, TELLER)).isTrue();
                    assertThat(missing.has(BalanceKind.BRANCH, 2)).isTrue();
                    assertThat(missing.has(BalanceKind.ACCOUNT, FOREIGN)).isFalse();
                })
                .hasMessageStartingWith(
                        "the ledger is missing the row of account 1000002, the row of teller 1000001, the row of "
                                + "branch 2.");
        assertThatThrownBy(() -> bank.balances(BalanceKind.TELLER, 0, TELLER))
                .isInstanceOf(MissingRows.class)
                .hasMessageContaining("missing the row of teller 1000001.");
        Statements statements = Objects.requireNonNull(bank.ledger.statements());
        assertThatThrownBy(() -> statements.latest(ACCOUNT, Period.ALL, 1)).isInstanceOf(MissingRows.class);
        assertThat(bank.run(Transaction.deposit(0, FOREIGN, 4))).containsExactly(new Committed(3, 10));
        assertThat(bank.balances(BalanceKind.TELLER, 0)).containsExactly(10);
        assertThat(bank.ledger.totals().historyRows()).isEqualTo(3);
        assertThat(bank.ledger.history().rows()).containsExactly(2, 1, 0);
    }

    @Test
    void theTablesAreReadAsTheyAreAtOneMoment() throws SQLException {
        runAtRandom(bank, 30);
        long expectedPosition = bank.ledger.logPosition().position();
        Map<Long, Long> accounts = balances(bank, BalanceKind.ACCOUNT);
        Map<Long, Long> tellers = balances(bank, BalanceKind.TELLER);
        BranchHistory history = bank.ledger.history();
        try (StoredTables tables = StoredTables.open(database())) {
            assertThat(tables.identity()).isEqualTo(BANK);
            assertThat(tables.logPosition()).isEqualTo(bank.ledger.logPosition());
            bank.run(Transaction.deposit(TELLER, ACCOUNT, 5));
            assertThat(balances(tables, BalanceKind.ACCOUNT)).isEqualTo(accounts);
            assertThat(balances(tables, BalanceKind.TELLER)).isEqualTo(tellers);
            for (int branch = 0; branch < history.rows().length; branch++) {
                assertThat(tables.history().get((long) branch))
                        .isEqualTo(new StoredTables.HistorySum(
                                history.rows()[branch], BigInteger.valueOf(history.sumsMinor()[branch])));
            }
            assertThat(tables.logPosition().position()).isEqualTo(expectedPosition);
        }
        try (StoredTables tables = StoredTables.open(database())) {
            assertThat(tables.logPosition().position()).isEqualTo(expectedPosition + 1);
            assertThat(balances(tables, BalanceKind.TELLER)).isEqualTo(balances(bank, BalanceKind.TELLER));
        }
    }

    private static Map<Long, Long> balances(LedgerDriver driver, BalanceKind kind) {
        Map<Long, Long> balances = new TreeMap<>();
        for (long index = 0; index < kind.count(BANK.scale()); index++) {
            long id = kind.idAt(BANK.scale(), index);
            balances.put(id, driver.balance(kind, id));
        }
        return balances;
    }

    private static Map<Long, Long> balances(StoredTables tables, BalanceKind kind) {
        Map<Long, Long> balances = new TreeMap<>();
        tables.rows(kind, (branch, id, balanceMinor) -> {
            assertThat(branch).isEqualTo(kind == BalanceKind.BRANCH ? id : BankScale.branchOf(id));
            balances.put(id, balanceMinor);
        });
        return balances;
    }

    @Test
    void aDatabaseWithoutABankIsNotReadAsOne() throws SQLException {
        made.add(create());
        sql("create table somebodys (id bigint)");
        assertThatThrownBy(() -> StoredTables.open(database()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reading " + database() + " failed");
    }

    @Test
    void aLedgerThatFailedCommitsNothingMore() throws SQLException {
        sql("drop table history");
        TransactionBatch batch = bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1));
        assertThatThrownBy(() -> bank.ledger.execute(batch)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> bank.ledger.commit(bank.logPositionAfter(batch)))
                .hasMessageContaining("has failed");
    }

    @Test
    void aTamperedRowShowsInTheTotals() throws SQLException {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 5), Transaction.deposit(0, FOREIGN, 6));
        assertThat(bank.ledger.totals().hold()).isTrue();
        for (String tampering : List.of(
                "update account set balance = balance + 1 where account_id = " + ACCOUNT,
                "update teller set till = till + 1 where teller_id = " + TELLER,
                "update branch set balance = balance + 1 where branch_id = 1",
                "update history set amount = amount + 1 where position = 2",
                "delete from history where position = 1")) {
            sql(tampering);
            assertThat(bank.ledger.totals().hold()).as(tampering).isFalse();
            sql("delete from history");
            sql("update account set balance = 0");
            sql("update teller set till = 0");
            sql("update branch set balance = 0");
            assertThat(bank.ledger.totals().hold()).isTrue();
            bank.run(Transaction.deposit(TELLER, ACCOUNT, 5), Transaction.deposit(0, FOREIGN, 6));
            sql("update history set position = 1 where amount = 5");
            sql("update history set position = 2 where amount = 6");
        }
    }

    @Test
    void moneyMovedBetweenBranchesBehindTheTillsShowsInTheTotals() throws SQLException {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 5));
        sql("update branch set balance = 0 where branch_id = 1");
        sql("update branch set balance = 5 where branch_id = 2");
        assertThat(bank.ledger.totals().branchesDiffering()).isEqualTo(2);
        assertThat(bank.ledger.totals().hold()).isFalse();
    }

    @Test
    void historyHasOneRowPerPosting() throws SQLException {
        TransactionBatch batch = bank.run(bank.batch(
                Transaction.deposit(TELLER, FOREIGN, 50),
                Transaction.withdrawal(TELLER, FOREIGN, 51),
                Transaction.withdrawal(TELLER, FOREIGN, 20),
                Transaction.transfer(0, FOREIGN, ACCOUNT, 3)));
        long time = batch.timestampMicros();
        assertThat(sql("select position, leg, timestamp_micros, branch_id, teller_id, account_id, amount"
                        + " from history order by position, leg"))
                .containsExactly(
                        List.of(1L, 0L, time, 1L, TELLER, FOREIGN, 50L),
                        List.of(3L, 0L, time, 1L, TELLER, FOREIGN, -20L),
                        List.of(4L, 0L, time, 0L, 0L, FOREIGN, -3L),
                        List.of(4L, 1L, time, 0L, 0L, ACCOUNT, 3L));
    }

    @Test
    void batchesRedoneAsOneAreToldLikeEachByItself() {
        List<TransactionBatch> batches = runAtRandom(bank, 30);
        made.add(create());
        LedgerDriver redone = drive(SqlLedger.open(database(), BANK, PopulateProgress.NONE));
        SqlLedger ledger = (SqlLedger) redone.ledger;
        TransactionBatch first = batches.get(0);
        ledger.redo(first, 0, redone.logPositionAfter(first));
        int next = 1;
        while (next < batches.size()) {
            int end = Math.min(batches.size(), next + 7);
            ledger.redo(batches.subList(next, end), 0, redone.logPositionAfter(batches.get(end - 1)));
            next = end;
        }
        for (BalanceKind kind : BalanceKind.values()) {
            assertThat(redone.allBalances(kind)).isEqualTo(bank.allBalances(kind));
        }
        assertThat(redone.ledger.totals()).isEqualTo(bank.ledger.totals());
        assertThatAllAreTold(redone, batches, 0);
    }

    @Test
    void theHistoryOfALoadedSnapshotIsThereWhenTheDatabaseIsOpenedAgain() throws SQLException {
        bank.ledger.load(BalanceKind.ACCOUNT, 6, 1, new long[] {5});
        bank.ledger.load(BalanceKind.TELLER, 3, 1, new long[] {5});
        bank.ledger.load(BalanceKind.BRANCH, 1, 1, new long[] {5});
        bank.ledger.loaded(new BranchHistory(new long[] {0, 3, 0}, new long[] {0, 5, 0}), bank.logPositionAt(40), 44);
        bank.ledger.close();
        LedgerDriver again = drive(SqlLedger.open(database(), BANK, PopulateProgress.NONE));
        assertThat(again.ledger.logPosition()).isEqualTo(again.logPositionAt(40));
        assertThat(again.ledger.soundFrom()).isEqualTo(44);
        again.run(Transaction.withdrawal(TELLER, ACCOUNT, 4));
        assertThat(again.ledger.totals().historyRows()).isEqualTo(4);
        assertThat(again.ledger.totals().hold()).isTrue();
        assertThat(again.ledger.history().rows()).containsExactly(0, 4, 0);
        assertThat(again.ledger.history().sumsMinor()).containsExactly(0, 1, 0);
        sql("update history_base set amount = amount + 1");
        assertThat(again.ledger.totals().hold()).isFalse();
    }

    @Test
    void aLoadingThatWasCutOffLeavesABankJustFounded() throws SQLException {
        bank.ledger.load(BalanceKind.ACCOUNT, 0, 2, new long[] {5, 6});
        bank.ledger.close();
        LedgerDriver again = drive(SqlLedger.open(database(), BANK, PopulateProgress.NONE));
        assertThat(again.ledger.logPosition()).isEqualTo(LogPosition.founding(BANK.id()));
        assertThat(again.allBalances(BalanceKind.ACCOUNT)).containsOnly(0);
        again.ledger.loaded(BranchHistory.none(3), again.logPositionAt(2), 2);
        assertThat(again.ledger.logPosition()).isEqualTo(again.logPositionAt(2));
    }

    @Test
    void aCopySeesWhatIsCommittedAndNotWhatIsPending() {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 5));
        bank.ledger.execute(bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1)));
        long[] balance = new long[1];
        bank.ledger.copy(BalanceKind.ACCOUNT, 6, 1, balance);
        assertThat(balance).containsExactly(5);
    }

    @Test
    void aCopyOfABankThatLacksSomeOrHasTooManyIsRefused() throws SQLException {
        sql("delete from account where account_id = " + ACCOUNT);
        assertThatThrownBy(() -> bank.ledger.copy(BalanceKind.ACCOUNT, 0, 12, new long[12]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("found 11 account rows of 12");
        sql("insert into account (branch_id, account_id, balance) values (1, 1000002, 0), (1, 1000004, 0)");
        assertThatThrownBy(() -> bank.ledger.copy(BalanceKind.ACCOUNT, 0, 12, new long[12]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("found 13 account rows of 12");
    }

    @Test
    void manyMoreBalancesThanAStatementTakesAreLoadedAndCopied() {
        BankIdentity larger = new BankIdentity(UUID.randomUUID(), new BankScale(3, 2, 12_000), BANK.currency());
        made.add(create());
        LedgerDriver large = drive(SqlLedger.open(database(), larger, PopulateProgress.NONE));
        long[] balances = LongStream.range(-15_000, 21_000).toArray();
        large.ledger.load(BalanceKind.ACCOUNT, 0, balances.length, balances);
        large.ledger.loaded(BranchHistory.none(3), large.logPositionAt(1), 1);
        long[] copied = new long[balances.length];
        large.ledger.copy(BalanceKind.ACCOUNT, 0, copied.length, copied);
        assertThat(copied).isEqualTo(balances);
    }

    @Test
    void aGroupOfMoreRowsThanAStatementTakesIsExecutedWhole() {
        BankIdentity larger = new BankIdentity(UUID.randomUUID(), new BankScale(3, 2, 12_000), BANK.currency());
        made.add(create());
        LedgerDriver large = drive(SqlLedger.open(database(), larger, PopulateProgress.NONE));
        Transaction[] deposits = new Transaction[RowSet.PART_ROWS + 5_000];
        long sum = 0;
        for (int i = 0; i < deposits.length; i++) {
            deposits[i] = Transaction.deposit(TELLER, larger.scale().accountId(i % 3, i / 3), i + 1);
            sum += i + 1;
        }
        TransactionBatch batch = large.run(large.batch(deposits));
        for (int i = 0; i < deposits.length; i++) {
            assertThat(batch.balance[i]).isEqualTo(i + 1);
        }
        Totals totals = large.ledger.totals();
        assertThat(totals.hold()).isTrue();
        assertThat(totals.accounts()).isEqualTo(sum);
        assertThat(totals.historyRows()).isEqualTo(deposits.length);
    }

    @Test
    void anEmptyDatabaseIsFilledAndTellsItsProgress() throws SQLException {
        BankIdentity larger = new BankIdentity(UUID.randomUUID(), new BankScale(5, 3, 50_000), BANK.currency());
        made.add(create());
        List<Long> progress = new ArrayList<>();
        SqlLedger.open(database(), larger, (done, total) -> {
                    assertThat(total).isEqualTo(250_000);
                    progress.add(done);
                })
                .close();
        assertThat(progress).containsExactly(100_000L, 200_000L, 250_000L);
        assertThat(sql("select count(*), count(distinct account_id), min(account_id), max(account_id), sum(branch_id)"
                        + " from account"))
                .containsExactly(List.of(250_000L, 250_000L, 0L, 4_049_999L, 500_000L));
        assertThat(sql("select count(*), count(distinct teller_id), max(teller_id) from teller"))
                .containsExactly(List.of(15L, 15L, 4_000_002L));
        assertThat(sql("select count(*), max(branch_id) from branch")).containsExactly(List.of(5L, 4L));
    }

    @Test
    void aFillingThatWasCutOffGoesOn() throws SQLException {
        bank.ledger.close();
        sql("delete from branch where branch_id = 2");
        sql("delete from teller where branch_id = 2");
        sql("delete from account where branch_id = 2");
        List<Long> progress = new ArrayList<>();
        drive(SqlLedger.open(database(), BANK, (done, total) -> progress.add(done)));
        assertThat(progress).containsExactly(12L);
        assertThat(sql("select count(*) from account")).containsExactly(List.of(12L));
    }

    @Test
    void aFillingThatWasCutOffIsNeverTakenOverByAnotherBank() throws SQLException {
        bank.ledger.close();
        sql("delete from branch where branch_id = 2");
        sql("delete from teller where branch_id = 2");
        sql("delete from account where branch_id = 2");
        BankIdentity next = new BankIdentity(UUID.randomUUID(), BANK.scale(), BANK.currency());
        assertThatThrownBy(() ->
                        SqlLedger.open(database(), next, PopulateProgress.NONE).close())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(BANK.toString())
                .hasMessageContaining(", not " + next);
        assertThat(sql("select count(*) from account")).containsExactly(List.of(8L));
    }

    @Test
    void aDatabaseWithRowsButWithoutAnOwnerIsRefusedAndLeftAlone() throws SQLException {
        bank.ledger.close();
        sql("delete from journal_position");
        for (String table : List.of("branch", "teller", "account")) {
            assertThatThrownBy(() -> SqlLedger.open(database(), BANK, PopulateProgress.NONE)
                            .close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("names no bank")
                    .hasMessageContaining(table);
            assertThat(sql("select count(*) from journal_position")).containsExactly(List.of(0L));
            sql("delete from " + table);
        }
        drive(SqlLedger.open(database(), BANK, PopulateProgress.NONE));
        assertThat(sql("select count(*) from account")).containsExactly(List.of(12L));
    }

    @Test
    void theDatabaseOfAnotherBankIsRefused() {
        UUID stranger = new UUID(1, 2);
        requireRefused(new BankIdentity(stranger, BANK.scale(), BANK.currency()), stranger.toString());
    }

    @Test
    void theDatabaseOfAnotherScaleOrCurrencyIsRefused() {
        BankScale scale = new BankScale(3, 2, 5);
        requireRefused(new BankIdentity(BANK.id(), scale, BANK.currency()), scale.toString());
        requireRefused(new BankIdentity(BANK.id(), BANK.scale(), Currency.getInstance("EUR")), "EUR");
    }

    @Test
    void aSchemaThatALaterVersionHasChangedIsRefused() throws SQLException {
        bank.ledger.close();
        sql("insert into flyway_schema_history (installed_rank, version, description, type, script, checksum,"
                + " installed_by, execution_time, success)"
                + " values (99, '99', 'later', 'SQL', 'V99__later.sql', 1, 'later', 1, true)");
        assertThatThrownBy(() -> SqlLedger.open(database(), BANK, PopulateProgress.NONE))
                .isInstanceOf(WrittenByLaterRelease.class)
                .hasMessageContaining("the schema of " + database() + " is of version 99")
                .hasMessageContaining("this release reads versions 1 to 5");
        assertThatThrownBy(() -> StoredTables.open(database())).as("verify").isInstanceOf(WrittenByLaterRelease.class);
    }

    @Test
    void theHistoryCountedOnIsTheHistoryRead() {
        runAtRandom(bank, 30);
        BranchHistory counted = bank.ledger.history();
        bank.ledger.close();
        LedgerDriver again = drive(SqlLedger.open(database(), BANK, PopulateProgress.NONE));
        assertThat(again.ledger.history()).usingRecursiveComparison().isEqualTo(counted);
        TransactionBatch batch =
                again.batch(Transaction.deposit(TELLER, ACCOUNT, 5), Transaction.deposit(0, FOREIGN, 6));
        again.run(batch);
        BranchHistory further = again.ledger.history();
        assertThat(further).usingRecursiveComparison().isNotEqualTo(counted);
        again.ledger.close();
        LedgerDriver last = drive(SqlLedger.open(database(), BANK, PopulateProgress.NONE));
        assertThat(last.ledger.history()).usingRecursiveComparison().isEqualTo(further);
    }

    @Test
    void aDatabaseOfSomethingElseIsLeftAlone() throws SQLException {
        made.add(create());
        sql("create table somebodys (id bigint)");
        assertThatThrownBy(() -> SqlLedger.open(database(), BANK, PopulateProgress.NONE))
                .hasMessageStartingWith(database() + " holds other tables");
        assertThat(sql("select count(*) from somebodys")).containsExactly(List.of(0L));
    }

    @Test
    void statementsThatTakeLongLeaveTheCopyItsConnection() throws InterruptedException {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 5));
        StatementReader reader = (StatementReader) Objects.requireNonNull(bank.ledger.statements());
        CountDownLatch reading = new CountDownLatch(StatementReader.AT_ONCE_MAX);
        CountDownLatch mayEnd = new CountDownLatch(1);
        List<CompletableFuture<AccountStatement>> statements = readers(reader, 8, reading, mayEnd);
        reading.await();
        long[] balance = new long[1];
        bank.ledger.copy(BalanceKind.ACCOUNT, 6, 1, balance);
        assertThat(balance).containsExactly(5);
        assertThat(bank.ledger.totals().hold()).isTrue();
        mayEnd.countDown();
        assertThat(statements).filteredOn(statement -> !endedBusy(statement)).hasSizeGreaterThanOrEqualTo(4);
    }

    private static boolean endedBusy(CompletableFuture<AccountStatement> statement) {
        try {
            assertThat(statement.join().balanceMinor()).isEqualTo(5);
            return false;
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(Statements.TooManyReaders.class);
            return true;
        }
    }

    @Test
    void aStatementThatFindsTooManyReadersEndsBusy() throws InterruptedException {
        try (HikariDataSource pool = database().pool()) {
            StatementReader reader = new StatementReader(pool, database().dialect(), 0);
            CountDownLatch reading = new CountDownLatch(StatementReader.AT_ONCE_MAX);
            CountDownLatch mayEnd = new CountDownLatch(1);
            List<CompletableFuture<AccountStatement>> statements =
                    readers(reader, StatementReader.AT_ONCE_MAX, reading, mayEnd);
            reading.await();
            assertThatThrownBy(() -> reader.latest(ACCOUNT, Period.ALL, 1))
                    .isInstanceOf(Statements.TooManyReaders.class)
                    .hasMessageContaining("4 statements are being read");
            mayEnd.countDown();
            statements.forEach(CompletableFuture::join);
            assertThat(reader.latest(ACCOUNT, Period.ALL, 1).postings()).isEmpty();
        }
    }

    /** So many threads that read a statement, each of which holds its connection until it may end. */
    private static List<CompletableFuture<AccountStatement>> readers(
            StatementReader reader, int count, CountDownLatch reading, CountDownLatch mayEnd) {
        List<CompletableFuture<AccountStatement>> statements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            CompletableFuture<AccountStatement> statement = new CompletableFuture<>();
            statements.add(statement);
            Thread thread = new Thread(() -> {
                try {
                    statement.complete(reader.read(jooq -> {
                        reading.countDown();
                        awaitUninterruptibly(mayEnd);
                        return reader.latest(jooq, ACCOUNT, Period.ALL, 1);
                    }));
                } catch (RuntimeException e) {
                    statement.completeExceptionally(e);
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        return statements;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void requireRefused(BankIdentity identity, String named) {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 1));
        assertThatThrownBy(() -> SqlLedger.open(database(), identity, PopulateProgress.NONE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(named)
                .hasMessageContaining(BANK.toString());
    }

    /** The database made last: the bank's, unless a test made another. */
    private SqlDatabase database() {
        return made.get(made.size() - 1);
    }

    /** What a query of one value finds on a connection as the ledger has it. */
    protected final String onALedgersConnection(String query) throws SQLException {
        try (HikariDataSource pool = database().pool();
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getString(1);
        }
    }

    /** Runs a statement behind the ledger's back; answers the rows of a query. */
    private List<List<Long>> sql(String text) throws SQLException {
        List<List<Long>> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(
                        database().url(), database().user(), database().password());
                Statement statement = connection.createStatement()) {
            if (statement.execute(text)) {
                ResultSet result = statement.getResultSet();
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<Long> row = new ArrayList<>();
                    for (int column = 1; column <= columns; column++) {
                        row.add(result.getLong(column));
                    }
                    rows.add(row);
                }
            }
        }
        return rows;
    }
}
