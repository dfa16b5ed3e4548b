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
    private boolean isBegun;
    private boolean isTaken;
    private volatile boolean isStopped;

    public BankOpening(BankSettings settings, LedgerOpener ledgers, Consumer<BankEvent> events) {
        this.settings = settings;
        this.ledgers = ledgers;
        this.events = events;
    }

    /**
     * Begins now, unless the start founds a bank or an operator accepts something for it. Such a start waits for
     * {@link #take}, so that it has no effect if the service cannot start, and is in the audit log before it has one.
     */
    public void beginIfOrdinary() {
        if (!settings.founds() && !settings.journal().acceptsAnything()) {
            begin();
        }
    }

    private synchronized void begin() {
        if (!isBegun) {
            isBegun = true;
            thread.start();
        }
    }

    /**
     * Begins, if that has not been done, and hands over the bank, which the caller has to close.
     *
     * @return completes when the bank is open, or with the reason why it cannot be opened
     */
    CompletableFuture<RunningBank> take() {
        begin();
        synchronized (this) {
            isTaken = true;
        }
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

    /** Closes a bank that nothing has taken, because the service did not start. */
    @Override
    public void close() {
        stop();
        synchronized (this) {
            if (isTaken || !isBegun) {
                return;
            }
            isTaken = true;
        }
        try {
            thread.join(BankLifecycle.STOP_MAX.toMillis());
            RunningBank bank = opened.isCompletedExceptionally() ? null : opened.getNow(null);
            if (bank != null) {
                bank.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            LOG.error("the bank did not close cleanly, and the next start replays the journal", e);
        }
    }
}
