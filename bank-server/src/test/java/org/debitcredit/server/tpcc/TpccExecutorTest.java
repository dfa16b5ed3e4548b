package org.debitcredit.server.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.load.Loader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class TpccExecutorTest {

    private static final TpccScale SCALE = new TpccScale(1, 100, 30);
    private static final long YTD_LOADED = 10 * 30 * 10_00L;
    private static final long FAULTY_CENTS = -1;

    @TempDir
    Path folder;

    /** Anybody may ask for it before a load. */
    @Test
    void aDeliveryThatTheDatabaseRefusesEndsNoThread() throws SQLException {
        TpccDatabase empty = new TpccDatabase("jdbc:sqlite::memory:", null, null);
        try (TpccExecutor executor = start(TpccServerSettings.fitting(empty))) {
            assertThat(executor.defer(new TpccRequest.Delivery(1, 1), System.nanoTime()))
                    .isTrue();
            assertThat(after(executor, connection -> 1L)).isEqualTo(1);
            assertThat(executor.defer(new TpccRequest.Delivery(1, 1), System.nanoTime()))
                    .isTrue();
            assertThat(after(executor, connection -> 2L)).isEqualTo(2);
            await().until(() -> executor.deliveries().failed() == 2);
            assertThat(executor.deliveries().done()).isZero();
        }
    }

    @Test
    void whatWaitsSharesACommitAndNothingIsAnsweredBeforeIt() throws Exception {
        try (TpccExecutor executor = loaded(4);
                Reader reader = new Reader()) {
            List<Long> seen = new ArrayList<>();
            List<Long> commits = new ArrayList<>();
            List<Payment> payments = payments(10, answer -> {
                seen.add(reader.number("select count(*) from history where h_amount = " + answer.amountCents()));
                commits.add(reader.number("pragma data_version"));
            });
            offerTogether(executor, payments);
            payments.forEach(Payment::join);
            assertThat(seen).hasSize(10).containsOnly(1L);
            assertThat(commits.stream().distinct()).hasSize(3);
            assertThat(commits).isSorted();
        }
    }

    @Test
    void withoutGroupsEachIsCommittedByItself() throws Exception {
        try (TpccExecutor executor = loaded(1);
                Reader reader = new Reader()) {
            List<Long> commits = new ArrayList<>();
            List<Payment> payments = payments(5, answer -> commits.add(reader.number("pragma data_version")));
            offerTogether(executor, payments);
            payments.forEach(Payment::join);
            assertThat(commits).hasSize(5).doesNotHaveDuplicates();
        }
    }

    @Test
    void aTransactionThatFailsLeavesTheOthersOfItsGroup() throws Exception {
        try (TpccExecutor executor = loaded(8);
                Reader reader = new Reader()) {
            after(executor, connection -> run(connection, refusing("abort", 3)));
            List<Payment> payments = payments(5, answer -> {});
            offerTogether(executor, payments);
            assertThat(payments.stream().map(Payment::join))
                    .containsExactly("answered", "answered", "failed", "answered", "answered");
            assertThat(reader.number("select w_ytd from warehouse")).isEqualTo(YTD_LOADED + 1 + 2 + 4 + 5);
        }
    }

    /** The only thread, and with it a database in memory, must outlive a fault of the server's own. */
    @Test
    void aFaultOfTheServerFailsItsTransactionAndEndsNoThread() throws Exception {
        TpccDatabase memory = new TpccDatabase("jdbc:sqlite::memory:", null, null);
        try (TpccExecutor executor = loaded(memory, 8)) {
            List<Payment> payments = payments(3, answer -> {});
            payments.add(1, new Payment(FAULTY_CENTS, answer -> {}, new CompletableFuture<>()));
            offerTogether(executor, payments);
            assertThat(payments.stream().map(Payment::join))
                    .containsExactly("answered", "failed", "answered", "answered");
            assertThat(after(executor, connection -> number(connection, "select w_ytd from warehouse")))
                    .isEqualTo(YTD_LOADED + 1 + 2 + 3);
        }
    }

    @Test
    void anAnswerThatCannotBeGivenHoldsUpNoOtherOfItsGroup() throws Exception {
        try (TpccExecutor executor = loaded(8)) {
            List<Payment> payments = payments(3, answer -> {
                if (answer.amountCents() == 2) {
                    throw new OutOfMemoryError("planted");
                }
            });
            offerTogether(executor, payments);
            assertThat(payments.get(0).join()).isEqualTo("answered");
            assertThat(payments.get(2).join()).isEqualTo("answered");
            assertThat(payments.get(1).outcome()).isNotDone();
        }
    }

    @Test
    void whereTheDatabaseRollsTheGroupBackAllOfItHaveFailed() throws Exception {
        try (TpccExecutor executor = loaded(8);
                Reader reader = new Reader()) {
            after(executor, connection -> run(connection, refusing("rollback", 3)));
            List<Payment> payments = payments(5, answer -> {});
            offerTogether(executor, payments);
            assertThat(payments.stream().map(Payment::join))
                    .containsExactly("failed", "failed", "failed", "answered", "answered");
            assertThat(reader.number("select w_ytd from warehouse")).isEqualTo(YTD_LOADED + 4 + 5);
        }
    }

    /** SQLite has ended the transaction then, and the driver does not know. */
    @Test
    void aTransactionIsBegunAgainAfterThat() throws Exception {
        TpccDatabase memory = new TpccDatabase("jdbc:sqlite::memory:", null, null);
        try (TpccExecutor executor = loaded(memory, 8)) {
            after(executor, connection -> run(connection, refusing("rollback", 3)));
            offerTogether(executor, payments(3, answer -> {}));
            List<Payment> payments = payments(2, answer -> {});
            offerTogether(executor, payments);
            assertThat(payments.stream().map(Payment::join)).containsOnly("answered");
            assertThat(after(executor, connection -> number(connection, "select w_ytd from warehouse")))
                    .isEqualTo(YTD_LOADED + 1 + 2);
        }
    }

    @Test
    void whenTheCommitFailsAllOfTheGroupHaveFailed() throws Exception {
        try (TpccExecutor executor = loaded(8);
                Reader reader = new Reader()) {
            after(executor, TpccExecutorTest::failCommits);
            List<Payment> payments = payments(3, answer -> {});
            offerTogether(executor, payments);
            assertThat(payments.stream().map(Payment::join)).containsOnly("failed");
            assertThat(reader.number("select w_ytd from warehouse")).isEqualTo(YTD_LOADED);
            after(executor, connection -> run(connection, "drop trigger dangling"));
            Payment next = payments(1, answer -> {}).get(0);
            executor.offer(next);
            assertThat(next.join()).isEqualTo("answered");
            assertThat(reader.number("select w_ytd from warehouse")).isEqualTo(YTD_LOADED + 1);
        }
    }

    /** SQLite ends the transaction of a load that finds no space. */
    @Test
    void aLoadThatFillsTheDiskIsContinuedByAskingForItAgain() throws SQLException {
        TpccDatabase database = new TpccDatabase(url(), null, null);
        try (TpccExecutor executor = start(TpccServerSettings.fitting(database))) {
            assertThat(after(executor, connection -> number(connection, "pragma max_page_count = 60")))
                    .isEqualTo(60);
            assertThatThrownBy(() -> load(executor, database)).hasStackTraceContaining("SQLITE_FULL");

            after(executor, connection -> number(connection, "pragma max_page_count = 100000"));
            load(executor, database);
            assertThat(after(executor, connection -> number(connection, "select count(*) from history")))
                    .isEqualTo(10 * 30);
            Payment next = payments(1, answer -> {}).get(0);
            executor.offer(next);
            assertThat(next.join()).isEqualTo("answered");
        }
    }

    /** Without a transaction each statement would be committed by itself, and the request answered as failed. */
    @Test
    void whileNoTransactionCanBeBegunNothingIsExecuted() throws Exception {
        try (TpccExecutor executor = loaded(8);
                Connection other = DriverManager.getConnection(url());
                Reader reader = new Reader()) {
            // Otherwise each attempt would take ten seconds.
            after(executor, connection -> number(connection, "pragma busy_timeout = 1"));
            assertThatThrownBy(() -> after(executor, connection -> {
                        update(connection, "rollback");
                        update(other, "begin immediate");
                        throw new SQLException("planted");
                    }))
                    .hasStackTraceContaining("planted");
            List<Payment> payments = payments(2, answer -> {});
            executor.offer(payments.get(0));
            assertThat(payments.get(0).join()).isEqualTo("failed");
            assertThatThrownBy(() -> after(executor, connection -> number(connection, "select 7")))
                    .hasStackTraceContaining("SQLITE_BUSY");

            update(other, "rollback");
            executor.offer(payments.get(1));
            assertThat(payments.get(1).join()).isEqualTo("answered");
            assertThat(reader.number("select w_ytd from warehouse")).isEqualTo(YTD_LOADED + 2);
        }
    }

    @Test
    void aDeliveryIsDoneThoughRequestsAlwaysWait() throws Exception {
        try (TpccExecutor executor = loaded(8)) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            for (int i = 0; i < 2; i++) {
                executor.offer(new Restless(executor, done));
            }
            executor.defer(new TpccRequest.Delivery(1, 1), System.nanoTime());
            while (executor.deliveries().done() == 0) {
                Thread.onSpinWait();
            }
            done.complete(null);
            assertThat(executor.deliveries().maxMicros()).isBetween(1_000_000L, 20_000_000L);
        }
    }

    private static TpccExecutor start(TpccServerSettings settings) throws SQLException {
        return TpccExecutor.start(settings, Clock.systemUTC(), Runnable::run, (thread, failure) -> {});
    }

    private String url() {
        return "jdbc:sqlite:" + folder.resolve("tpcc.sqlite");
    }

    private TpccExecutor loaded(int groupMax) throws SQLException {
        return loaded(new TpccDatabase(url(), null, null), groupMax);
    }

    private static TpccExecutor loaded(TpccDatabase database, int groupMax) throws SQLException {
        TpccExecutor executor = start(TpccServerSettings.fitting(database).withGroupMax(groupMax));
        load(executor, database);
        return executor;
    }

    private static void load(TpccExecutor executor, TpccDatabase database) {
        after(executor, connection -> {
            new Loader(connection, database.kind(), Clock.systemUTC()).load(SCALE, 1, (table, rows, total) -> {});
            return 0L;
        });
    }

    private static long after(TpccExecutor executor, TpccExecutor.Work<Long> work) {
        return executor.run(work).orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static long run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
        connection.commit();
        return 0;
    }

    /** Without the driver taking notice of a transaction that it begins or ends. */
    private static void update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static String refusing(String how, int amountCents) {
        return "create trigger refusing before insert on history when new.h_amount = " + amountCents
                + " begin select raise(" + how + ", 'refused by the test'); end";
    }

    private static long failCommits(Connection connection) throws SQLException {
        // The setting has no effect within a transaction.
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("pragma foreign_keys = on");
        }
        connection.setAutoCommit(false);
        return run(
                connection,
                "create table parent (id integer primary key)",
                "create table child (id integer references parent deferrable initially deferred)",
                "create trigger dangling after insert on history begin insert into child values (1); end");
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** While the thread is held up, so that all of them wait when it goes on. */
    private static void offerTogether(TpccExecutor executor, List<Payment> payments) {
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch offered = new CountDownLatch(1);
        CompletableFuture<Boolean> held = executor.run(connection -> {
            holding.countDown();
            try {
                return offered.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        });
        // Otherwise a thread that waits for requests could take the first one alone.
        await().until(() -> holding.getCount() == 0);
        payments.forEach(executor::offer);
        offered.countDown();
        assertThat(held.join()).isTrue();
    }

    /** Of 1 cent, of 2 cents, and so on. */
    private static List<Payment> payments(int count, Consumer<TpccAnswer.Payment> onAnswer) {
        List<Payment> payments = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            payments.add(new Payment(i, onAnswer, new CompletableFuture<>()));
        }
        return payments;
    }

    private record Payment(long amountCents, Consumer<TpccAnswer.Payment> onAnswer, CompletableFuture<String> outcome)
            implements Task {

        String join() {
            return outcome.orTimeout(20, TimeUnit.SECONDS).join();
        }

        @Override
        public TpccRequest request() {
            if (amountCents == FAULTY_CENTS) {
                throw new IllegalStateException("a fault of the server");
            }
            return new TpccRequest.Payment(1, 1, 1, 1, new CustomerChoice.ByNumber(1), amountCents);
        }

        @Override
        public long queuedNanos() {
            return System.nanoTime();
        }

        @Override
        public void answered(TpccAnswer answer, long queueNanos, long executionNanos) {
            try {
                onAnswer.accept((TpccAnswer.Payment) answer);
                outcome.complete("answered");
            } catch (RuntimeException | AssertionError failed) {
                outcome.completeExceptionally(failed);
            }
        }

        @Override
        public void unknown(String reason) {
            outcome.complete("unknown");
        }

        @Override
        public void failed(SQLException failure) {
            outcome.complete("failed");
        }
    }

    /** A request that is offered again when it has been answered. */
    private record Restless(TpccExecutor executor, CompletableFuture<Void> done) implements Task {

        @Override
        public TpccRequest request() {
            return new TpccRequest.StockLevel(1, 1, 10);
        }

        @Override
        public long queuedNanos() {
            return System.nanoTime();
        }

        @Override
        public void answered(TpccAnswer answer, long queueNanos, long executionNanos) {
            if (!done.isDone()) {
                executor.offer(this);
            }
        }

        @Override
        public void unknown(String reason) {}

        @Override
        public void failed(SQLException failure) {}
    }

    /** Another connection to the same file, which sees what has been committed. */
    private final class Reader implements AutoCloseable {

        private final Connection connection = DriverManager.getConnection(url());

        Reader() throws SQLException {}

        long number(String sql) {
            try {
                return TpccExecutorTest.number(connection, sql);
            } catch (SQLException failed) {
                throw new AssertionError(sql, failed);
            }
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
