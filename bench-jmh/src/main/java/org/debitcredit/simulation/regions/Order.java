package org.debitcredit.simulation.regions;

import org.debitcredit.region.Clearing;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.simulation.Violation;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * An out-of-town transaction, or the reversal of one, as a customer asks for it once or again, and the answers to it.
 *
 * <p>The contract of the answers: what was committed is never refused later, nor committed after it was refused. Only a
 * transaction that is in transit may still be taken back, if its issuer refuses it.
 */
final class Order {

    private final OutOfTown transaction;
    private final @Nullable TransactionKey reversal;
    private final long performedMinor;

    private int sent;
    private int answered;
    private boolean isDoubtful;
    private boolean isCommitted;
    private boolean isInTransit;
    private boolean isInConflict;
    private @Nullable Refusal refused;

    /** An order to execute a transaction. */
    Order(OutOfTown transaction) {
        this(transaction, null, 0);
    }

    /**
     * An order to take it back.
     *
     * @param reversal key of the reversal; null for an order to execute it
     */
    Order(OutOfTown transaction, @Nullable TransactionKey reversal, long performedMinor) {
        this.transaction = transaction;
        this.reversal = reversal;
        this.performedMinor = performedMinor;
    }

    OutOfTown transaction() {
        return transaction;
    }

    @Nullable
    TransactionKey reversal() {
        return reversal;
    }

    long performedMinor() {
        return performedMinor;
    }

    void sent() {
        sent++;
    }

    void answered(Clearing.Answer answer, RegionsWorld world) {
        answered++;
        if (answer instanceof Clearing.Answer.Committed) {
            isCommitted = true;
        } else if (answer instanceof Clearing.Answer.InTransit) {
            isInTransit = true;
            world.modes.add(RegionsMode.IN_TRANSIT);
        } else if (answer instanceof Clearing.Answer.Refused told) {
            refused(told.reason(), world);
        } else if (answer instanceof Clearing.Answer.Failed failed) {
            isDoubtful |= failed.reason() != Failure.NOT_EXECUTED;
        } else if (answer instanceof Clearing.Answer.Away) {
            world.modes.add(RegionsMode.AWAY);
        } else {
            world.modes.add(RegionsMode.FULL);
        }
        if (isCommitted && refused != null) {
            throw new Violation("one request was committed and refused: " + this);
        }
    }

    private void refused(Refusal reason, RegionsWorld world) {
        if (reason == Refusal.KEY_EXPIRED) {
            world.modes.add(RegionsMode.KEY_EXPIRED);
            isDoubtful = true;
        } else if (reason == Refusal.KEY_AHEAD) {
            // The network may deliver the same call once more, when its key is not ahead any more.
            isDoubtful = true;
        } else if (reason.business()) {
            refused = reason;
        } else if (reason == Refusal.KEY_CONFLICT) {
            isInConflict = true;
        }
    }

    /** Whether an answer is missing. */
    boolean isOpen() {
        return answered < sent;
    }

    boolean isCommitted() {
        return isCommitted;
    }

    boolean isInTransit() {
        return isInTransit;
    }

    /** Whether it was refused for a business reason. */
    boolean isRefused() {
        return refused != null;
    }

    /** Whether it was refused because its key belongs to another transaction. */
    boolean isInConflict() {
        return isInConflict;
    }

    /** Whether every answer said that nothing was executed. */
    boolean isSurelyNotExecuted() {
        return !isOpen() && !isDoubtful && !isCommitted && !isInTransit && refused == null && !isInConflict;
    }

    @Override
    public String toString() {
        TransactionKey named = reversal;
        return (named == null ? "" : "reversal " + RegionsWorld.name(named) + ", performed " + performedMinor + ", of ")
                + transaction.type() + " " + RegionsWorld.name(transaction.key()) + " of " + transaction.signedMinor()
                + " from region " + transaction.acquirer() + " to region " + transaction.issuer() + " (sent " + sent
                + ", answered " + answered + (isCommitted ? ", committed" : "") + (isInTransit ? ", in transit" : "")
                + (refused == null ? "" : ", refused " + refused) + (isDoubtful ? ", doubtful" : "") + ")";
    }
}
