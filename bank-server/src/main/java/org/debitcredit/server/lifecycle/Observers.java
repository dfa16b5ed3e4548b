package org.debitcredit.server.lifecycle;

import java.util.List;
import org.debitcredit.engine.EngineObserver;
import org.debitcredit.transaction.TransactionBatch;

/** Several observers as one. */
record Observers(List<EngineObserver> all) implements EngineObserver {

    @Override
    public void groupCommitted(TransactionBatch batch, long forceNanos) {
        for (EngineObserver observer : all) {
            observer.groupCommitted(batch, forceNanos);
        }
    }

    @Override
    public void stopped(Throwable cause) {
        for (EngineObserver observer : all) {
            observer.stopped(cause);
        }
    }

    @Override
    public void passengerFailed(Throwable cause) {
        for (EngineObserver observer : all) {
            observer.passengerFailed(cause);
        }
    }
}
