package org.debitcredit.simulation;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.engine.Submission;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/** A submission in flight, and whether its answer has reached a living client. */
final class SentSubmission {

    private final List<ModelRequest> asked;
    private final Submission submission;
    private int answers;

    /**
     * @param whenAnswered asked when the submission is answered: whether the answer still reaches the client
     * @throws IllegalArgumentException when the keys do not fit, and the server refuses the parcel as malformed
     */
    SentSubmission(Parcel parcel, BooleanSupplier whenAnswered) {
        this.asked = parcel.rows();
        if (parcel.isAlone()) {
            ModelRequest one = asked.get(0);
            Reversal reversal = one.reversal();
            submission = reversal != null
                    ? new ReversalSubmission(reversal, one.key(), answered -> heard(whenAnswered))
                    : new SingleSubmission(answered -> heard(whenAnswered)).ask(one.transaction(), one.key());
        } else {
            submission = new BatchSubmission(
                    parcel.isRun() ? counting(asked) : each(asked), answered -> heard(whenAnswered));
        }
    }

    private void heard(BooleanSupplier whenAnswered) {
        answers += whenAnswered.getAsBoolean() ? 1 : 0;
    }

    private static RequestColumns each(List<ModelRequest> asked) {
        RequestColumns requests = new RequestColumns(asked.size());
        asked.forEach(one -> requests.add(one.transaction(), one.key()));
        return requests;
    }

    /** The columns that the server makes of a batch under one key. */
    private static RequestColumns counting(List<ModelRequest> asked) {
        RequestColumns requests = new RequestColumns(asked.size(), RunLengthKeys.runsMax(asked.size()));
        TransactionKey first = asked.get(0).key();
        requests.keys.add(first.client(), first.high(), first.low(), asked.size());
        for (ModelRequest one : asked) {
            Transaction wanted = one.transaction();
            int row = requests.addContent(
                    wanted.type().code(), wanted.teller(), wanted.account(), wanted.target(), wanted.amountMinor());
            Reference reference = wanted.reference();
            if (reference != null) {
                requests.refer(row, reference);
            }
        }
        return requests;
    }

    Submission submission() {
        return submission;
    }

    List<ModelRequest> asked() {
        return asked;
    }

    /** Transactions that count against the limit of those in flight; a submission of one does not count. */
    int inFlight() {
        return asked.size() > 1 ? asked.size() : 0;
    }

    boolean isAnswered() {
        return answers > 0;
    }

    int answers() {
        return answers;
    }

    boolean has(Failure failure) {
        return answers > 0 && outcome(0).equals(new Outcome.Failed(failure));
    }

    /** When the bank says that a row was decided. */
    long timeMicros(int row) {
        return submission instanceof BatchSubmission several
                ? several.timeMicros(row)
                : ((Submission.OfOne) submission).timeMicros();
    }

    Outcome outcome(int row) {
        return submission instanceof BatchSubmission several
                ? several.outcome(row)
                : ((Submission.OfOne) submission).outcome();
    }
}
