package org.debitcredit.tpcc.load;

/** Is told how far a load has come. */
public interface LoadListener {

    /**
     * Called after every batch.
     *
     * @param table that the batch was for
     * @param rows loaded so far, with those of an earlier load that was interrupted
     * @param rowsTotal about as many as there will be
     */
    void loaded(String table, long rows, long rowsTotal);
}
