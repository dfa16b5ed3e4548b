package org.debitcredit.server.tpcc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.execute.GroupLost;
import org.debitcredit.tpcc.execute.TpccSession;
import org.debitcredit.tpcc.execute.Unknown;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions of one session that share a commit. Their answers are given when the commit has succeeded. If it fails,
 * all of them have failed. Used by one thread.
 */
final class CommitGroup {

    private static final Logger LOG = LoggerFactory.getLogger(CommitGroup.class);

    private record Executed(Task task, TpccAnswer answer, long takenNanos) {}

    private final TpccSession session;
    private final int most;
    private final Executor answering;
    private final DeliveryTimes deliveries;
    private final long skippedBefore;
    private final List<Executed> executed;
    /** With those that were refused: they must not hold up the others. */
    private int tried;

    CommitGroup(TpccSession session, int most, Executor answering, DeliveryTimes deliveries) {
        this.session = session;
        this.most = most;
        this.answering = answering;
        this.deliveries = deliveries;
        skippedBefore = session.skippedDeliveries();
        executed = new ArrayList<>(most);
    }

    /** Whether the group has to be committed now. */
    boolean isFull() {
        return tried >= most;
    }

    /** Executes one more transaction, and returns whether the connection can still be used. */
    boolean execute(Task task) {
        long takenNanos = System.nanoTime();
        tried++;
        try {
            // A transaction that is committed alone is repeated if it failed because of one on another connection.
            TpccAnswer answer = most == 1 ? session.execute(task.request()) : session.executeInGroup(task.request());
            executed.add(new Executed(task, answer, takenNanos));
            return true;
        } catch (Unknown unknown) {
            answering.execute(() -> give(() -> task.unknown(String.valueOf(unknown.getMessage()))));
            // What is suppressed is the failure to roll it back.
            return unknown.getSuppressed().length == 0;
        } catch (GroupLost lost) {
            fail(lost);
            answering.execute(() -> give(() -> task.failed(lost)));
            return false;
        } catch (SQLException failed) {
            answering.execute(() -> give(() -> task.failed(failed)));
            return false;
        } catch (RuntimeException fault) {
            // The thread must go on: with SQLite there is no other, and a database in memory ends with its connection.
            LOG.error("A transaction failed by a fault of this server", fault);
            SQLException failed = new SQLException("the server has a fault: " + fault, fault);
            answering.execute(() -> give(() -> task.failed(failed)));
            return false;
        }
    }

    /** Commits and gives the answers; returns whether the connection can still be used. */
    boolean commit() {
        try {
            session.commitGroup();
        } catch (SQLException failed) {
            fail(failed);
            return false;
        }
        long committedNanos = System.nanoTime();
        deliveries.skipped(session.skippedDeliveries() - skippedBefore);
        if (executed.isEmpty()) {
            return true;
        }
        answering.execute(() -> {
            for (Executed each : executed) {
                give(() -> each.task()
                        .answered(
                                each.answer(),
                                each.takenNanos() - each.task().queuedNanos(),
                                committedNanos - each.takenNanos()));
            }
        });
        return true;
    }

    private void fail(SQLException failure) {
        List<Executed> lost = List.copyOf(executed);
        executed.clear();
        answering.execute(() -> lost.forEach(each -> give(() -> each.task().failed(failure))));
    }

    /** Gives an answer. One that cannot be given, as when the network has no memory for it, holds up no other. */
    static void give(Runnable answer) {
        try {
            answer.run();
        } catch (RuntimeException | OutOfMemoryError failed) {
            LOG.warn("An answer could not be given", failed);
        }
    }
}
