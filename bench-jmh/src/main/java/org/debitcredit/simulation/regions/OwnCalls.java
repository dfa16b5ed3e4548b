package org.debitcredit.simulation.regions;

import java.util.function.Consumer;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.region.ClearingBank;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** A region's own bank, as its clearing calls it. Now and then the bank's intake is full, and a call is not taken. */
final class OwnCalls implements ClearingBank.Own {

    private static final int FULL_ONE_IN = 60;
    private static final Answer FULL = new Answer(new Outcome.Failed(Failure.NOT_EXECUTED), 0);

    private final RegionsWorld world;
    private final Region own;

    OwnCalls(RegionsWorld world, Region own) {
        this.world = world;
        this.own = own;
    }

    @Override
    public void status(TransactionKey key, long unseenThrough, Consumer<@Nullable KeyStatus> answer) {
        if (isFull()) {
            answer.accept(null);
        } else {
            own.status(key, unseenThrough, answer);
        }
    }

    @Override
    public void execute(Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
        if (isFull()) {
            answer.accept(FULL);
        } else {
            own.execute(transaction, key, unseenThrough, answer);
        }
    }

    @Override
    public void reverse(
            Reversal reversal, TransactionKey key, long unseenThrough, long seenAt, Consumer<Answer> answer) {
        if (isFull()) {
            answer.accept(FULL);
        } else {
            own.reverse(reversal, key, unseenThrough, seenAt, answer);
        }
    }

    @Override
    public boolean isAhead(TransactionKey key) {
        return own.isAhead(key);
    }

    private boolean isFull() {
        boolean isFull = world.faultOneIn(FULL_ONE_IN);
        if (isFull) {
            world.trace.add("the intake is full in region " + own.number());
            world.modes.add(RegionsMode.INTAKE_FULL);
        }
        return isFull;
    }
}
