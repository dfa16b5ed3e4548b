package org.debitcredit.recovery;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.ForwardingLedger;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.TransactionBatch;

/** A real ledger whose connection is lost at planned moments. */
final class TroubledLedger extends ForwardingLedger {

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

    private final Plan plan;

    TroubledLedger(Ledger real, Plan plan) {
        super(real);
        this.plan = plan;
    }

    private void step(Moment moment) {
        if (plan.happens(moment)) {
            close();
            plan.whenLost.run();
            throw new LedgerUnavailable("planted " + moment, new IllegalStateException("no connection"));
        }
    }

    @Override
    public void execute(TransactionBatch batch) {
        step(Moment.BEFORE_EXECUTE);
        super.execute(batch);
        step(Moment.AFTER_EXECUTE);
    }

    @Override
    public void commit(UUID epoch, long position, int chainChecksum) {
        step(Moment.BEFORE_COMMIT);
        super.commit(epoch, position, chainChecksum);
        step(Moment.AFTER_COMMIT);
    }

    @Override
    public void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
        step(Moment.BEFORE_READ);
        super.read(kind, ids, count, balancesMinor);
    }

    @Override
    public Totals totals() {
        step(Moment.BEFORE_READ);
        return super.totals();
    }
}
