package org.debitcredit.server.tpcc;

import io.grpc.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.execute.TpccSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes transactions on one thread for each connection. A request that finds the queue full is refused. Requests
 * that wait while others are executed share their commit, up to a bound. A delivery is answered when it is queued; its
 * work is done when no request waits, or after {@value #DELIVERY_WAIT_SECONDS_MAX} s. Loads and checks run on the same
 * threads, because a database in memory may belong to one connection.
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

    private static final int VALID_SECONDS_MAX = 5;
    private static final long IDLE_MILLIS = 100;
    private static final long STOP_SECONDS_MAX = 30;

    /** Far below the 80 s of the specification. So deliveries are done even on a server that always has requests. */
    private static final long DELIVERY_WAIT_SECONDS_MAX = 1;

    private final TpccServerSettings settings;
    private final TpccDatabase database;
    private final InstantSource clock;
    private final Executor answering;
    private final BlockingQueue<Task> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Queue<Deferred> deliveries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger deliveriesWaiting = new AtomicInteger();
    private final BlockingQueue<Turn<?>> works = new ArrayBlockingQueue<>(WORKS_MAX);
    private final DeliveryTimes deliveryTimes = new DeliveryTimes();
    private final FailedTransactions failures = new FailedTransactions(System::nanoTime, LOG::warn);
    private final List<Thread> threads = new ArrayList<>();
    private volatile DatabaseState state;
    private volatile boolean stopping;

    /** The deferred part of a delivery, which was answered before. */
    private final class Deferred implements Task {

        private final TpccRequest.Delivery delivery;
        private final long queuedNanos;

        Deferred(TpccRequest.Delivery delivery, long queuedNanos) {
            this.delivery = delivery;
            this.queuedNanos = queuedNanos;
        }

        @Override
        public TpccRequest request() {
            return delivery;
        }

        @Override
        public long queuedNanos() {
            return queuedNanos;
        }

        @Override
        public void answered(TpccAnswer answer, long queueNanos, long executionNanos) {
            deliveryTimes.done(queueNanos, executionNanos);
        }

        @Override
        public void unknown(String reason) {
            deliveryTimes.failed();
            LOG.warn("A delivery was not done: {}", reason);
        }

        @Override
        public void failed(SQLException failure) {
            deliveryTimes.failed();
            failures.add(failure);
        }
    }

    /** Work that waits for a thread. */
    private record Turn<T>(Work<T> work, CompletableFuture<T> done) {

        void end() {
            done.completeExceptionally(
                    Status.UNAVAILABLE.withDescription("the server stops").asRuntimeException());
        }
    }

    private TpccExecutor(TpccServerSettings settings, InstantSource clock, Executor answering, DatabaseState state) {
        this.settings = settings;
        this.state = state;
        this.database = settings.database();
        this.clock = clock;
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
        List<Connection> connections = new ArrayList<>();
        DatabaseState state;
        try {
            for (int i = 0; i < threads; i++) {
                connections.add(database.open());
            }
            state = DatabaseState.read(connections.get(0), database);
        } catch (SQLException | RuntimeException failed) {
            for (Connection opened : connections) {
                opened.close();
            }
            throw failed;
        }
        TpccExecutor executor = new TpccExecutor(settings, clock, answering, state);
        for (int i = 0; i < threads; i++) {
            Connection connection = connections.get(i);
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
        return deliveryTimes.summary();
    }

    /** Queues a request; false when the queue is full or the executor stops. */
    boolean offer(Task task) {
        return !stopping && queue.offer(task);
    }

    /** Queues the deferred part of a delivery; false when too many wait. */
    boolean defer(TpccRequest.Delivery delivery, long nowNanos) {
        if (stopping || deliveriesWaiting.incrementAndGet() > QUEUE_MAX) {
            deliveriesWaiting.decrementAndGet();
            return false;
        }
        deliveries.add(new Deferred(delivery, nowNanos));
        return true;
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

    private void run(Connection first) {
        Connection connection = first;
        @Nullable TpccSession session = null;
        try {
            while (true) {
                Turn<?> work = works.poll();
                if (work != null) {
                    // The work may create tables, so statements are prepared anew.
                    release(session);
                    session = null;
                    connection = done(work, connection);
                    continue;
                }
                Task task = next();
                if (task == null) {
                    if (stopping) {
                        return;
                    }
                    task = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
                    if (task == null) {
                        continue;
                    }
                }
                try {
                    session = session == null ? new TpccSession(connection, database.kind(), clock) : session;
                } catch (SQLException unprepared) {
                    rollBack(connection);
                    task.failed(unprepared);
                    connection = reopened(connection);
                    continue;
                }
                if (!executeGroup(session, task)) {
                    release(session);
                    session = null;
                    connection = reopened(connection);
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            close(connection);
        }
    }

    /**
     * Does the work, and returns the connection to go on with. The connection to a database that was restarted is
     * broken. Then the work is tried once more, on a new one.
     */
    private <T> Connection done(Turn<T> turn, Connection connection) {
        try {
            turn.done().complete(turn.work().with(connection));
            return connection;
        } catch (SQLException | RuntimeException failed) {
            Connection next = isBroken(connection) ? reopened(connection) : connection;
            if (next == connection) {
                rollBack(connection);
                turn.done().completeExceptionally(failed);
            } else {
                LOG.info("The connection to the database was broken, and is open again");
                doneAgain(turn, next);
            }
            return next;
        }
    }

    private static <T> void doneAgain(Turn<T> turn, Connection connection) {
        try {
            turn.done().complete(turn.work().with(connection));
        } catch (SQLException | RuntimeException failed) {
            rollBack(connection);
            turn.done().completeExceptionally(failed);
        }
    }

    private boolean isBroken(Connection connection) {
        try {
            return !keepsConnections() && !connection.isValid(VALID_SECONDS_MAX);
        } catch (SQLException unknown) {
            return true;
        }
    }

    /** Whether another connection would be of no use, or would find another database. */
    private boolean keepsConnections() {
        return database.isSingleConnection() || database.isInMemory();
    }

    private @Nullable Task next() {
        Task overdue = overdueDelivery();
        if (overdue != null) {
            return overdue;
        }
        Task request = queue.poll();
        return request == null ? takenDelivery() : request;
    }

    /**
     * A group ends when nothing waits: a delivery that is not overdue is not done while others wait for their commit.
     */
    private @Nullable Task nextOfGroup() {
        Task overdue = overdueDelivery();
        return overdue == null ? queue.poll() : overdue;
    }

    private @Nullable Task overdueDelivery() {
        Deferred oldest = deliveries.peek();
        boolean overdue = oldest != null
                && System.nanoTime() - oldest.queuedNanos() > TimeUnit.SECONDS.toNanos(DELIVERY_WAIT_SECONDS_MAX);
        return overdue ? takenDelivery() : null;
    }

    private @Nullable Task takenDelivery() {
        Deferred taken = deliveries.poll();
        if (taken != null) {
            deliveriesWaiting.decrementAndGet();
        }
        return taken;
    }

    /**
     * Executes a request and, in a group that is committed together, what waits then; returns whether the connection
     * can still be used.
     */
    private boolean executeGroup(TpccSession session, Task first) {
        CommitGroup group = new CommitGroup(session, settings.groupMax(), answering, deliveryTimes);
        boolean usable = true;
        @Nullable Task task = first;
        while (task != null) {
            usable = group.execute(task);
            task = usable && !group.isFull() ? nextOfGroup() : null;
        }
        return group.commit() && usable;
    }

    /**
     * The connection to go on with. One to a database server may be broken, so another is opened. If that fails, the
     * broken one is kept: the next request fails, and then a new connection is tried again. SQLite has no server, and a
     * database in memory disappears with its connection, so their connections are kept.
     */
    private Connection reopened(Connection broken) {
        if (keepsConnections()) {
            beginAgain(broken);
            return broken;
        }
        try {
            Connection opened = database.open();
            close(broken);
            return opened;
        } catch (SQLException failed) {
            // What fails for it is logged, once a second.
            LOG.debug("The database cannot be reached", failed);
            return broken;
        }
    }

    /** SQLite ends a transaction itself after some failures, of which its driver takes no notice. */
    private static void beginAgain(Connection connection) {
        try {
            connection.rollback();
            return;
        } catch (SQLException noTransaction) {
            LOG.debug("The database had ended the transaction", noTransaction);
        }
        try {
            connection.setAutoCommit(true);
        } catch (SQLException noTransaction) {
            LOG.debug("The database had ended the transaction", noTransaction);
        }
        try {
            connection.setAutoCommit(false);
        } catch (SQLException failed) {
            LOG.warn("A transaction could not be begun", failed);
        }
    }

    private static void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException failed) {
            LOG.warn("A transaction could not be rolled back", failed);
        }
    }

    private static void release(@Nullable TpccSession session) {
        try {
            if (session != null) {
                session.close();
            }
        } catch (SQLException failed) {
            LOG.warn("Statements could not be closed", failed);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException failed) {
            LOG.warn("A connection could not be closed", failed);
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
