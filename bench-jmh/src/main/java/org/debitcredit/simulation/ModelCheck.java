package org.debitcredit.simulation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Totals;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * Compares the bank's answers with those that the model allows, and keeps the first difference. A submission without an
 * answer, or with an unknown outcome, is in doubt until the next recovery: each of its transactions may have been
 * executed, and the journal shows which.
 */
final class ModelCheck {

    private final ModelBank model = new ModelBank(Terms.SCALE);
    private final List<ModelRequest> doubtful = new ArrayList<>();
    /** No transaction that was in doubt and then given up was ever journaled after this position. */
    private long givenUpThrough;

    private final Trace trace;
    private final Set<Mode> modes;
    private @Nullable Violation violation;

    ModelCheck(Trace trace, Set<Mode> modes) {
        this.trace = trace;
        this.modes = modes;
    }

    ModelBank model() {
        return model;
    }

    boolean isInDoubt() {
        return !doubtful.isEmpty();
    }

    /**
     * Whether a copy that a mirrored bank went on without may end here: with a group that was never answered, and
     * that the bank gave up when it went on without this copy.
     */
    boolean mayHaveGivenUp(long position) {
        return position > model.position() && position <= givenUpThrough;
    }

    void report(String what, @Nullable Throwable cause) {
        if (violation == null) {
            violation = cause == null ? new Violation(what) : new Violation(what + ": " + cause, cause);
        }
    }

    /** Throws the first violation, where no other code can catch it. */
    void requireNone() {
        if (violation != null) {
            throw violation;
        }
    }

    /** A submission was answered, after all that were judged before. */
    void answered(SentSubmission sent, long bankMicros) {
        if (sent.answers() > 1) {
            report("a submission was answered " + sent.answers() + " times", null);
        }
        if (sent.has(Failure.NOT_EXECUTED)) {
            return;
        }
        if (sent.has(Failure.OUTCOME_UNKNOWN)) {
            inDoubt(sent);
            return;
        }
        model.keys().at(model.position());
        for (int row = 0; row < sent.asked().size(); row++) {
            ModelRequest asked = sent.asked().get(row);
            Outcome outcome = sent.outcome(row);
            note(outcome);
            String difference = model.answered(asked, outcome, bankMicros);
            if (difference != null) {
                report(asked + " was answered " + outcome + "; " + difference, null);
                return;
            }
            long position = position(outcome);
            if (position > 0 && !model.isTime(position, sent.timeMicros(row))) {
                report(
                        asked + " was answered with the time " + sent.timeMicros(row) + ", and another one before",
                        null);
            }
        }
        trace.add("answered", "", model.position(), sent.asked().size());
    }

    private void note(Outcome outcome) {
        if (outcome instanceof Outcome.Refused refused && refused.reason() == Refusal.REVERSED) {
            modes.add(Mode.REVERSED);
        } else if (outcome instanceof Outcome.Refused refused && refused.reason() == Refusal.KEY_EXPIRED) {
            modes.add(Mode.KEY_EXPIRED);
        } else if (outcome instanceof Outcome.Refused refused && refused.reason() == Refusal.KEY_AHEAD) {
            modes.add(Mode.KEY_AHEAD);
        }
    }

    /** Its outcome is unknown. */
    void inDoubt(SentSubmission sent) {
        doubtful.addAll(sent.asked());
    }

    /**
     * A process that lost its files has answered all the same: it may refuse, or say what was decided while the files
     * were its own.
     */
    void answeredByDispossessed(SentSubmission sent) {
        for (int row = 0; row < sent.asked().size(); row++) {
            long position = position(sent.outcome(row));
            ModelRequest asked = sent.asked().get(row);
            boolean isTrue = position == 0
                    || position <= model.position()
                            && model.history()
                                    .get((int) position - 1)
                                    .outcome(position)
                                    .equals(sent.outcome(row))
                            && model.keys().positionOf(asked.key()) == position;
            if (!isTrue) {
                report(asked + " was answered " + sent.outcome(row) + " by a process that had lost its files", null);
            }
        }
    }

    private static long position(Outcome outcome) {
        return outcome instanceof Outcome.Committed committed
                ? committed.position()
                : outcome instanceof Outcome.Refused refused ? refused.position() : 0;
    }

