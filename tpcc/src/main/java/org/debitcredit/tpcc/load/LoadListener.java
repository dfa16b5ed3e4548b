package org.debitcredit.tpcc.load;

/** Receives the progress of a load. */
public interface LoadListener {

    /**
     * Called after every batch, and for every part that an earlier load has completed.
     *
     * @param table that the batch was for; {@code earlier load} for a part that was completed earlier
     * @param rows loaded so far, with those of an earlier load that was interrupted
     * @param rowsTotal about as many as there will be
     */
    void loaded(String table, long rows, long rowsTotal);
}
