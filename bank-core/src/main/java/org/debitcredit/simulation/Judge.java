package org.debitcredit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Totals;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * Compares what the bank says with what the model says, and keeps the first difference. A group of which nobody heard is
 * in doubt until the next recovery: it may have happened, as a whole.
 */
final class Judge {

    private final ModelBank model;
    private final Trace trace;
    private final boolean partsFail;
    private @Nullable Group inDoubt;
    private @Nullable Violation violation;

    /**
     * @param partsFail whether a part may fail in the open, and so a submission without the bank being stopped
     */
    Judge(ModelBank model, Trace trace, boolean partsFail) {
        this.model = model;
        this.trace = trace;
        this.partsFail = partsFail;
    }

    ModelBank model() {
        return model;
    }

    boolean isInDoubt() {
        return inDoubt != null;
    }

    void report(String what, @Nullable Throwable cause) {
        if (violation == null) {
            violation = cause == null ? new Violation(what) : new Violation(what + ": " + cause, cause);
        }
    }

    /** Throws the first violation, outside of anything that might catch it. */
    void requireNone() {
        if (violation != null) {
            throw violation;
        }
    }

    @Nullable
    Violation violation() {
        return violation;
    }

    /** The writer has carried a group, or has failed, or the process has died on the way. */
    void group(Group expected, List<Ride> rides, List<Inquiry> inquiries, TransactionEngine engine, boolean died) {
        boolean isAnswered = inquiries.stream().anyMatch(Inquiry::available);
        boolean isUnknown = false;
        for (Ride ride : rides) {
            if (ride.answers() > 1 || (ride.answers() == 0 && !died)) {
                report("a submission was answered " + ride.answers() + " times", null);
            }
            isAnswered |= ride.isAnswered();
            isUnknown |= ride.has(Failure.OUTCOME_UNKNOWN);
            if (ride.isFailed() && engine.stoppedBy() == null && !partsFail) {
                report("a submission failed though the bank works", null);
            }
        }
        if (isAnswered) {
            answered(expected, rides, inquiries);
        } else if ((died || isUnknown) && !expected.decided.isEmpty()) {
            inDoubt = expected;
        }
        trace.add(
                isAnswered ? "group is answered" : "group is not answered",
                "",
                model.position(),
                expected.decided.size());
    }

    private void answered(Group expected, List<Ride> rides, List<Inquiry> inquiries) {
        model.take(expected);
        for (int i = 0; i < rides.size(); i++) {
            if (rides.get(i).answers() > 0) {
                rides.get(i).compare(expected.answers.get(i), this);
            }
        }
        for (Inquiry inquiry : inquiries) {
            if (inquiry.available()) {
                compare(inquiry, expected.balances, expected.positionAfter());
            }
        }
    }

    private void compare(Inquiry inquiry, ModelBalances balances, long position) {
        if (inquiry instanceof Inquiry.Balance asked) {
            long expected = balances.balance(asked.kind(), asked.id());
            if (asked.balanceMinor() != expected) {
                report(
                        asked.kind() + " " + asked.id() + " holds " + asked.balanceMinor() + " at position " + position
                                + "; it must hold " + expected,
                        null);
            }
        } else if (inquiry instanceof Inquiry.Key asked) {
            KeyStatus expected = model.status(asked.key(), position);
            if (!asked.status().equals(expected)) {
                report(
                        asked.key() + " is " + asked.status() + " at position " + position + "; it must be " + expected,
                        null);
            }
        } else if (inquiry instanceof Inquiry.Sums asked) {
            Totals expected = balances.totals();
            if (!asked.totals().equals(expected)
                    || asked.position() != position
                    || !asked.totals().hold()) {
                report(
                        "sums at position " + asked.position() + " are " + asked.totals() + "; they must be " + expected
                                + " at " + position,
                        null);
            }
        }
    }

    /** A bank is ready again. */
    void recovered(RunningBank bank, List<TransactionKey> keys, long clockMicros) {
        long found = bank.recovered().position();
        Group group = inDoubt;
        inDoubt = null;
        if (group != null && found == group.positionAfter()) {
            model.take(group);
        } else if (found != model.position()) {
            report(
                    "the bank came back at position " + found + "; acknowledged was " + model.position()
                            + (group == null ? "" : ", in doubt " + group.positionAfter()),
                    null);
            return;
        }
        model.ready(clockMicros);
        trace.add("recovered", "", found, bank.recovered().fromPosition());
        compareAll(bank, model.balances(), found, keys);
    }

    /** Asks the bank everything that can be asked. */
    void compareAll(RunningBank bank, ModelBalances balances, long position, List<TransactionKey> keys) {
        List<Inquiry> inquiries = new ArrayList<>();
        for (BalanceKind kind : BalanceKind.values()) {
            for (long index = 0; index < kind.count(Terms.SCALE); index++) {
                inquiries.add(new Inquiry.Balance(kind, kind.idAt(Terms.SCALE, index), answered -> {}));
            }
        }
        inquiries.add(new Inquiry.Sums(answered -> {}));
        keys.forEach(key -> inquiries.add(new Inquiry.Key(key, answered -> {})));
        for (Inquiry inquiry : inquiries) {
            while (!bank.engine().submit(inquiry)) {
                bank.engine().step();
            }
        }
        BooleanSupplier more = bank.engine()::step;
        while (more.getAsBoolean()) {
            continue;
        }
        for (Inquiry inquiry : inquiries) {
            if (inquiry.available()) {
                compare(inquiry, balances, position);
            } else {
                report(
                        "an inquiry was not answered by a bank just recovered",
                        bank.engine().stoppedBy());
            }
        }
    }
}
