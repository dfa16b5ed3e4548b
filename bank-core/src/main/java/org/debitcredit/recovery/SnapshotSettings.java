package org.debitcredit.recovery;

import java.time.Duration;

/**
 * When snapshots are taken, and how long history is kept behind them.
 *
 * @param replayMax how long the replay of the journal may take at a start; how often snapshots are taken follows from it
 * @param historyRetention how long epochs that recovery needs no more are archived before they are deleted
 */
public record SnapshotSettings(Duration replayMax, Duration historyRetention) {

    /** 30 s of replay; 90 days of history, as Gray &amp; Levine's general ledger. */
    public static final SnapshotSettings DEFAULT = new SnapshotSettings(Duration.ofSeconds(30), Duration.ofDays(90));

    /**
     * Transactions from one snapshot's start to the next. A crash just before a snapshot is published replays two
     * intervals: the one that the snapshot took, and the one before it.
     *
     * @param redoPerSecond what the ledger redoes in a second
     */
    long intervalTransactions(long redoPerSecond) {
        double redone = redoPerSecond * (replayMax.toNanos() / 1e9);
        return Math.max(1, (long) (redone / 2));
    }
}
