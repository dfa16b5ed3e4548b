package org.debitcredit.server.tpcc;

import org.debitcredit.tpcc.database.TpccDatabase;

/**
 * What a server is started with.
 *
 * @param threads that execute, each on a connection of its own
 */
public record TpccServerSettings(TpccDatabase database, int threads) {

    /** Most threads: more connections than any database of one machine can use. */
    static final int THREADS_MAX = 256;

    public TpccServerSettings {
        int most = database.isSingleConnection() ? 1 : THREADS_MAX;
        if (threads < 1 || threads > most) {
            throw new IllegalArgumentException(
                    "--threads is " + threads + "; on this database it must be 1" + (most == 1 ? "" : " to " + most));
        }
    }

    /** As many threads as fit the database: one for SQLite, else two for each processor. */
    public static TpccServerSettings fitting(TpccDatabase database) {
        int threads =
                database.isSingleConnection() ? 1 : 2 * Runtime.getRuntime().availableProcessors();
        return new TpccServerSettings(database, threads);
    }
}
