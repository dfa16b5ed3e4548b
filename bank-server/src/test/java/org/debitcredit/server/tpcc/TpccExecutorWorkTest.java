package org.debitcredit.server.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loads, checks and descriptions, which share the threads with transactions. */
@Timeout(60)
class TpccExecutorWorkTest {

    private static final int WAITING_MAX = 64;

    @TempDir
    Path folder;

    private final CompletableFuture<Throwable> death = new CompletableFuture<>();

    private TpccExecutor start(String url) throws SQLException {
        TpccServerSettings settings = TpccServerSettings.fitting(new TpccDatabase(url, null, null));
        return TpccExecutor.start(
                settings.withThreads(1),
                Clock.systemUTC(),
                Runnable::run,
                (thread, failure) -> death.complete(failure));
    }

    private static <T> T get(CompletableFuture<T> result) {
        return result.orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static Status.Code code(CompletableFuture<?> failed) {
        return get(
                failed.handle((result, failure) -> Status.fromThrowable(failure).getCode()));
    }

    private static long seven(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select 7")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** As after a restart of the database. */
    @Test
    void onAConnectionThatIsBrokenItIsTriedOnceMoreOnANewOne() throws SQLException {
        try (TpccExecutor executor = start("jdbc:h2:file:" + folder.resolve("tpcc"))) {
            get(executor.run(connection -> {
                connection.close();
                return true;
            }));
            assertThat(get(executor.run(TpccExecutorWorkTest::seven))).isEqualTo(7);
        }
    }

    /** With SQLite no thread is left that could answer. */
    @Test
    void theEndOfAThreadIsTold() throws SQLException {
        Error planted = new OutOfMemoryError("planted");
        try (TpccExecutor executor = start("jdbc:sqlite::memory:")) {
            CompletableFuture<Long> lost = executor.run(connection -> {
                throw planted;
            });
            assertThat(get(death)).isSameAs(planted);
            assertThat(lost).isNotDone();
        }
    }

    @Test
    void whatWaitsIsBoundedAndEndsWithTheExecutor() throws Exception {
        TpccExecutor executor = start("jdbc:sqlite::memory:");
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Boolean> holding = executor.run(connection -> {
            held.countDown();
            try {
                return released.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        });
        assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
        List<CompletableFuture<Long>> waiting = new ArrayList<>();
        for (int i = 0; i < WAITING_MAX; i++) {
            waiting.add(executor.run(TpccExecutorWorkTest::seven));
        }
        assertThat(code(executor.run(TpccExecutorWorkTest::seven))).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);

        Thread closing = new Thread(executor::close, "closing");
        closing.start();
        assertThat(waiting).allSatisfy(work -> assertThat(code(work)).isEqualTo(Status.Code.UNAVAILABLE));
        released.countDown();
        closing.join();
        assertThat(get(holding)).isTrue();
        assertThat(code(executor.run(TpccExecutorWorkTest::seven))).isEqualTo(Status.Code.UNAVAILABLE);
    }
}
