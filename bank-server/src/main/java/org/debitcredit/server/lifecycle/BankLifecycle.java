package org.debitcredit.server.lifecycle;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.debitcredit.recovery.BankObserver;
import org.debitcredit.recovery.BankSettings;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.recovery.RunningBank;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Opens the bank on a thread of its own once the network is up, so that probes are answered while it replays; closes it
 * while the network is still up, so that everyone on board gets an answer.
 */
public final class BankLifecycle implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(BankLifecycle.class);

    private final BankDoor door;
    private final BankSettings settings;
    private final LedgerOpener ledgers;
    private final BankObserver observer;
    private final WarmUp warmUp;

    private final CompletableFuture<RunningBank> opened = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final LogProgress log = new LogProgress(System::nanoTime);
    private @Nullable Thread opening;
    private volatile boolean stopping;

    /**
     * @param warmUp run before the door opens
     */
    public BankLifecycle(
            BankDoor door, BankSettings settings, LedgerOpener ledgers, List<BankObserver> observers, WarmUp warmUp) {
        this.door = door;
        this.settings = settings;
        this.ledgers = ledgers;
        this.observer = new Observers(observers);
        this.warmUp = warmUp;
    }

    /** Completes when the bank is open, or with the reason why it cannot be opened. */
    public CompletableFuture<RunningBank> opened() {
        return opened;
    }

    /** Waits until the bank has been closed. */
    public void awaitClosed() throws InterruptedException {
        closed.await();
    }

    @Override
    public void start() {
        opening = new Thread(this::open, "bank-opening");
        opening.start();
    }

    private void open() {
        try {
            RunningBank bank = RunningBank.open(settings, ledgers, observer, this::progress);
            report(bank);
            warmUp();
            door.open(bank);
            opened.complete(bank);
        } catch (IOException | RuntimeException | Error e) {
            opened.completeExceptionally(e);
        }
    }

    /** A slow first second is no reason not to open. */
    private void warmUp() {
        if (stopping) {
            return;
        }
        try {
            if (!warmUp.run(settings)) {
                LOG.warn("the disk has too little room for a warm-up; the bank opens without");
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("the warm-up failed; the bank opens without", e);
        }
    }

    private void progress(String what, long done, long total) {
        if (stopping) {
            throw new IllegalStateException("stopped while opening");
        }
        log.at(what, done, total);
    }

    private static void report(RunningBank bank) {
        RunningBank.Recovered recovered = bank.recovered();
        LOG.info(
                "bank {} is open: {}, {}, {} transactions in its journal",
                bank.identity().id(),
                bank.identity().scale(),
                bank.identity().currency(),
                recovered.position());
        if (recovered.fromPosition() > 0) {
            LOG.info("recovered from the snapshot at position {}", recovered.fromPosition());
        }
        if (recovered.documentsCut() > 0) {
            LOG.warn(
                    "cut {} incomplete documents off the journal's end: unacknowledged or damaged",
                    recovered.documentsCut());
        }
        if (recovered.position() > 0 && !recovered.endedInOrder()) {
            LOG.warn("the server before this one did not stop in order; its journal was replayed from there");
        }
        warnOfKeysOfTheFuture(bank, recovered.latestKeyMillis());
    }

    private static void warnOfKeysOfTheFuture(RunningBank bank, long latestKeyMillis) {
        Instant latest = Instant.ofEpochMilli(Math.max(0, latestKeyMillis));
        Instant now = Instant.now();
        if (latest.isAfter(now.plus(bank.settings().keyAheadMax()))) {
            LOG.warn(
                    "keys up to {} were executed, and it is {}: once they are forgotten, a client's keys are refused as"
                            + " key-expired until that time. If this clock is wrong, set it right. If it was wrong then,"
                            + " start once with --accept-keys-from-now",
                    latest,
                    now);
        }
    }

    /** Shuts the door, answers everyone on board, forces, writes the end record. */
    @Override
    public void stop() {
        stopping = true;
        try {
            if (opening != null) {
                opening.join();
            }
            RunningBank bank = door.bank();
            door.shut();
            if (bank != null) {
                bank.close();
                LOG.info("bank closed at position {}", bank.engine().position());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            LOG.error("the bank did not close in order; the next start replays its journal", e);
        } finally {
            closed.countDown();
        }
    }

    @Override
    public boolean isRunning() {
        return opening != null && closed.getCount() > 0;
    }

    /** Last to start, first to stop. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
