package org.debitcredit.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * The one writer: gathers a group of passengers and carries it through execute, append, force, commit and answer. Has no
 * thread of its own; whoever calls {@link #board} and {@link #depart} is its thread.
 *
 * <p>The first exception of any step stops it for good: the group's answer depends on how far it came, everyone after it
 * is turned away, and a restart recovers. Nothing is retried, but execution without what touches {@link MissingRows} of the
 * ledger: nothing is journaled before that.
 */
final class Writer {

    private final Ledger ledger;
    private final JournalWriter journal;
    private final KeyWindow keys;
    private final Admission admission;
    private final LongSupplier clockMicros;
    private final EngineObserver observer;

    private final TransactionBatch batch;

    private final List<Submission> submissions = new ArrayList<>();
    private final List<Inquiry> inquiries = new ArrayList<>();
    private final List<SnapshotMark> marks = new ArrayList<>();
    private final List<LedgerCheckpoint> checkpoints = new ArrayList<>();
    private final long[] inquiryIds;
    private final long[] inquiryBalances;

    private boolean grouping;
    private boolean appending;
    private volatile @Nullable Throwable stoppedBy;
    private volatile long position;

    Writer(
            Ledger ledger,
            JournalWriter journal,
            KeyWindow keys,
            LongSupplier clockMicros,
            EngineObserver observer,
            int groupMax) {
        this.ledger = ledger;
        this.journal = journal;
        this.keys = keys;
        this.clockMicros = clockMicros;
        this.observer = observer;
        this.batch = new TransactionBatch(groupMax);
        this.admission = new Admission(keys, batch);
        this.inquiryIds = new long[groupMax];
        this.inquiryBalances = new long[groupMax];
        this.position = journal.mark().position();
    }

    /** Takes a passenger into the current group; departs first when the group is full. */
    void board(Passenger passenger) {
        if (isFullFor(passenger)) {
            depart();
        }
        if (stoppedBy != null) {
            turnAway(passenger);
        } else if (passenger instanceof Submission submission) {
            submissions.add(submission);
            try {
                admit(submission);
            } catch (RuntimeException e) {
                stop(e);
                endGroup();
            }
        } else if (passenger instanceof Inquiry inquiry) {
            inquiries.add(inquiry);
        } else if (passenger instanceof SnapshotMark mark) {
            marks.add(mark);
        } else if (passenger instanceof LedgerCheckpoint checkpoint) {
            checkpoints.add(checkpoint);
        }
    }

    private boolean isFullFor(Passenger passenger) {
        int rows = passenger instanceof Submission submission ? submission.size() : 0;
        return batch.size() + rows > batch.requests.capacity() || inquiries.size() == inquiryIds.length;
    }

    /** Carries the group through all steps and answers it. */
    void depart() {
        if (submissions.isEmpty() && inquiries.isEmpty() && marks.isEmpty() && checkpoints.isEmpty()) {
            return;
        }
        try {
            execute();
            if (!batch.isEmpty()) {
                makeDurable();
            }
            answerSubmissions();
            answerInquiries();
            answerMarks();
        } catch (Throwable e) {
            stop(e);
        } finally {
            endGroup();
        }
    }

    private void endGroup() {
        submissions.clear();
        inquiries.clear();
        marks.clear();
        checkpoints.clear();
        admission.clear();
        grouping = false;
        appending = false;
    }

    /** Why the writer stopped; null while it works. */
    @Nullable
    Throwable stoppedBy() {
        return stoppedBy;
    }

    /** Position of the last durable transaction. */
    long position() {
        return position;
    }

    private void admit(Submission submission) {
        if (!grouping) {
            beginGroup();
        }
        if (submission instanceof BatchSubmission several) {
            admission.admit(several);
        } else if (submission instanceof SingleSubmission single) {
            admission.admit(single);
        }
    }

    private void beginGroup() {
        long now = Math.max(clockMicros.getAsLong(), journal.timestampMicros());
        batch.begin(position + 1, now);
        grouping = true;
    }

    /** Leaves in the batch what was executed: all of the group, but what touches rows that the ledger lacks. */
    private void execute() {
        while (!batch.isEmpty()) {
            try {
                ledger.execute(batch);
                return;
            } catch (MissingRows missing) {
                int rows = batch.size();
                admitAgain(missing);
                requireFewer(batch.size(), rows, missing);
            }
        }
    }

    private void admitAgain(MissingRows missing) {
        tell(missing);
        admission.begin(missing);
        submissions.forEach(this::admit);
    }

    /** Or it would be tried for ever. */
    private static void requireFewer(int now, int before, MissingRows missing) {
        if (now >= before) {
            throw new IllegalStateException("the ledger lacks rows that nobody touches", missing);
        }
    }

    private void tell(MissingRows missing) {
        try {
            observer.ledgerDamaged(missing);
        } catch (RuntimeException | Error e) {
            observer.passengerFailed(e);
        }
    }

    private void makeDurable() throws IOException {
        appending = true;
        journal.append(batch);
        long forceStart = System.nanoTime();
        journal.force();
        long forceNanos = System.nanoTime() - forceStart;
        ledger.commit(journal.epoch(), journal.position(), journal.chainChecksum());
        keys.remember(batch);
        position = batch.lastPosition();
        try {
            observer.groupCommitted(batch, journal.lastDocumentBytes(), forceNanos);
        } catch (RuntimeException | Error e) {
            observer.passengerFailed(e);
        }
    }

    private void answerSubmissions() {
        for (Submission submission : submissions) {
            submission.takeAnswers(batch);
            answer(submission);
        }
        submissions.clear();
    }

    private void answerInquiries() {
        if (inquiries.isEmpty()) {
            return;
        }
        for (BalanceKind kind : BalanceKind.values()) {
            readBalances(kind);
        }
        for (Inquiry inquiry : inquiries) {
            if (inquiry instanceof Inquiry.Key key) {
                key.answer(keys.status(key.key()));
            } else if (inquiry instanceof Inquiry.Sums sums) {
                sums.answer(ledger.totals(), position);
            }
        }
        for (Inquiry inquiry : inquiries) {
            answer(inquiry);
        }
        inquiries.clear();
    }

    /** Epochs change between groups only, when everyone of the group has been answered. */
    private void answerMarks() throws IOException {
        if (startsSnapshot() || !checkpoints.isEmpty() || journal.isEpochFull()) {
            journal.beginNextEpoch();
        }
        if (!checkpoints.isEmpty()) {
            answerCheckpoints();
        }
        if (!marks.isEmpty()) {
            answerSnapshots();
        }
    }

    private void answerCheckpoints() {
        Mark durable = ledger.durableMark();
        for (LedgerCheckpoint checkpoint : checkpoints) {
            checkpoint.answer(durable);
            answer(checkpoint);
        }
        checkpoints.clear();
    }

    /** A start takes the history with it; an end only makes sure that the ledger still stands where it is taken to. */
    private void answerSnapshots() {
        BranchHistory history = BranchHistory.none(0);
        if (startsSnapshot()) {
            history = ledger.history();
        } else {
            ledger.read(BalanceKind.BRANCH, inquiryIds, 0, inquiryBalances);
        }
        SnapshotMark.Answer answer = new SnapshotMark.Answer(journal.mark(), history, keys.forgottenThroughMillis());
        for (SnapshotMark mark : marks) {
            mark.answer(answer);
        }
        marks.clear();
    }

    private boolean startsSnapshot() {
        for (int i = 0; i < marks.size(); i++) {
            if (marks.get(i).kind() == SnapshotMark.Kind.START) {
                return true;
            }
        }
        return false;
    }

    private void readBalances(BalanceKind kind) {
        int count = collectIds(kind);
        while (count > 0) {
            try {
                ledger.read(kind, inquiryIds, count, inquiryBalances);
                takeBalances(kind);
                return;
            } catch (MissingRows missing) {
                tell(missing);
                giveUpBalances(kind, missing);
                int left = collectIds(kind);
                requireFewer(left, count, missing);
                count = left;
            }
        }
    }

    private int collectIds(BalanceKind kind) {
        int count = 0;
        for (Inquiry inquiry : inquiries) {
            if (inquiry instanceof Inquiry.Balance balance && balance.isToBeReadFrom(kind)) {
                inquiryIds[count++] = balance.id();
            }
        }
        return count;
    }

    private void takeBalances(BalanceKind kind) {
        int read = 0;
        for (Inquiry inquiry : inquiries) {
            if (inquiry instanceof Inquiry.Balance balance && balance.isToBeReadFrom(kind)) {
                balance.answer(inquiryBalances[read++]);
            }
        }
    }

    private void giveUpBalances(BalanceKind kind, MissingRows missing) {
        for (Inquiry inquiry : inquiries) {
            if (inquiry instanceof Inquiry.Balance balance
                    && balance.isToBeReadFrom(kind)
                    && missing.has(kind, balance.id())) {
                balance.missing(MissingRows.of(kind, balance.id()));
            }
        }
    }

    private void stop(Throwable cause) {
        stoppedBy = cause;
        try {
            observer.stopped(cause);
        } catch (RuntimeException | Error e) {
            observer.passengerFailed(e);
        }
        Failure failure = appending ? Failure.OUTCOME_UNKNOWN : Failure.NOT_EXECUTED;
        for (Submission submission : submissions) {
            submission.fail(failure);
            answer(submission);
        }
        for (Inquiry inquiry : inquiries) {
            turnAway(inquiry);
        }
        for (SnapshotMark mark : marks) {
            mark.turnedAway();
        }
        for (LedgerCheckpoint checkpoint : checkpoints) {
            checkpoint.turnedAway();
        }
    }

    private void answer(Passenger passenger) {
        try {
            passenger.answered();
        } catch (RuntimeException | Error e) {
            observer.passengerFailed(e);
        }
    }

    private void turnAway(Passenger passenger) {
        try {
            passenger.turnedAway();
        } catch (RuntimeException | Error e) {
            observer.passengerFailed(e);
        }
    }
}
