package org.debitcredit.server.lifecycle;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.settings.AcceptedKeys;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.storage.OwnerOnly;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Waits for the bank on a separate thread once the network is up, so that probes are answered while it replays, and
 * lets requests reach it. Closes it while the network is still up, so that every submitted request gets an answer.
 */
public final class BankLifecycle implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(BankLifecycle.class);

    /**
     * Twice the time after which a disk counts as hanging. Kubernetes kills the process after 30 s, and the network is
     * stopped after this.
     */
    static final Duration STOP_MAX = Duration.ofSeconds(20);

    /** Clients that waited for the bank come first: if one has come by then, there is no warm-up. */
    private static final long BEFORE_WARM_UP_MILLIS = 1_000;

    private final BankState state;
    private final RequestGateway gateway;
    private final BankSettings settings;
    private final BankOpening opening;
    private final WarmUp warmUp;
    private final UnclosedExit exit;
    private final Companion companion;
    private final Duration stopMax;

    private final CompletableFuture<RunningBank> opened = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread starting;
    /**
     * The bank that was recovered. It has to be closed even if the service does not start. Written by the starting
     * thread, which is joined before this is read.
     */
    private @Nullable RunningBank recovered;

    private volatile @Nullable Thread warming;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile boolean isClosedInOrder;

    /** A part of the service that works while the bank is open. */
    public interface Companion {

        /**
         * Makes sure that the companion can work with this bank, which no request has reached yet.
         *
         * @param progress of long work; it fails when the service is told to stop
         * @throws IllegalStateException if it cannot; then the service does not start
         */
        void check(RunningBank bank, Progress progress) throws IOException;

        /** The bank is open. */
        void opened(RunningBank bank) throws IOException;

        /** The bank is about to be closed. Also called if it was never opened. */
        void closing() throws InterruptedException;
    }

    /**
     * @param warmUp run once the bank is open
     * @param exit is called if the bank could not be closed
     * @param companion works while the bank is open
     */
    public BankLifecycle(
            BankState state,
            RequestGateway gateway,
            BankSettings settings,
            BankOpening opening,
            WarmUp warmUp,
            UnclosedExit exit,
            Companion companion) {
        this(state, gateway, settings, opening, warmUp, exit, companion, STOP_MAX);
    }

    BankLifecycle(
            BankState state,
            RequestGateway gateway,
            BankSettings settings,
            BankOpening opening,
            WarmUp warmUp,
            UnclosedExit exit,
            Companion companion,
            Duration stopMax) {
        this.state = state;
        this.gateway = gateway;
        this.settings = settings;
        this.opening = opening;
        this.warmUp = warmUp;
        this.exit = exit;
        this.companion = companion;
        this.stopMax = stopMax;
    }

    /** Completes when the bank is open, or with the reason why it cannot be opened. */
    public CompletableFuture<RunningBank> opened() {
        return opened;
    }

    /** Whether the bank has been closed, and nothing failed meanwhile. True also if it was never opened. */
    public boolean isClosedInOrder() {
        return starting == null || isClosedInOrder;
    }

    /** Waits until the bank has been closed, or could not be closed. */
    public void awaitClosed() throws InterruptedException {
        closed.await();
    }

    @Override
    public void start() {
        CompletableFuture<RunningBank> taken = opening.take();
        starting = new Thread(() -> start(taken), "bank-starting");
        starting.start();
    }

    private void start(CompletableFuture<RunningBank> taken) {
        try {
            long networkUpNanos = System.nanoTime();
            RunningBank bank = taken.join();
            long waitedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - networkUpNanos);
            recovered = bank;
            report(bank, waitedMillis);
            warnIfOpenToOthers(settings.data());
            Path mirror = settings.journal().mirror();
            if (mirror != null) {
                warnIfOpenToOthers(mirror);
            }
            companion.check(bank, opening::progress);
            gateway.open(bank.engine());
            state.opened(bank);
            companion.opened(bank);
            startWarmUp(bank.engine());
            opened.complete(bank);
        } catch (CompletionException e) {
            opened.completeExceptionally(e.getCause() == null ? e : e.getCause());
        } catch (IOException | RuntimeException | Error e) {
            opened.completeExceptionally(e);
        }
    }

    /** A directory that the bank creates is accessible to its owner only; an existing one may not be. */
    private static void warnIfOpenToOthers(Path directory) {
        if (OwnerOnly.isOpenToOthers(directory)) {
            LOG.warn(
                    "other users of this machine can read the directory {}. Restrict its permissions: chmod 700",
                    directory);
        }
    }

    /**
     * The bank already serves during the warm-up, because no other server can answer its clients. The warm-up ends when
     * the first transaction of a client has come, because it would only delay the next ones.
     */
    private void startWarmUp(TransactionEngine engine) {
        long opened = engine.position();
        Thread thread = new Thread(() -> warmUp(() -> !isStopping() && engine.position() == opened), "bank-warm-up");
        thread.setDaemon(true);
        thread.start();
        warming = thread;
    }

    /** Slow first seconds are no reason to stop the bank. */
    private void warmUp(BooleanSupplier isNeeded) {
        try {
            if (stopping.await(BEFORE_WARM_UP_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
            if (!warmUp.run(settings, isNeeded)) {
                LOG.warn("the disk has too little free space for a warm-up; the bank serves without one");
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("the warm-up failed; the bank serves without one", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void report(RunningBank bank, long waitedMillis) {
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
        String times = opening.times();
        if (!times.isEmpty()) {
            LOG.info("this start took {}; the network was up {} ms before the bank was open", times, waitedMillis);
        }
        if (recovered.documentsCut() > 0) {
            LOG.warn(
                    "removed {} incomplete documents from the journal's end; they were unacknowledged or damaged",
                    recovered.documentsCut());
        }
        if (recovered.position() > 0 && !recovered.endedInOrder()) {
            LOG.warn("the previous server did not stop cleanly; its journal was replayed");
        }
        warnOfKeysOfTheFuture(bank, recovered.latestKeyMillis());
    }

    private static void warnOfKeysOfTheFuture(RunningBank bank, long latestKeyMillis) {
        Instant latest = Instant.ofEpochMilli(Math.max(0, latestKeyMillis));
        Instant now = Instant.now();
        AcceptedKeys accepted = bank.settings().journal().acceptedKeys();
        if (accepted != null
                && !accepted.day().equals(now.atZone(ZoneOffset.UTC).toLocalDate())) {
            LOG.warn(
                    "bank.journal.accept-keys-from has no effect, because it names {} and the time is {}",
                    accepted.day(),
                    now);
        }
        if (latest.isAfter(now.plus(bank.settings().keyAheadMax()))) {
            LOG.warn(
                    "keys with times up to {} were executed, and the time is {}. Once they are forgotten, other keys "
                            + "are refused as"
                            + " key-expired until that time. If this clock is wrong, correct it first. If it was wrong"
                            + " then, and is right now, start once with --accept-keys-from {}",
                    latest,
                    now,
                    now.atZone(ZoneOffset.UTC).toLocalDate());
        }
    }

    /**
     * Closes the gateway, answers everything that was submitted, forces the journal, and writes the end record. If that
     * takes too long, because a disk or a database hangs, it logs the cause and returns. Durable data stays durable,
     * and the next start recovers.
     */
    @Override
    public void stop() {
        stopping.countDown();
        opening.stop();
        RunningBank bank = state.bank();
        Thread closing = new Thread(this::close, "bank-closing");
        closing.setDaemon(true);
        closing.start();
        try {
            boolean isInTime = joined(closing);
            if (!isInTime) {
                LOG.error(
                        "the bank did not close cleanly within {} s: {}. The process ends anyway, with exit code "
                                + "{}. No acknowledged transaction is lost, and the next start replays the journal",
                        stopMax.toSeconds(),
                        whatHoldsUp(bank, closing),
                        UnclosedExit.EXIT_CODE);
            }
            if (!isInTime || !isClosedInOrder) {
                exit.unclosed();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed.countDown();
        }
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Whether the thread has ended in time. */
    private boolean joined(Thread closing) throws InterruptedException {
        closing.join(stopMax.toMillis());
        return !closing.isAlive();
    }

    private String whatHoldsUp(@Nullable RunningBank bank, Thread closing) {
        long waitNanos = bank == null ? 0 : bank.engine().journal().waitNanos();
        if (waitNanos > 0) {
            return "it has waited " + TimeUnit.NANOSECONDS.toSeconds(waitNanos) + " s for the disk of "
                    + JournalWatch.place(settings);
        }
        Thread opener = opening.thread().isAlive() ? opening.thread() : starting;
        return opener != null && opener.isAlive()
                ? "it is still being opened, at " + StackText.ofOpening(opener)
                : "it waits at " + StackText.of(closing);
    }

    private void close() {
        try {
            if (starting != null) {
                starting.join();
            }
            RunningBank bank = recovered;
            companion.closing();
            gateway.close();
            state.closed();
            Thread warmUpThread = warming;
            if (warmUpThread != null) {
                // The files of the warm-up are in the bank's directory, which another server may use once the bank is
                // closed.
                warmUpThread.join();
            }
            if (bank != null) {
                bank.close();
                LOG.info("bank closed at position {}", bank.engine().position());
            }
            isClosedInOrder = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            LOG.error(
                    "the bank did not close cleanly. The process ends with exit code {}, and the next start replays "
                            + "the journal",
                    UnclosedExit.EXIT_CODE,
                    e);
        }
    }

    @Override
    public boolean isRunning() {
        return starting != null && closed.getCount() > 0;
    }

    /** Last to start, first to stop. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
