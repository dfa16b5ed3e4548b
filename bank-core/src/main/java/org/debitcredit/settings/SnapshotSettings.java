package org.debitcredit.settings;

import java.time.Duration;

/**
 * When snapshots are taken, and how long earlier history is kept.
 *
 * @param replayMax how long the replay of the journal may take at a start, more than nothing and at most {@link
 *     #REPLAY_MAX_MAX}; how often snapshots are taken follows from it
 * @param historyRetention how long epochs that recovery no longer needs are archived before they are deleted, zero for
 *     not at all, at most {@link #HISTORY_RETENTION_MAX}
 */
public record SnapshotSettings(Duration replayMax, Duration historyRetention) {

    /** One day, which is longer than any acceptable outage after a crash. */
    public static final Duration REPLAY_MAX_MAX = Duration.ofDays(1);

    /** A hundred years. In nanoseconds, a long ends at 292. */
    public static final Duration HISTORY_RETENTION_MAX = Duration.ofDays(36_500);

    /** 30 s of replay; 90 days of history, as Gray &amp; Levine's general ledger. */
    public static final SnapshotSettings DEFAULT = new SnapshotSettings(Duration.ofSeconds(30), Duration.ofDays(90));

    public SnapshotSettings {
        if (replayMax.isNegative() || replayMax.isZero() || replayMax.compareTo(REPLAY_MAX_MAX) > 0) {
            throw new IllegalArgumentException(
                    "replayMax is " + replayMax + "; it must be more than 0 and at most " + REPLAY_MAX_MAX);
        }
        if (historyRetention.isNegative() || historyRetention.compareTo(HISTORY_RETENTION_MAX) > 0) {
            throw new IllegalArgumentException(
                    "historyRetention is " + historyRetention + "; it must be 0 to " + HISTORY_RETENTION_MAX);
        }
    }

    /**
     * Transactions from one snapshot's start to the next. A crash just before a snapshot is published replays two
     * intervals: the one that the snapshot took, and the one before it.
     *
     * @param redoPerSecond what the ledger redoes in a second
     */
    public long intervalTransactions(long redoPerSecond) {
        double redone = redoPerSecond * (replayMax.toNanos() / 1e9);
        return Math.max(1, (long) (redone / 2));
    }
}
