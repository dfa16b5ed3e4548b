package org.debitcredit.checkpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.engine.LedgerCheckpoint;
import org.debitcredit.engine.SnapshotBoundary;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.event.BankEvent;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotWriter;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Takes snapshots while the bank works. {@link #step} is one small piece of the work; {@link #run} repeats it until the
 * bank is closed.
 *
 * <pre>
 *   wait for the interval ─▶ start ─▶ pages, as many as transactions have passed ─▶ end ─▶ publish ─▶ retain
 *   of a persistent ledger ─▶ what is durable in it ─▶ retain
 * </pre>
 *
 * Pages are written in step with the transactions, so that a snapshot's I/O is spread evenly over the whole interval. A
 * failure ends that snapshot, not the bank.
 */
public final class Snapshotter implements Runnable, AutoCloseable {

    /** Number of pages written at once for a requested snapshot: 0.5 MiB. */
    private static final int PAGES_AT_ONCE = 8;

    private static final long IDLE_NANOS = 10_000_000;

    /** Pause while no transaction comes, unless the journal could be full before it ends. It saves processor time. */
    private static final long REST_NANOS = 250_000_000;

    /** Between two attempts to free something of a journal that is full. */
    private static final long RETRY_NANOS = 1_000_000_000;

    private final BankIdentity identity;
    private final Ledger ledger;
    private final TransactionEngine engine;
    private final BankFiles files;
    private final Retention retention;
    private final JournalBound bound;
    private final LongSupplier nanos;
    private final long intervalTransactions;
    private final Consumer<BankEvent> events;
    /** Created in advance, because there may be no memory left when they are reported. */
    private final BankEvent.SnapshotFailed snapshotFailed = new BankEvent.SnapshotFailed();

    private final BankEvent.CallbackFailed callbackFailed = new BankEvent.CallbackFailed();

    private final Queue<CompletableFuture<TakenSnapshot>> requests = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;
    private volatile @Nullable Thread worker;

    private State state = State.WAITING;
    private long lastStart;
    /** When the last snapshot started. */
    private long startedNanos;
    /** Size of the journal when the last snapshot started. */
    private long bytesAtStart;

    private boolean hasFailed;
    private long retryAt;
    private @Nullable SnapshotBoundary boundary;
    private @Nullable LedgerCheckpoint checkpoint;
    private long generation;
    private @Nullable SnapshotWriter writer;

    private enum State {
        WAITING,
        CHECKPOINTING,
        STARTING,
        COPYING,
        ENDING
    }

    /**
     * @param nanos a clock that is never set back, nanoseconds
     * @param intervalTransactions transactions from the start of one snapshot to that of the next
     * @param lastStart position at which the newest snapshot starts; 0 for none
     */
    public Snapshotter(
            BankIdentity identity,
            Ledger ledger,
            TransactionEngine engine,
            BankFiles files,
            Retention retention,
            JournalBound bound,
            LongSupplier nanos,
            long intervalTransactions,
            long lastStart,
            Consumer<BankEvent> events) {
        this.identity = identity;
        this.ledger = ledger;
        this.engine = engine;
        this.files = files;
        this.retention = retention;
        this.bound = bound;
        this.nanos = nanos;
        this.retryAt = nanos.getAsLong();
        this.intervalTransactions = intervalTransactions;
        this.lastStart = lastStart;
        this.events = events;
        retention.hurryWhile(this::isIntervalOver);
    }

    /**
     * Asks for a snapshot now, whatever the interval. Completes when one is published, or with why it failed; at once
     * when the bank is closing or its writer has stopped.
     */
    public CompletableFuture<TakenSnapshot> request() {
        CompletableFuture<TakenSnapshot> request = new CompletableFuture<>();
        requests.add(request);
        LockSupport.unpark(worker);
        // The thread that ends the work handles requests afterwards. So a request that is added later sees here that
        // the work has ended.
        if (isOver()) {
            takeRequests().forEach(late -> late.completeExceptionally(whyOver()));
        }
        return request;
    }

    private boolean isOver() {
        return closed || engine.stoppedBy() != null;
    }

    private IllegalStateException whyOver() {
        Throwable stoppedBy = engine.stoppedBy();
        return stoppedBy == null
                ? new IllegalStateException("the bank is closing")
                : new IllegalStateException("the bank's writer has stopped: " + stoppedBy, stoppedBy);
    }

    /**
     * One piece of work; returns whether there may be more at once. No failure ends the work, of whatever kind it is.
     */
    public boolean step() {
        try {
            return switch (state) {
                case WAITING -> begin();
                case CHECKPOINTING -> checkpoint();
                case STARTING -> start();
                case COPYING -> copy();
                case ENDING -> end();
            };
        } catch (Throwable e) {
            giveUp(e);
            return false;
        }
    }

    private boolean begin() throws IOException {
        if (!requests.isEmpty()) {
            return submit(SnapshotBoundary.Kind.START, State.STARTING);
        }
        boolean isDue = bound.isFull() ? isRetryDue() && !makeRoom() : isDue();
        if (!isDue) {
            return false;
        }
        return ledger.isPersistent() ? beginCheckpoint() : submit(SnapshotBoundary.Kind.START, State.STARTING);
    }

    private boolean isDue() {
        return isIntervalOver() || (engine.position() > lastStart && bound.isSnapshotDue(retention.isFirst()));
    }

    private boolean isIntervalOver() {
        return engine.position() - lastStart >= intervalTransactions;
    }

    private boolean isRetryDue() {
        return nanos.getAsLong() - retryAt >= 0;
    }

    /**
     * Called when the journal is full. What kept it full may be gone, or may have to be removed.
     *
     * @return whether a snapshot would free nothing more: the journal has room, or the snapshot would be the same as
     *     the last one
     */
    private boolean makeRoom() throws IOException {
        retryAt = nanos.getAsLong() + RETRY_NANOS;
        retention.makeRoom("the epochs that it kept had to be removed from the full journal (bank.journal.bytes-max)");
        long position = engine.position();
        if (bound.isFull() && (hasFailed || ledger.isPersistent() || position > lastStart)) {
            return false;
        }
        bound.freed(lastStart, position, retention.kept());
        return true;
    }

    private void published(long start) {
        hasFailed = false;
        retryAt = nanos.getAsLong() + RETRY_NANOS;
        bound.freed(start, engine.position(), retention.kept());
    }

    private boolean beginCheckpoint() {
        LedgerCheckpoint command = new LedgerCheckpoint();
        if (!engine.submit(command)) {
            return false;
        }
        checkpoint = command;
        state = State.CHECKPOINTING;
        return true;
    }

    private boolean checkpoint() throws IOException {
        LedgerCheckpoint command = checkpoint;
        if (command == null || command.isRejected()) {
            throw whyOver();
        }
        if (!command.isAnswered()) {
            return false;
        }
        checkpoint = null;
        state = State.WAITING;
        lastStart = engine.position();
        LogPosition durable = command.durable();
        if (durable != null) {
            retention.recoverableFrom(durable);
        }
        published(lastStart);
        return true;
    }

    private boolean submit(SnapshotBoundary.Kind kind, State next) {
        SnapshotBoundary command = new SnapshotBoundary(kind);
        if (engine.submit(command)) {
            boundary = command;
            state = next;
            return true;
        }
        return false;
    }

    private SnapshotBoundary.@Nullable Answer answer() {
        SnapshotBoundary command = boundary;
        if (command == null || command.isRejected()) {
            throw whyOver();
        }
        return command.answer();
    }

    private boolean start() throws IOException {
        SnapshotBoundary.Answer answer = answer();
        if (answer == null) {
            return false;
        }
        lastStart = answer.logPosition().position();
        startedNanos = nanos.getAsLong();
        bytesAtStart = bound.bytes();
        generation = ledger.generation();
        writer = new SnapshotWriter(
                files.snapshots(),
                identity,
                ledger,
                answer.logPosition(),
                answer.history(),
                answer.keysForgottenThroughMillis());
        state = State.COPYING;
        return true;
    }

    private boolean copy() throws IOException {
        SnapshotWriter open = writer();
        boolean isLate = open.written() < due(open.pages());
        int atOnce = isLate ? 1 : requests.isEmpty() ? 0 : PAGES_AT_ONCE;
        for (int page = 0; page < atOnce && open.written() < open.pages(); page++) {
            open.writePage();
        }
        if (open.written() == open.pages()) {
            return submit(SnapshotBoundary.Kind.END, State.ENDING);
        }
        return isLate;
    }

    /**
     * Number of pages that should be written by now. Their share is that of the transactions in the interval, or that
     * of the journal's bytes if it is larger.
     */
    private long due(long pages) {
        double ofInterval = (double) (engine.position() - lastStart) / intervalTransactions;
        double share = Math.max(ofInterval, bound.share(bytesAtStart, retention.isFirst()));
        return Math.min(pages, (long) Math.ceil(share * pages));
    }

    private boolean end() throws IOException {
        SnapshotBoundary.Answer answer = answer();
        if (answer == null) {
            return false;
        }
        if (ledger.generation() != generation) {
            throw new IOException("the ledger's database was unreachable while it was being copied");
        }
        Snapshot snapshot = writer().publish(answer.logPosition());
        writer = null;
        state = State.WAITING;
        events.accept(new BankEvent.SnapshotPublished(snapshot.start(), snapshot.end(), snapshot.place()));
        TakenSnapshot taken = new TakenSnapshot(snapshot, nanos.getAsLong() - startedNanos);
        try {
            if (!ledger.isPersistent()) {
                retention.recoverableFrom(snapshot.start());
            }
            published(snapshot.start().position());
        } finally {
            // It is published, even if what it makes unnecessary could not be archived or removed.
            takeRequests().forEach(request -> request.complete(taken));
        }
        return true;
    }

    private SnapshotWriter writer() {
        if (writer == null) {
            throw new IllegalStateException("no snapshot is being written");
        }
        return writer;
    }

    /** Ends the snapshot. Requests that come meanwhile are for the next one. */
    private void giveUp(Throwable cause) {
        List<CompletableFuture<TakenSnapshot>> waiting = takeRequests();
        state = State.WAITING;
        lastStart = engine.position();
        hasFailed = true;
        retryAt = nanos.getAsLong() + RETRY_NANOS;
        if (!isOver()) {
            tellBound(cause);
        }
        try {
            discard();
        } catch (Throwable e) {
            if (e != cause) {
                cause.addSuppressed(e);
            }
        } finally {
            waiting.forEach(request -> request.completeExceptionally(cause));
        }
        if (!isOver()) {
            tellFailed(cause);
        }
    }

    /** Passes the failure to the bound, which may report that the journal is full, or stays full. */
    private void tellBound(Throwable cause) {
        try {
            bound.failed(cause);
        } catch (Throwable e) {
            reportFailed(e);
        }
    }

    private void tellFailed(Throwable cause) {
        try {
            events.accept(snapshotFailed.by(cause));
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

    private List<CompletableFuture<TakenSnapshot>> takeRequests() {
        List<CompletableFuture<TakenSnapshot>> taken = new ArrayList<>();
        for (CompletableFuture<TakenSnapshot> request = requests.poll(); request != null; request = requests.poll()) {
            taken.add(request);
        }
        return taken;
    }

    private void discard() throws IOException {
        SnapshotWriter unfinished = writer;
        if (unfinished != null) {
            writer = null;
            unfinished.close();
        }
        // Even without a writer: one that could not be created on the second medium was on the first.
        files.snapshots().deleteUnfinished();
    }

    /** Works until the bank closes or its writer stops. No failure ends it before that, of whatever kind it is. */
    @Override
    public void run() {
        worker = Thread.currentThread();
        long worked = engine.position();
        try {
            while (!isOver()) {
                if (!step()) {
                    boolean rests = state == State.WAITING && engine.position() == worked && bound.isFilledSlowly();
                    worked = engine.position();
                    LockSupport.parkNanos(this, rests ? REST_NANOS : IDLE_NANOS);
                }
            }
        } finally {
            closed = true;
            giveUp(whyOver());
        }
    }

    /** Ends {@link #run} after its current step. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(worker);
        retention.close();
    }
}
