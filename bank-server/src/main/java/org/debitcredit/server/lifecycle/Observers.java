package org.debitcredit.server.lifecycle;

import java.util.List;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.recovery.BankObserver;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/** Several observers as one. */
record Observers(List<BankObserver> all) implements BankObserver {

    @Override
    public void groupCommitted(TransactionBatch batch, int journalBytes, long forceNanos) {
        for (BankObserver observer : all) {
            observer.groupCommitted(batch, journalBytes, forceNanos);
        }
    }

    @Override
    public void ledgerDamaged(MissingRows missing) {
        for (BankObserver observer : all) {
            observer.ledgerDamaged(missing);
        }
    }

    @Override
    public void stopped(Throwable cause) {
        for (BankObserver observer : all) {
            observer.stopped(cause);
        }
    }

    @Override
    public void snapshotPublished(Snapshot snapshot) {
        for (BankObserver observer : all) {
            observer.snapshotPublished(snapshot);
        }
    }

    @Override
    public void snapshotFailed(Throwable cause) {
        for (BankObserver observer : all) {
            observer.snapshotFailed(cause);
        }
    }

    @Override
    public void journalFull(long bytes, long bytesMax) {
        for (BankObserver observer : all) {
            observer.journalFull(bytes, bytesMax);
        }
    }

    @Override
    public void journalHasRoom(long bytes, long bytesMax) {
        for (BankObserver observer : all) {
            observer.journalHasRoom(bytes, bytesMax);
        }
    }

    @Override
    public void journalStaysFull(@Nullable String why) {
        for (BankObserver observer : all) {
            observer.journalStaysFull(why);
        }
    }

    @Override
    public void archiveCut(long epoch, long bytesMax, long restorableFrom) {
        for (BankObserver observer : all) {
            observer.archiveCut(epoch, bytesMax, restorableFrom);
        }
    }

    @Override
    public void ledgerLost(Throwable cause) {
        for (BankObserver observer : all) {
            observer.ledgerLost(cause);
        }
    }

    @Override
    public void ledgerResumed() {
        for (BankObserver observer : all) {
            observer.ledgerResumed();
        }
    }

    @Override
    public void historyCut(long rows, long fromPosition) {
        for (BankObserver observer : all) {
            observer.historyCut(rows, fromPosition);
        }
    }

    @Override
    public void projectionLost(Throwable cause) {
        for (BankObserver observer : all) {
            observer.projectionLost(cause);
        }
    }

    @Override
    public void projectionResumed() {
        for (BankObserver observer : all) {
            observer.projectionResumed();
        }
    }

    @Override
    public void projectionStopped(Throwable cause) {
        for (BankObserver observer : all) {
            observer.projectionStopped(cause);
        }
    }

    @Override
    public void snapshotPassedOver(String reason) {
        for (BankObserver observer : all) {
            observer.snapshotPassedOver(reason);
        }
    }

    @Override
    public void mirrorLost(String place, Throwable cause) {
        for (BankObserver observer : all) {
            observer.mirrorLost(place, cause);
        }
    }

    @Override
    public void mirrorReplaced(String place, String reason, String asidePlace) {
        for (BankObserver observer : all) {
            observer.mirrorReplaced(place, reason, asidePlace);
        }
    }

    @Override
    public void passengerFailed(Throwable cause) {
        for (BankObserver observer : all) {
            observer.passengerFailed(cause);
        }
    }
}
