package org.debitcredit.server.lifecycle;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.debitcredit.engine.WriterSteps;
import org.debitcredit.event.BankEvent;
import org.debitcredit.projection.Projection;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.metrics.KeyWindowSpan;
import org.jspecify.annotations.Nullable;

/** The server's state of its bank: whether it is open, and everything on which readiness and health depend. */
public final class BankState implements Consumer<BankEvent> {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MICROS_PER_SECOND = 1e6;

    private final List<Consumer<Boolean>> listeners = new CopyOnWriteArrayList<>();
    private final Object telling = new Object();
    private volatile @Nullable RunningBank bank;
    private volatile @Nullable String lostCopy;
    private volatile boolean ledgerAway;
    private volatile @Nullable String ledgerDamage;
    private volatile boolean isStopped;
    private volatile @Nullable String fullHeap;
    private volatile @Nullable String stuckJournal;
    private volatile @Nullable String clocksApart;
    private volatile @Nullable String fullJournal;
    private volatile @Nullable String endedProjection;
    private volatile long snapshotPosition;

    /** Bytes that the journal takes; NaN while the bank is closed. */
    public double journalBytes() {
        RunningBank open = bank;
        return open == null ? Double.NaN : open.journalBytes();
    }

    /** Bytes that the journal may take; NaN while the bank is closed. */
    public double journalBytesMax() {
        RunningBank open = bank;
        return open == null ? Double.NaN : open.space().journalBytesMax();
    }

    /** The open bank; null while it is closed. */
    public @Nullable RunningBank bank() {
        return bank;
    }

    /** Whether requests are served: the bank is open and its writer works. */
    public boolean serves() {
        RunningBank open = bank;
        return open != null && open.engine().stoppedBy() == null;
    }

    /** Position of the last durable transaction; {@link KeyWindowSpan#NO_POSITION} while the bank is closed. */
    public long position() {
        RunningBank open = bank;
        return open == null ? KeyWindowSpan.NO_POSITION : open.engine().position();
    }

    /** How long the writer has waited for its journal, nanoseconds; 0 while it does not, or the bank is closed. */
    public long journalWaitNanos() {
        RunningBank open = bank;
        return open == null ? 0 : open.engine().journal().waitNanos();
    }

    /** Groups that the writer has forced; 0 while the bank is closed. */
    public long journalForces() {
        RunningBank open = bank;
        return open == null ? 0 : open.engine().journal().forces();
    }

    /** Bytes of the documents that the writer has journaled; 0 while the bank is closed. */
    public long journaledBytes() {
        RunningBank open = bank;
        return open == null ? 0 : open.engine().journal().bytes();
    }

    /** How long the writer has worked in a step, seconds; 0 while the bank is closed. */
    public double writerSeconds(WriterSteps.Step step) {
        RunningBank open = bank;
        return open == null ? 0 : open.engine().steps().nanos(step) / NANOS_PER_SECOND;
    }

    /** How far the system's clock is ahead of the bank's, microseconds; 0 while the bank is closed. */
    public long systemAheadMicros() {
        RunningBank open = bank;
        return open == null ? 0 : open.clock().systemAheadMicros();
    }

    /** The same in seconds; negative if the system's clock was set back. */
    public double systemAheadSeconds() {
        return systemAheadMicros() / MICROS_PER_SECOND;
    }

    /**
     * Whether requests should be sent here: the bank serves, there is heap and journal left, and the disk does not
     * hang.
     */
    public boolean isReady() {
        return serves() && fullHeap == null && fullJournal == null && stuckJournal == null;
    }

    /** The reason why the writer has stopped; null while it runs. */
    public @Nullable String stoppedBy() {
        RunningBank open = bank;
        Throwable cause = open == null ? null : open.engine().stoppedBy();
        return cause == null ? null : cause.toString();
    }

    /** Commands waiting in the ring. */
    public long queueDepth() {
        RunningBank open = bank;
        return open == null ? 0 : open.engine().queueDepth();
    }

    /** Number of postings that the ledger keeps for statements; 0 if they are not counted. */
    public long historyRows() {
        RunningBank open = bank;
        return open == null ? 0 : open.historyRows();
    }

    /** Number of durable transactions that the projection has not applied yet; NaN without a projection. */
    public double projectionLag() {
        Projection projection = projection();
        return projection == null ? Double.NaN : projection.lag();
    }

