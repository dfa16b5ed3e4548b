package org.debitcredit.recovery;

import org.debitcredit.engine.EngineObserver;
import org.debitcredit.projection.ProjectionObserver;
import org.debitcredit.snapshot.Snapshot;
import org.jspecify.annotations.Nullable;

/** Sees what a bank does, for metrics and logs. Called on the thread that does it. */
public interface BankObserver extends EngineObserver, ProjectionObserver {

    /** Observes nothing. */
    BankObserver NONE = new BankObserver() {};

    /** A snapshot was published. */
    default void snapshotPublished(Snapshot snapshot) {}

    /**
     * A snapshot, or the removal of what it makes unnecessary, failed. The bank goes on; it is tried again after another
     * interval, and each second while the journal is full.
     */
    default void snapshotFailed(Throwable cause) {}

    /**
     * The journal is full: from now on transactions are refused as busy, until a snapshot has freed some of it. Called by
     * whoever finds out, on any thread.
     *
     * @param bytes that it takes
     * @param bytesMax that it may take
     */
    default void journalFull(long bytes, long bytesMax) {}

    /** The journal is full no more, and transactions are taken again. Any thread. */
    default void journalHasRoom(long bytes, long bytesMax) {}

    /**
     * The journal is full, and stays so unless its operator does something.
     *
     * @param why null when that is over
     */
    default void journalStaysFull(@Nullable String why) {}

    /**
     * The archive took more than it may, and its oldest epochs are deleted.
     *
     * @param epoch number of the last one that is deleted
     * @param bytesMax that it may take
     * @param restorableFrom first position that a restore can reach now; -1 for none
     */
    default void archiveCut(long epoch, long bytesMax, long restorableFrom) {}

    /** The ledger's database is away, or refuses work. The bank waits for it, and answers nothing meanwhile. */
    default void ledgerLost(Throwable cause) {}

    /**
     * The ledger may keep no more postings one by one, and lets go of the oldest from now on.
     *
     * @param rows that it keeps
     * @param fromPosition of the first transaction that statements tell of now
     */
    default void historyCut(long rows, long fromPosition) {}

    /** The ledger's database is back and stands where the journal does. */
    default void ledgerResumed() {}

    /** Recovery passed a snapshot over. */
    default void snapshotPassedOver(String reason) {}

    /**
     * One of the two copies of a mirrored bank failed and is given up; the bank goes on with the other, which says so
     * durably already. From now on the loss of that one loses the bank.
     *
     * @param place directory of the copy that was lost
     */
    default void mirrorLost(String place, Throwable cause) {}

    /**
     * One of the two copies was written anew from the other at the start.
     *
     * @param place its directory
     * @param reason why that had to be
     * @param asidePlace where the one before it stands now; empty when there was none
     */
    default void mirrorReplaced(String place, String reason, String asidePlace) {}
}
