package org.debitcredit.ledger;

import java.util.UUID;
import java.util.function.LongConsumer;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/** A double that forwards every step to a real ledger; tests override the steps that they count, delay or break. */
public class ForwardingLedger implements Ledger {

    private final Ledger real;

    public ForwardingLedger(Ledger real) {
        this.real = real;
    }

    @Override
    public LogPosition logPosition() {
        return real.logPosition();
    }

    @Override
    public void execute(TransactionBatch batch) {
        real.execute(batch);
    }

    @Override
    public void commit(UUID epoch, long position, int chainChecksum) {
        real.commit(epoch, position, chainChecksum);
    }

    @Override
    public void redo(TransactionBatch batch, int fromRow, LogPosition logPosition) {
        real.redo(batch, fromRow, logPosition);
    }

    @Override
    public void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
        real.read(kind, ids, count, balancesMinor);
    }

    @Override
    public Totals totals() {
        return real.totals();
    }

    @Override
    public BranchHistory history() {
        return real.history();
    }

    @Override
    public void copy(BalanceKind kind, long from, int count, long[] balancesMinor) {
        real.copy(kind, from, count, balancesMinor);
    }

    @Override
    public void load(BalanceKind kind, long from, int count, long[] balancesMinor) {
        real.load(kind, from, count, balancesMinor);
    }

    @Override
    public void loaded(BranchHistory history, LogPosition logPosition, long soundFrom) {
        real.loaded(history, logPosition, soundFrom);
    }

    @Override
    public long soundFrom() {
        return real.soundFrom();
    }

    @Override
    public long redoPerSecond() {
        return real.redoPerSecond();
    }

    @Override
    public boolean isPersistent() {
        return real.isPersistent();
    }

    @Override
    public @Nullable LogPosition durableLogPosition() {
        return real.durableLogPosition();
    }

    @Override
    public @Nullable Statements statements() {
        return real.statements();
    }

    @Override
    public long historyRows() {
        return real.historyRows();
    }

    @Override
    public void whenHistoryIsCut(LongConsumer fromPosition) {
        real.whenHistoryIsCut(fromPosition);
    }

    @Override
    public long generation() {
        return real.generation();
    }

    @Override
    public void close() {
        real.close();
    }
}