    /** State of the projection; null without a projection. */
    public Projection.@Nullable State projectionState() {
        Projection projection = projection();
        return projection == null ? null : projection.state();
    }

    private @Nullable Projection projection() {
        RunningBank open = bank;
        return open == null ? null : open.projection();
    }

    /** Position at which the newest snapshot starts; 0 without one. */
    public long snapshotPosition() {
        return snapshotPosition;
    }

    /** How long the redo at a start is estimated to take, seconds; NaN while the bank is closed. */
    public double redoSeconds() {
        RunningBank open = bank;
        return open == null ? Double.NaN : open.redoSeconds(snapshotPosition);
    }

    void opened(RunningBank opened) {
        snapshotPosition = Math.max(snapshotPosition, opened.recovered().fromPosition());
        bank = opened;
        tell();
    }

    void closed() {
        bank = null;
        tell();
    }

    @Override
    public void accept(BankEvent event) {
        if (event instanceof BankEvent.WriterStopped) {
            isStopped = true;
            tell();
        } else if (event instanceof BankEvent.JournalStaysFull full) {
            fullJournal = full.why();
            tell();
        } else if (event instanceof BankEvent.SnapshotPublished published) {
            snapshotPosition = published.start().position();
        } else if (event instanceof BankEvent.MirrorLost lost) {
            lostCopy = lost.place();
        } else if (event instanceof BankEvent.LedgerLost) {
            ledgerAway = true;
        } else if (event instanceof BankEvent.LedgerResumed) {
            ledgerAway = false;
        } else if (event instanceof BankEvent.LedgerDamaged damaged) {
            ledgerDamage = damaged.missing().getMessage();
        } else if (event instanceof BankEvent.ProjectionStopped stopped) {
            String message = stopped.cause().getMessage();
            endedProjection = message == null ? stopped.cause().toString() : message;
        }
    }

    /** Directory of the lost copy of a mirrored bank; null while none is lost. */
    public @Nullable String lostCopy() {
        return lostCopy;
    }

    /** Whether the writer waits for the ledger's database. */
    public boolean isLedgerAway() {
        return ledgerAway;
    }

    /** The rows that were last found missing in the ledger; null if none were. */
    public @Nullable String ledgerDamage() {
        return ledgerDamage;
    }

    /** @param how full the heap is; null when it is no longer full */
    void heapFull(@Nullable String how) {
        fullHeap = how;
        tell();
    }

    /** How full the heap is; null while enough is free. */
    public @Nullable String fullHeap() {
        return fullHeap;
    }

    /** @param how long the writer has waited for its journal; null when it continues */
    public void journalStuck(@Nullable String how) {
        boolean isNews = (stuckJournal == null) != (how == null);
        stuckJournal = how;
        if (isNews) {
            tell();
        }
    }

    /** How long the writer has been waiting for its journal; null while that is not long. */
    public @Nullable String stuckJournal() {
        return stuckJournal;
    }

    /**
     * @param how far the system's clock is from the bank's; null when they are close again
     */
    public void clocksApart(@Nullable String how) {
        clocksApart = how;
    }

    /** How far the system's clock is from the bank's; null while they are close. */
    public @Nullable String clocksApart() {
        return clocksApart;
    }

    /** The reason why the journal stays full; null while it does not. */
    public @Nullable String fullJournal() {
        return fullJournal;
    }

    /** The reason why the projection has ended; null while it has not. */
    public @Nullable String endedProjection() {
        return endedProjection;
    }

    /** 1 when the projection has ended, otherwise 0. */
    public int projectionStopped() {
        return endedProjection == null ? 0 : 1;
    }

    /** Whether the writer has stopped. */
    boolean isStopped() {
        return isStopped;
    }

    /** Calls the listener now, and again whenever something may have changed, with the value of {@link #isReady}. */
    public void whenReady(Consumer<Boolean> listener) {
        synchronized (telling) {
            listeners.add(listener);
            listener.accept(isReady());
        }
    }

    /** One call at a time, so that the last value that a listener gets is the present one. */
    private void tell() {
        synchronized (telling) {
            boolean ready = isReady();
            listeners.forEach(listener -> listener.accept(ready));
        }
    }
}
