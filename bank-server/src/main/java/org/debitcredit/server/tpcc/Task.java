package org.debitcredit.server.tpcc;

import java.sql.SQLException;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;

/** A request in the executor's queue, and what is done with its outcome. */
interface Task {

    TpccRequest request();

    /** When it was put into the queue, {@link System#nanoTime}. */
    long queuedNanos();

    /**
     * The transaction was committed, or rolled back as it had to be.
     *
     * @param queueNanos time until a thread took it
     * @param executionNanos time from then until it was committed, with the others of its group
     */
    void answered(TpccAnswer answer, long queueNanos, long executionNanos);

    /** The request names a row that does not exist; nothing was changed. */
    void unknown(String reason);

    /** The database failed. The transaction was rolled back or, if it was being committed, may have been committed. */
    void failed(SQLException failure);
}
