package org.debitcredit.bench;

import java.util.UUID;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;

/** Measures the time of a ledger's steps, with two readings of the clock for each. */
final class TimedLedger implements Ledger {

    private final Ledger ledger;
    private final WriterTimes times;

    TimedLedger(Ledger ledger, WriterTimes times) {
        this.ledger = ledger;
        this.times = times;
    }

    @Override
    public void execute(TransactionBatch batch) {
        long start = System.nanoTime();
        ledger.execute(batch);
        times.executeNanos += System.nanoTime() - start;
    }

    @Override
    public void commit(UUID epoch, long position, int chainChecksum) {
        long start = System.nanoTime();
        ledger.commit(epoch, position, chainChecksum);
        times.commitNanos += System.nanoTime() - start;
    }

    @Override
    public LogPosition logPosition() {
        return ledger.logPosition();
    }

    @Override
    public void redo(TransactionBatch batch, int fromRow, LogPosition logPosition) {
        ledger.redo(batch, fromRow, logPosition);
    }

    @Override
    public void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
        ledger.read(kind, ids, count, balancesMinor);
    }

    @Override
    public Totals totals() {
        return ledger.totals();
    }

    @Override
    public BranchHistory history() {
        return ledger.history();
    }

    @Override
    public void copy(BalanceKind kind, long from, int count, long[] balancesMinor) {
        ledger.copy(kind, from, count, balancesMinor);
    }

    @Override
    public void load(BalanceKind kind, long from, int count, long[] balancesMinor) {
        ledger.load(kind, from, count, balancesMinor);
    }

    @Override
    public void loaded(BranchHistory history, LogPosition logPosition, long soundFrom) {
        ledger.loaded(history, logPosition, soundFrom);
    }

    @Override
    public long redoPerSecond() {
        return ledger.redoPerSecond();
    }

    @Override
    public void close() {
        ledger.close();
    }
}
