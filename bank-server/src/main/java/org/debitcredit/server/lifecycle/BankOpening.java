package org.debitcredit.server.lifecycle;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.event.BankEvent;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the bank on a separate thread. At an ordinary start this begins while the other parts of the service are still
 * created, because each takes about as long as the other. No request reaches the bank before {@link BankLifecycle} has
 * taken it.
 */
public final class BankOpening implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BankOpening.class);

    /** A separate logger, because the demo shows its output. */
    private static final Logger PROGRESS = LoggerFactory.getLogger("org.debitcredit.server.lifecycle.Progress");

    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(1);

    private final BankSettings settings;
    private final LedgerOpener ledgers;
    private final Consumer<BankEvent> events;
    private final CompletableFuture<RunningBank> opened = new CompletableFuture<>();
    private final ProgressLines progress = new ProgressLines(PROGRESS_INTERVAL, System::nanoTime, PROGRESS::info);
    private final StageTimes stages = new StageTimes(System::nanoTime);
    private final Thread thread = new Thread(this::open, "bank-opening");
    private final Duration stopMax;
    private State state = State.NEW;
    private volatile boolean isStopped;
    private volatile boolean isClosedInOrder = true;

    private enum State {
        NEW,
        BEGUN,
        TAKEN,
        CLOSED
    }

    public BankOpening(BankSettings settings, LedgerOpener ledgers, Consumer<BankEvent> events) {
        this(settings, ledgers, events, BankLifecycle.STOP_MAX);
    }

    BankOpening(BankSettings settings, LedgerOpener ledgers, Consumer<BankEvent> events, Duration stopMax) {
        this.settings = settings;
        this.ledgers = ledgers;
        this.events = events;
        this.stopMax = stopMax;
    }

    /**
     * Begins now, unless the start founds a bank, an operator accepts something for it, or it has a projection. Such a
     * start waits for {@link #take}, so that it has no effect if the service cannot start, and is in the audit log
     * before it has one.
     */
    public synchronized void beginIfOrdinary() {
        if (!settings.founds() && !settings.journal().acceptsAnything() && settings.projection() == null) {
            begin();
        }
    }

    private void begin() {
        if (state == State.NEW) {
            state = State.BEGUN;
            thread.start();
        }
    }

    /**
     * Begins, if that has not been done, and hands over the bank, which the caller has to close.
     *
     * @return completes when the bank is open, or with the reason why it cannot be opened
     */
    synchronized CompletableFuture<RunningBank> take() {
        begin();
        if (state != State.BEGUN) {
            throw new IllegalStateException("internal error: the bank cannot be taken, because it is " + state);
        }
        state = State.TAKEN;
        return opened;
    }

    private void open() {
        stages.begin();
        try {
            opened.complete(RunningBank.open(settings, ledgers, events, this::progress));
        } catch (IOException | RuntimeException | Error e) {
            opened.completeExceptionally(e);
        }
    }

    /**
     * Takes the progress of long work during the start.
     *
     * @throws IllegalStateException if the start is to be stopped
     */
    void progress(String what, long done, long total) {
        if (isStopped) {
            throw new IllegalStateException("stopped while opening");
        }
        progress.at(what, done, total);
        stages.at(what);
    }

    /** How long the stages took; empty without a stage. */
    String times() {
        return stages.toString();
    }

    /** The thread that opens the bank. */
    Thread thread() {
        return thread;
    }

    /** The next report of progress fails. */
    void stop() {
        isStopped = true;
    }

    /** Whether a bank that nothing has taken was closed in order. True also if there is none. */
    public boolean isClosedInOrder() {
        return isClosedInOrder;
    }

    /**
     * Closes a bank that nothing has taken, because the service did not start. If that takes too long, because a disk
     * hangs, it logs the cause and returns.
     */
    @Override
    public void close() {
        stop();
        synchronized (this) {
            boolean isMine = state == State.BEGUN;
            state = state == State.TAKEN ? State.TAKEN : State.CLOSED;
            if (!isMine) {
                return;
            }
        }
        isClosedInOrder = false;
        Thread closing = new Thread(this::closeOpened, "bank-closing");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(stopMax.toMillis());
            if (closing.isAlive()) {
                LOG.error(
                        "the service cannot start, and the bank that it had opened did not close within {} s: it is at "
                                + "{}. The process ends anyway, and the next start replays the journal",
                        stopMax.toSeconds(),
                        thread.isAlive() ? StackText.ofOpening(thread) : StackText.of(closing));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeOpened() {
        try {
            thread.join();
            if (!opened.isCompletedExceptionally()) {
                opened.join().close();
            }
            isClosedInOrder = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            LOG.error("the bank did not close cleanly, and the next start replays the journal", e);
        }
    }
}
