package org.debitcredit.recovery;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/** A real ledger whose connection is lost at planned moments. */
final class TroubledLedger implements Ledger {

    /** When the connection is lost. */
    enum Moment {
        BEFORE_EXECUTE,
        AFTER_EXECUTE,
        BEFORE_COMMIT,
        AFTER_COMMIT,
        BEFORE_READ,
        BEFORE_OPENING
    }

    /** What is planned, and what happens to the database once the connection is lost. */
    static final class Plan {
        final List<Moment> moments = new CopyOnWriteArrayList<>();
        Runnable whenLost = () -> {};

        /** Whether it is time. */
        boolean happens(Moment moment) {
            return moments.remove(moment);
        }
    }

    private final Ledger real;
    private final Plan plan;

    TroubledLedger(Ledger real, Plan plan) {
        this.real = real;
        this.plan = plan;
    }

    private void step(Moment moment) {
        if (plan.happens(moment)) {
            real.close();
            plan.whenLost.run();
            throw new LedgerUnavailable("planted " + moment, new IllegalStateException("no connection"));
        }
    }

    @Override
    public LogPosition logPosition() {
        return real.logPosition();
    }

    @Override
    public void execute(TransactionBatch batch) {
        step(Moment.BEFORE_EXECUTE);
        real.execute(batch);
        step(Moment.AFTER_EXECUTE);
    }

    @Override
    public void commit(UUID epoch, long position, int chainChecksum) {
        step(Moment.BEFORE_COMMIT);
        real.commit(epoch, position, chainChecksum);
        step(Moment.AFTER_COMMIT);
    }

    @Override
    public void redo(TransactionBatch batch, int fromRow, LogPosition logPosition) {
        real.redo(batch, fromRow, logPosition);
    }

    @Override
    public void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
        step(Moment.BEFORE_READ);
        real.read(kind, ids, count, balancesMinor);
    }

    @Override
    public Totals totals() {
        step(Moment.BEFORE_READ);
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
    public long soundFrom() {
        return real.soundFrom();
    }

    @Override
    public void loaded(BranchHistory history, LogPosition logPosition, long soundFrom) {
        real.loaded(history, logPosition, soundFrom);
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
    public void close() {
        real.close();
    }
}
