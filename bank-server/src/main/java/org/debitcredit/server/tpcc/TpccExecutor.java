package org.debitcredit.server.tpcc;

import io.grpc.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.execute.TpccSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes transactions on one thread for each connection. A request that finds the queue full is refused. Requests
 * that wait while others are executed share their commit, up to a bound. A delivery is answered when it is queued; its
 * work is done when no request waits, or after {@value DeferredDeliveries#WAIT_SECONDS_MAX} s. Loads and checks run on
 * the same threads, because a database in memory may belong to one connection.
 */
final class TpccExecutor implements AutoCloseable {

    /** Work that needs a connection of its own for some time. */
    interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(TpccExecutor.class);
    private static final int QUEUE_MAX = 8_192;

    /** Loads, checks and descriptions take seconds, so that more of them would wait for minutes. */
    private static final int WORKS_MAX = 64;

    private static final long IDLE_MILLIS = 100;
    private static final long STOP_SECONDS_MAX = 30;

    private final TpccServerSettings settings;
    private final TpccDatabase database;
    private final Executor answering;
    private final BlockingQueue<Task> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final BlockingQueue<Turn<?>> works = new ArrayBlockingQueue<>(WORKS_MAX);
    private final FailedTransactions failures = new FailedTransactions(System::nanoTime, LOG::warn);
    private final DeferredDeliveries deliveries = new DeferredDeliveries(failures);
    private final List<Thread> threads = new ArrayList<>();
    private volatile DatabaseState state;
    private volatile boolean stopping;

    /** Work that waits for a thread. */
    private record Turn<T>(Work<T> work, CompletableFuture<T> done) {

        void end() {
            done.completeExceptionally(
                    Status.UNAVAILABLE.withDescription("the server stops").asRuntimeException());
        }
    }

    private TpccExecutor(TpccServerSettings settings, Executor answering, DatabaseState state) {
        this.settings = settings;
        this.state = state;
        this.database = settings.database();
        this.answering = answering;
    }

    /**
     * Opens the connections and starts a thread for each.
     *
     * @param answering runs what gives the answers, so that making messages takes no time of the executing threads
     * @param onDeath is told of a thread that ends before the executor is closed, as one that has no memory left; what
     *     it was executing is never answered
     */
    static TpccExecutor start(
            TpccServerSettings settings,
            InstantSource clock,
            Executor answering,
            Thread.UncaughtExceptionHandler onDeath)
            throws SQLException {
        TpccDatabase database = settings.database();
        int threads = settings.threads();
        List<ExecutingConnection> connections = new ArrayList<>();
        DatabaseState state;
        try {
            for (int i = 0; i < threads; i++) {
                connections.add(ExecutingConnection.open(database, clock));
            }
            state = DatabaseState.read(connections.get(0).connection(), database);
        } catch (SQLException | RuntimeException failed) {
            connections.forEach(ExecutingConnection::close);
            throw failed;
        }
        TpccExecutor executor = new TpccExecutor(settings, answering, state);
        for (int i = 0; i < threads; i++) {
            ExecutingConnection connection = connections.get(i);
            Thread thread = new Thread(() -> executor.run(connection), "tpcc-" + i);
            thread.setUncaughtExceptionHandler((died, failure) -> {
                if (executor.stopping) {
                    LOG.warn("Thread {} ended while the server stopped", died.getName(), failure);
                } else {
                    onDeath.uncaughtException(died, failure);
                }
            });
            executor.threads.add(thread);
            thread.start();
        }
        return executor;
    }

    int threads() {
        return threads.size();
    }

    /** The database as it was when the executor began, or when it was asked last. */
    DatabaseState state() {
        return state;
    }

    /** Asks the database again; for work. */
    DatabaseState ask(Connection connection) throws SQLException {
        state = DatabaseState.read(connection, database);
        return state;
    }

    /** Those of all streams, and of deferred deliveries. */
    FailedTransactions failures() {
        return failures;
    }

    DeliveryTimes.Summary deliveries() {
        return deliveries.times().summary();
    }

    /** Queues a request; false when the queue is full or the executor stops. */
    boolean offer(Task task) {
        return !stopping && queue.offer(task);
    }

    /** Queues the deferred part of a delivery; false when too many wait. */
    boolean defer(TpccRequest.Delivery delivery, long nowNanos) {
        return !stopping && deliveries.add(delivery, nowNanos);
    }

    /**
     * Runs work on one of the threads, between transactions. The result fails with a {@link Status} when too many works
     * wait, or when the executor stops first.
     */
    <T> CompletableFuture<T> run(Work<T> work) {
        Turn<T> turn = new Turn<>(work, new CompletableFuture<>());
        if (!works.offer(turn)) {
            turn.done()
                    .completeExceptionally(Status.RESOURCE_EXHAUSTED
                            .withDescription("too many loads, checks and descriptions wait; ask again later")
                            .asRuntimeException());
        } else if (stopping) {
            endWorks();
        }
        return turn.done();
    }

    private void endWorks() {
        for (Turn<?> turn = works.poll(); turn != null; turn = works.poll()) {
            turn.end();
        }
    }

    private void run(ExecutingConnection connection) {
        try (connection) {
            while (true) {
                Turn<?> work = works.poll();
                if (work != null) {
                    // The work may create tables, so statements are prepared anew.
                    connection.release();
                    done(work, connection);
                    continue;
                }
                Task task = next();
                if (task == null && stopping) {
                    return;
                }
                task = task == null ? queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS) : task;
                if (task != null) {
                    execute(task, connection);
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Does the work. The connection to a database that was restarted is broken. Then the work is tried once more, on a
     * new one.
     */
    private static <T> void done(Turn<T> turn, ExecutingConnection connection) {
        try {
            turn.done().complete(turn.work().with(connection.connection()));
        } catch (SQLException | RuntimeException failed) {
            if (connection.isBroken() && connection.reopen()) {
                LOG.info("The connection to the database was broken, and is open again");
                doneAgain(turn, connection);
            } else {
                connection.rollBack();
                turn.done().completeExceptionally(failed);
            }
        }
    }

    private static <T> void doneAgain(Turn<T> turn, ExecutingConnection connection) {
        try {
            turn.done().complete(turn.work().with(connection.connection()));
        } catch (SQLException | RuntimeException failed) {
            connection.rollBack();
            turn.done().completeExceptionally(failed);
        }
    }

    private @Nullable Task next() {
        Task overdue = deliveries.takeOverdue();
        if (overdue != null) {
            return overdue;
        }
        Task request = queue.poll();
        return request == null ? deliveries.take() : request;
    }

    /**
     * A group ends when nothing waits: a delivery that is not overdue is not done while others wait for their commit.
     */
    private @Nullable Task nextOfGroup() {
        Task overdue = deliveries.takeOverdue();
        return overdue == null ? queue.poll() : overdue;
    }

    /** Executes a request and, in a group that is committed together, what waits then. */
    private void execute(Task first, ExecutingConnection connection) {
        TpccSession session;
        try {
            session = connection.session();
        } catch (SQLException unprepared) {
            connection.rollBack();
            answering.execute(() -> CommitGroup.give(() -> first.failed(unprepared)));
            connection.reopen();
            return;
        }
        CommitGroup group = new CommitGroup(session, settings.groupMax(), answering, deliveries.times());
        boolean usable = true;
        @Nullable Task task = first;
        while (task != null) {
            usable = group.execute(task);
            task = usable && !group.isFull() ? nextOfGroup() : null;
        }
        if (!group.commit() || !usable) {
            connection.reopen();
        }
    }

    /**
     * Executes what is queued, including deferred deliveries, and ends the threads. Loads, checks and descriptions that
     * have not begun end without a result. It waits for at most 30 s.
     */
    @Override
    public void close() {
        stopping = true;
        endWorks();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS_MAX);
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
