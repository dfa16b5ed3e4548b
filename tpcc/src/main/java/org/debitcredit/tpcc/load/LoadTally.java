package org.debitcredit.tpcc.load;

/** Counts the loaded rows. */
final class LoadTally {

    private final LoadListener listener;
    private final long rowsTotal;
    private long rows;

    LoadTally(LoadListener listener, long rowsTotal) {
        this.listener = listener;
        this.rowsTotal = rowsTotal;
    }

    void add(String table, long loaded) {
        rows += loaded;
        listener.loaded(table, rows, rowsTotal);
    }
}
