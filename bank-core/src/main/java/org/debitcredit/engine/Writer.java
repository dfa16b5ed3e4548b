package org.debitcredit.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.debitcredit.event.BankEvent;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * The single writer. It gathers a group of commands and takes it through execute, append, force, commit and answer. It
 * has no thread of its own; the thread that calls {@link #add} and {@link #flush} is its thread.
 *
 * <p>The first exception of any step stops it until a restart, which recovers the bank. The answer of the current group
 * depends on the step, and everything after it is rejected. Nothing is retried, with one exception: if there are {@link
 * MissingRows} in the ledger, the group is executed again without the transactions that touch them, because nothing of
 * it is journaled yet.
 */
final class Writer {

    /** Placeholder for a submission that has its answer. */
    private static final Submission ANSWERED = new BatchSubmission(new RequestColumns(0), none -> {});

    private final Ledger ledger;
    private final JournalWriter journal;
    private final IdempotencyWindow keys;
    private final TransactionStateMachine machine;
    private final BankClock clock;
    private final JournalActivity activity;
    private final WriterSteps steps;
    private final Consumer<BankEvent> events;
    private final BankEvent.GroupCommitted groupCommitted;
    /** Created in advance, because there may be no memory left when they are reported. */
    private final BankEvent.WriterStopped writerStopped = new BankEvent.WriterStopped();

    private final BankEvent.CallbackFailed callbackFailed = new BankEvent.CallbackFailed();

    private final TransactionBatch batch;

    private final List<Submission> submissions = new ArrayList<>();
    private final List<Inquiry> inquiries = new ArrayList<>();
    private final List<SnapshotBoundary> boundaries = new ArrayList<>();
    private final List<LedgerCheckpoint> checkpoints = new ArrayList<>();
    private final List<OwnershipCheck> ownerships = new ArrayList<>();
    /** This command is neither in a list nor rejected yet. */
    private @Nullable Command incoming;

    private final Consumer<MissingRows> onDamage = this::reportDamage;

    private final int groupMax;
    private final long[] inquiryIds;
    private final long[] inquiryBalances;

    private boolean grouping;
    private boolean appending;
    private boolean stopReported;
    private volatile @Nullable Throwable stoppedBy;
    private volatile long position;
    /** Called when the position has advanced; null while nobody waits for that. */
    private volatile @Nullable Runnable whenDurable;

    Writer(
            Ledger ledger,
            JournalWriter journal,
            IdempotencyWindow keys,
            BankClock clock,
            Consumer<BankEvent> events,
            int groupMax) {
        this.ledger = ledger;
        this.journal = journal;
        this.keys = keys;
        this.clock = clock;
        this.activity = new JournalActivity(clock);
        this.steps = new WriterSteps(clock);
        this.events = events;
        this.machine = new TransactionStateMachine(ledger, keys, groupMax);
        this.batch = machine.batch();
        this.groupCommitted = new BankEvent.GroupCommitted(batch);
        this.groupMax = groupMax;
        this.inquiryIds = new long[groupMax];
        this.inquiryBalances = new long[groupMax];
        this.position = journal.logPosition().position();
    }

    /** Adds a command to the current group; flushes the group first when it is full. */
    void add(Command command) {
        incoming = command;
        try {
            if (isFullFor(command)) {
                flush();
            }
            if (stoppedBy == null) {
                steps.begin();
                addToGroup(command);
                incoming = null;
                if (command instanceof Submission submission) {
                    admit(submission);
                }
            } else {
                rejectIncoming();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    private boolean addToGroup(Command command) {
        if (command instanceof Submission submission) {
            return submissions.add(submission);
        } else if (command instanceof Inquiry inquiry) {
            return inquiries.add(inquiry);
        } else if (command instanceof SnapshotBoundary boundary) {
            return boundaries.add(boundary);
        } else if (command instanceof LedgerCheckpoint checkpoint) {
            return checkpoints.add(checkpoint);
        } else {
            return ownerships.add((OwnershipCheck) command);
        }
    }

    private boolean isFullFor(Command command) {
        int rows = command instanceof Submission submission ? submission.rowsMax() : 0;
        int sections = command instanceof Submission submission ? submission.sectionBytes() : 0;
        return batch.size() + rows > Math.max(groupMax, rows)
                || batch.requests.sectionBytes() + sections > JournalWriter.SECTION_BYTES_MAX
                || inquiries.size() == inquiryIds.length;
    }

    /** Takes the group through all steps and answers it. */
    void flush() {
        if (submissions.isEmpty()
                && inquiries.isEmpty()
                && boundaries.isEmpty()
                && checkpoints.isEmpty()
                && ownerships.isEmpty()) {
            return;
        }
        try {
            if (!ownerships.isEmpty()) {
                activity.beginWait();
                journal.requireOwned();
                activity.endWait();
            }
            machine.execute(onDamage);
            if (!batch.isEmpty()) {
                makeDurable();
            }
            answerSubmissions();
            answerInquiries();
            rollEpochAndAnswerCheckpoints();
            for (OwnershipCheck ownership : ownerships) {
                answer(ownership);
            }
            steps.end(WriterSteps.Step.ANSWER);
            endGroup();
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Writes the journal's end record, after the last group. */
    void endJournal() throws IOException {
        activity.beginWait();
        try {
            journal.end();
        } finally {
            activity.endWait();
        }
    }

    private void endGroup() {
        submissions.clear();
        inquiries.clear();
        boundaries.clear();
        checkpoints.clear();
        ownerships.clear();
        machine.clear();
        activity.endWait();
        steps.endGroup();
        grouping = false;
        appending = false;
    }

    /** The reason why the writer stopped; null while it runs. */
    @Nullable
    Throwable stoppedBy() {
        return stoppedBy;
    }

    JournalActivity activity() {
        return activity;
    }

    WriterSteps steps() {
        return steps;
    }

    /** Position of the last durable transaction. */
    long position() {
        return position;
    }

    void whenDurable(@Nullable Runnable listener) {
        whenDurable = listener;
    }

    private void admit(Submission submission) {
        if (!grouping) {
            machine.begin(position + 1, Math.max(clock.micros(), journal.timestampMicros()));
            grouping = true;
        }
        machine.admit(submission);
    }

    private void reportDamage(MissingRows missing) {
        try {
            events.accept(new BankEvent.LedgerDamaged(missing));
        } catch (Throwable e) {
            reportFailed(e);
        }
    }

    private void makeDurable() throws IOException {
        appending = true;
        steps.end(WriterSteps.Step.EXECUTE, activity.beginWait());
        journal.append(batch);
        long forcing = activity.beginForce();
        steps.end(WriterSteps.Step.APPEND, forcing);
        journal.force();
        long forceNanos = activity.endForce(journal.lastDocumentBytes());
        steps.end(WriterSteps.Step.FORCE, forcing + forceNanos);
        machine.commit(journal.epoch(), journal.position(), journal.chainChecksum());
        position = batch.lastPosition();
        steps.end(WriterSteps.Step.COMMIT);
        try {
            Runnable listener = whenDurable;
            if (listener != null) {
                listener.run();
            }
        } catch (Throwable e) {
            reportFailed(e);
        }
        try {
            events.accept(groupCommitted.of(journal.lastDocumentBytes(), forceNanos));
        } catch (Throwable e) {
            reportFailed(e);
        }
    }

    /** An answered submission is removed at once, so that a later failure does not answer it again. */
    private void answerSubmissions() {
        for (int i = 0; i < submissions.size(); i++) {
            Submission submission = submissions.get(i);
            machine.answer(submission);
            submissions.set(i, ANSWERED);
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
        Totals totals = null;
        for (Inquiry inquiry : inquiries) {
            if (inquiry instanceof Inquiry.Key key) {
                key.answer(asked -> keys.status(asked, key.unseenThrough()));
            } else if (inquiry instanceof Inquiry.Sums sums) {
                // The ledger adds up everything once for all inquiries.
                totals = totals == null ? ledger.totals() : totals;
                sums.answer(totals, position);
            }
        }
        for (Inquiry inquiry : inquiries) {
            answer(inquiry);
        }
        inquiries.clear();
    }

    /** Epochs change only between groups, after the whole group has been answered. */
    private void rollEpochAndAnswerCheckpoints() throws IOException {
        boolean isCut = startsSnapshot() || !checkpoints.isEmpty();
        // An epoch without a transaction begins where the next one would, so a repeated attempt takes no more of the
        // disk.
        if (journal.isEpochFull() || (isCut && !journal.isEpochEmpty())) {
            activity.beginWait();
            journal.beginNextEpoch();
            activity.endWait();
        }
        if (!checkpoints.isEmpty()) {
            answerCheckpoints();
        }
        if (!boundaries.isEmpty()) {
            answerSnapshots();
        }
    }

    private void answerCheckpoints() {
        LogPosition durable = ledger.durableLogPosition();
        for (LedgerCheckpoint checkpoint : checkpoints) {
            checkpoint.answer(durable);
            answer(checkpoint);
        }
        checkpoints.clear();
    }

    /**
     * The answer at a start includes the history. At an end, the ledger is read only to ensure that it is still at the
     * expected position.
     */
    private void answerSnapshots() {
        BranchHistory history = BranchHistory.none(0);
        if (startsSnapshot()) {
            history = ledger.history();
        } else {
            ledger.read(BalanceKind.BRANCH, inquiryIds, 0, inquiryBalances);
        }
        SnapshotBoundary.Answer answer = new SnapshotBoundary.Answer(
                journal.logPosition(), history, keys.horizon().latestMillis());
        for (SnapshotBoundary boundary : boundaries) {
            boundary.answer(answer);
        }
        boundaries.clear();
    }

    private boolean startsSnapshot() {
        for (int i = 0; i < boundaries.size(); i++) {
            if (boundaries.get(i).kind() == SnapshotBoundary.Kind.START) {
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
                reportDamage(missing);
                giveUpBalances(kind, missing);
                int left = collectIds(kind);
                TransactionStateMachine.requireFewer(left, count, missing);
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
                balance.answer(inquiryBalances[read++], position);
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

    /** Stops the writer. It can be called again if it was itself interrupted by an error. */
    void fail(Throwable cause) {
        stop(cause);
        endGroup();
    }

    /**
     * Allocates nothing, because there may be no memory left. Commands that were answered are no longer in any list.
     */
    private void stop(Throwable cause) {
        if (stoppedBy == null) {
            stoppedBy = cause;
        }
        Failure failure = appending ? Failure.OUTCOME_UNKNOWN : Failure.NOT_EXECUTED;
        while (!submissions.isEmpty()) {
            Submission submission = submissions.remove(submissions.size() - 1);
            submission.fail(failure);
            answer(submission);
        }
        rejectAll(inquiries);
        rejectAll(boundaries);
        rejectAll(checkpoints);
        rejectAll(ownerships);
        rejectIncoming();
        if (!stopReported) {
            stopReported = true;
            reportStopped(cause);
        }
    }

    private void rejectAll(List<? extends Command> commands) {
        while (!commands.isEmpty()) {
            reject(commands.remove(commands.size() - 1));
        }
    }

    private void rejectIncoming() {
        Command command = incoming;
        if (command != null) {
            incoming = null;
            reject(command);
        }
    }

    private void reportStopped(Throwable cause) {
        try {
            events.accept(writerStopped.by(cause));
        } catch (Throwable e) {
            reportFailed(e);
        }
    }

    private void reportFailed(Throwable cause) {
        try {
            events.accept(callbackFailed.by(cause));
        } catch (Throwable e) {
            // There is no one left to report this to.
        }
    }

    private void answer(Command command) {
        try {
            command.answered();
        } catch (Throwable e) {
            reportFailed(e);
        }
    }

    private void reject(Command command) {
        try {
            command.rejected();
        } catch (Throwable e) {
            reportFailed(e);
        }
    }
}
