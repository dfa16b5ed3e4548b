package org.debitcredit.recovery;

import org.debitcredit.engine.EngineObserver;
import org.debitcredit.snapshot.Snapshot;

/** Sees what a bank does, for metrics and logs. Called on the thread that does it. */
public interface BankObserver extends EngineObserver {

    /** Observes nothing. */
    BankObserver NONE = new BankObserver() {};

    /** A snapshot was published. */
    default void snapshotPublished(Snapshot snapshot) {}

    /** A snapshot, or the tidying up behind it, failed. The bank goes on; it is tried again after another interval. */
    default void snapshotFailed(Throwable cause) {}

    /** Recovery passed a snapshot over. */
    default void snapshotPassedOver(String reason) {}
}