    /** Compares an answer with the bank as the model has it, at a position. */
    void compare(Inquiry inquiry, ModelBalances balances, long position) {
        if (inquiry instanceof Inquiry.Balance asked) {
            long expected = balances.balance(asked.kind(), asked.id());
            if (asked.balanceMinor() != expected) {
                report(
                        asked.kind() + " " + asked.id() + " holds " + asked.balanceMinor() + " at position " + position
                                + "; it must hold " + expected,
                        null);
            }
        } else if (inquiry instanceof Inquiry.Key asked) {
            if (position == model.position() && !model.mayBe(asked.key(), asked.status())) {
                report(
                        asked.key() + " is " + asked.status() + " at position " + position + "; it was executed at "
                                + model.keys().positionOf(asked.key()),
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
    void recovered(RunningBank bank, BankFiles files, List<TransactionKey> keys) {
        long found = bank.recovered().position();
        if (found > model.position() && isInDoubt()) {
            settleDoubt(files, found, bank.clock().micros());
        }
        if (isInDoubt()) {
            // A reversal takes two rows at most.
            givenUpThrough = model.position() + 2L * doubtful.size();
        }
        doubtful.clear();
        if (found != model.position()) {
            report(
                    "the bank came back at position " + found + ", but it had acknowledged, or journaled, position "
                            + model.position(),
                    null);
            return;
        }
        model.ready(bank.settings().keyAheadMax().toMillis(), bank.clock().micros());
        trace.add("recovered", "", found, bank.recovered().fromPosition());
        compareAll(bank, model.balances(), found, keys);
    }

    /**
     * Judges what the journal holds beyond the model's position: it must have been requested, and decided correctly.
     */
    private void settleDoubt(BankFiles files, long found, long bankMicros) {
        try {
            JournalReader.read(files.journal(), (batch, logPosition) -> settle(batch, logPosition, bankMicros));
        } catch (IOException | RuntimeException e) {
            report("the journal of position " + found + " cannot be read by a bank just recovered", e);
        }
    }

    private void settle(TransactionBatch batch, LogPosition logPosition, long bankMicros) {
        for (int row = 0; row < batch.size(); row++) {
            long before = hasTombstone(batch, row) ? 1 : 0;
            if (!isTombstone(batch, row) && batch.firstPosition() + row == model.position() + 1 + before) {
                model.lastGroupFrom(batch.firstPosition() - 1);
                settle(batch, row, logPosition, bankMicros);
            }
        }
    }

    private static boolean isTombstone(TransactionBatch batch, int row) {
        return batch.requests.hasReversals() && batch.requests.ownReversals().isTombstone(row);
    }

    /** Whether the row is a reversal, and its original, which had not arrived, is the row before. */
    private static boolean hasTombstone(TransactionBatch batch, int row) {
        return row > 0 && isTombstone(batch, row - 1);
    }

    private void settle(TransactionBatch batch, int row, LogPosition logPosition, long bankMicros) {
        while (!doubtful.isEmpty()) {
            ModelRequest asked = doubtful.remove(0);
            if (isRow(batch.requests, row, asked)) {
                String difference = model.answered(
                        asked,
                        Outcome.of(batch.outcome[row], batch.firstPosition() + row, batch.balance[row]),
                        Math.max(bankMicros, batch.timestampMicros()));
                if (difference != null) {
                    report(asked + " is in the journal, at " + logPosition + "; " + difference, null);
                }
                return;
            }
        }
        report("no client sent the transaction " + (model.position() + 1) + " of the journal, at " + logPosition, null);
    }

    private static boolean isRow(RequestColumns requests, int row, ModelRequest asked) {
        Reversal reversal = asked.reversal();
        byte type = reversal == null ? asked.transaction().type().code() : TransactionType.REVERSAL.code();
        return requests.keys.keyOf(row).equals(asked.key())
                && requests.type[row] == type
                && requests.teller[row] == asked.transaction().teller()
                && requests.account[row] == asked.transaction().account()
                && requests.target[row] == asked.transaction().target()
                && (reversal == null
                        ? requests.amount[row] == asked.transaction().amountMinor()
                        : requests.digest[row] == reversal.digest())
                && Objects.equals(requests.reference(row), asked.transaction().reference());
    }

    /** Sends all kinds of inquiries to the bank. */
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
        while (bank.engine().step()) {
            continue;
        }
        for (Inquiry inquiry : inquiries) {
            if (inquiry.available()) {
                compare(inquiry, balances, position);
            } else if (bank.engine().stoppedBy() == null) {
                report("an inquiry was not answered by a bank just recovered", null);
            }
        }
    }
}
