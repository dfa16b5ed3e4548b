package org.debitcredit.server.tpcc;

import org.debitcredit.tpcc.database.TpccDatabase;

/**
 * What a server is started with.
 *
 * @param threads that execute, each on a connection of its own
 * @param groupMax most transactions that share a commit; 1 where the database has many connections and groups their
 *     commits itself
 */
public record TpccServerSettings(TpccDatabase database, int threads, int groupMax) {

    /** Most threads: more connections than any database of one machine can use. */
    static final int THREADS_MAX = 256;

    /** Most transactions of a group: those of a quarter of a second, at 4,000 a second. */
    static final int GROUP_MAX = 1_024;

    private static final int GROUP_IN_FILE = 32;

    public TpccServerSettings {
        requireWithin("--threads", threads, database.isSingleConnection() ? 1 : THREADS_MAX);
        requireWithin("--group-commits", groupMax, database.isSingleConnection() ? GROUP_MAX : 1);
    }

    private static void requireWithin(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    option + " is " + value + "; on this database it must be 1" + (most == 1 ? "" : " to " + most));
        }
    }

    /**
     * As many threads as fit the database: one for SQLite, else two for each processor. Commits are grouped where each
     * is a force of SQLite's file; in memory a large group is committed more slowly than its transactions one by one.
     */
    public static TpccServerSettings fitting(TpccDatabase database) {
        int threads = database.isSingleConnection()
                ? 1
                : Math.min(THREADS_MAX, 2 * Runtime.getRuntime().availableProcessors());
        boolean forces = database.isSingleConnection() && !database.isInMemory();
        return new TpccServerSettings(database, threads, forces ? GROUP_IN_FILE : 1);
    }

    /**
     * The same with another number of threads; throws {@link IllegalArgumentException} if the database does not allow
     * it.
     */
    public TpccServerSettings withThreads(int other) {
        return new TpccServerSettings(database, other, groupMax);
    }

    /**
     * The same with another limit of a group; throws {@link IllegalArgumentException} if the database does not allow
     * it.
     */
    public TpccServerSettings withGroupMax(int other) {
        return new TpccServerSettings(database, threads, other);
    }

    /** How commits are made, in words. */
    public String commits() {
        return groupMax == 1 ? "commits not grouped" : "commits grouped, at most " + groupMax;
    }
}
