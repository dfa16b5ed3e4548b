package org.debitcredit.bench;

import org.debitcredit.recovery.BankObserver;
import org.debitcredit.transaction.TransactionBatch;

/** Where the writer's time goes. Written by its thread; to be read when nothing is in flight. */
final class WriterTimes implements BankObserver {

    long forces;
    long forceNanos;
    long executeNanos;
    long commitNanos;

    @Override
    public void groupCommitted(TransactionBatch batch, int journalBytes, long nanos) {
        forces++;
        forceNanos += nanos;
    }
}
