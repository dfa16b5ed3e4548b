package org.debitcredit.server.tpcc;

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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.execute.TpccSession;
import org.debitcredit.tpcc.execute.Unknown;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes transactions on one thread for each connection. A queue that is full refuses. A delivery is answered when it is
 * queued; its work is done when its turn comes. Loads and checks run on the same threads, because a database in memory
 * may belong to one connection.
 */
final class TpccExecutor implements AutoCloseable {

    /** Work that needs a connection of its own for some time. */
    interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(TpccExecutor.class);
    private static final int QUEUE_MAX = 8_192;
    private static final long IDLE_MILLIS = 100;
    private static final long STOP_SECONDS_MAX = 30;

    private final TpccDatabase database;
    private final InstantSource clock;
    private final BlockingQueue<Task> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Queue<Deferred> deliveries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger deliveriesWaiting = new AtomicInteger();
    private final Queue<Turn> works = new ConcurrentLinkedQueue<>();
    private final DeliveryTimes deliveryTimes = new DeliveryTimes();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;

    private record Deferred(TpccRequest.Delivery delivery, long queuedNanos) {}

    /** Runs with the connection of the thread that took it. */
    private interface Turn {
        void run(Connection connection);
    }

    private TpccExecutor(TpccDatabase database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Opens the connections and starts a thread for each. */
    static TpccExecutor start(TpccDatabase database, int threads, InstantSource clock) throws SQLException {
        TpccExecutor executor = new TpccExecutor(database, clock);
        List<Connection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < threads; i++) {
                connections.add(database.open());
            }
        } catch (SQLException failed) {
            for (Connection opened : connections) {
                opened.close();
            }
            throw failed;
        }
        for (int i = 0; i < threads; i++) {
            Connection connection = connections.get(i);
            Thread thread = new Thread(() -> executor.run(connection), "tpcc-" + i);
            executor.threads.add(thread);
            thread.start();
        }
        return executor;
    }

    int threads() {
        return threads.size();
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

    /** Runs work on one of the threads, between transactions. */
    <T> CompletableFuture<T> run(Work<T> work) {
        CompletableFuture<T> done = new CompletableFuture<>();
        works.add(connection -> {
            try {
                done.complete(work.with(connection));
            } catch (SQLException | RuntimeException failed) {
                rollBack(connection);
                done.completeExceptionally(failed);
            }
        });
        return done;
    }

    private void run(Connection first) {
        Connection connection = first;
        @Nullable TpccSession session = null;
        try {
            while (true) {
                Turn work = works.poll();
                if (work != null) {
                    // Tables may be made by it, so statements are prepared anew.
                    release(session);
                    session = null;
                    work.run(connection);
                    continue;
                }
                Task task = queue.poll();
                if (task == null) {
                    Deferred deferred = deliveries.poll();
                    if (deferred != null) {
                        deliveriesWaiting.decrementAndGet();
                        try {
                            session = session == null ? session(connection) : session;
                            deliver(session, deferred);
                        } catch (SQLException failed) {
                            LOG.warn("A delivery was not done, because the database failed: {}", failed.getMessage());
                            release(session);
                            session = null;
                            rollBack(connection);
                            connection = reopened(connection);
                        }
                        continue;
                    }
                    if (stopping) {
                        return;
                    }
                    task = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
                    if (task == null) {
                        continue;
                    }
                }
                try {
                    session = session == null ? session(connection) : session;
                } catch (SQLException unprepared) {
                    rollBack(connection);
                    task.failed(unprepared);
                    connection = reopened(connection);
                    continue;
                }
                if (!execute(session, task)) {
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

    private TpccSession session(Connection connection) throws SQLException {
        return new TpccSession(connection, database.kind(), clock);
    }

    /** Executes a request, and answers whether the connection can still be used. */
    private boolean execute(TpccSession session, Task task) {
        long takenNanos = System.nanoTime();
        TpccAnswer answer;
        try {
            answer = session.execute(task.request());
        } catch (Unknown unknown) {
            task.unknown(String.valueOf(unknown.getMessage()));
            return true;
        } catch (SQLException failed) {
            task.failed(failed);
            return false;
        }
        task.answered(answer, takenNanos - task.queuedNanos(), System.nanoTime() - takenNanos);
        return true;
    }

    private void deliver(TpccSession session, Deferred deferred) throws SQLException {
        long skippedBefore = session.skippedDeliveries();
        try {
            session.execute(deferred.delivery());
        } catch (Unknown unknown) {
            LOG.warn("A delivery was not done: {}", unknown.getMessage());
            return;
        }
        deliveryTimes.done(System.nanoTime() - deferred.queuedNanos(), session.skippedDeliveries() - skippedBefore);
    }

    /**
     * A database in memory is gone with its connection, so that one is kept whatever has failed. While no other can be
     * opened, the broken one stays: what is asked for next fails, and another is tried after it.
     */
    private Connection reopened(Connection broken) {
        if (database.isInMemory()) {
            return broken;
        }
        try {
            Connection opened = database.open();
            close(broken);
            return opened;
        } catch (SQLException failed) {
            LOG.warn("The database cannot be reached: {}", failed.getMessage());
            return broken;
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

    /** Executes what is queued, deferred deliveries too, and ends the threads. */
    @Override
    public void close() {
        stopping = true;
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
