package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.debitcredit.bank.BankScale;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.projection.Projection;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Status;

class BankHealthTest {

    @TempDir
    Path data;

    @Test
    void aBankThatServesIsNotReadyWhileTheHeapIsFullOrTheDiskHangsAndSaysWhy() throws IOException {
        BankState state = new BankState();
        BankHealth health = new BankHealth(state);
        List<Boolean> ready = new ArrayList<>();
        state.whenReady(ready::add);
        BankSettings settings = BankSettings.of(data, new BankScale(1, 1, 1), Currency.getInstance("USD"))
                .founding(true);
        try (RunningBank bank = RunningBank.open(
                settings, (identity, progress) -> new MemoryLedger(identity), BankEvent.IGNORE, Progress.NONE)) {
            state.opened(bank);
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            state.heapFull("96 % of it");
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails()).containsEntry("heap", "96 % of it");
            assertThat(state.serves()).as("who is connected is served").isTrue();
            state.heapFull(null);
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails()).isEmpty();
            state.journalStuck("waited 11 s");
            state.journalStuck("waited 12 s");
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails()).containsEntry("journal", "waited 12 s");
            state.journalStuck(null);
            state.clocksApart("an hour ahead");
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails()).containsExactly(entry("clock", "an hour ahead"));
            state.clocksApart(null);
            assertThat(health.health().getDetails()).isEmpty();
            state.accept(new BankEvent.JournalStaysFull("none of it can be freed"));
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails()).containsEntry("journalFull", "none of it can be freed");
            state.accept(new BankEvent.JournalStaysFull(null));
            state.accept(new BankEvent.ProjectionStopped().by(new IllegalStateException("left behind")));
            assertThat(health.health().getStatus())
                    .as("a bank whose projection has ended serves")
                    .isEqualTo(Status.UP);
            assertThat(health.health().getDetails()).containsOnlyKeys("projectionEnded");
            state.closed();
        }
        assertThat(ready).containsExactly(false, true, false, true, false, true, false, true, false);
    }

    /** A thread that was about to say "ready" is overtaken by the one that says "not ready". */
    @Test
    @Timeout(60)
    void theLastThatAListenerHearsIsHowItIs() throws Exception {
        BankState state = new BankState();
        BankSettings settings = BankSettings.of(data, new BankScale(1, 1, 1), Currency.getInstance("USD"))
                .founding(true);
        CountDownLatch isTelling = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicBoolean last = new AtomicBoolean();
        try (RunningBank bank = RunningBank.open(
                settings, (identity, progress) -> new MemoryLedger(identity), BankEvent.IGNORE, Progress.NONE)) {
            state.opened(bank);
            state.whenReady(ready -> {
                if (Thread.currentThread().getName().equals("slow")) {
                    isTelling.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
                last.set(ready);
            });
            Thread slow = new Thread(() -> state.heapFull(null), "slow");
            slow.start();
            isTelling.await();
            Thread other = new Thread(() -> state.heapFull("96 % of it"), "other");
            other.start();
            Awaitility.await().until(() -> other.getState() == Thread.State.BLOCKED || !other.isAlive());
            goOn.countDown();
            slow.join();
            other.join();
            assertThat(state.isReady()).isFalse();
            assertThat(last).isFalse();
            state.closed();
        }
    }

    /** Its database is unreachable at first, so that the error occurs on the projection's own thread. */
    @Test
    @Timeout(60)
    void anErrorInTheProjectionsThreadEndsTheProjectionWithAReasonAndTheBankGoesOn() throws Exception {
        BankState state = new BankState();
        CountDownLatch ended = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        BankSettings settings = BankSettings.builder(data, new BankScale(1, 1, 1), Currency.getInstance("USD"))
                .projection((identity, progress) -> {
                    if (attempts.getAndIncrement() == 0) {
                        throw new LedgerUnavailable("away");
                    }
                    throw new StackOverflowError();
                })
                .founds(true)
                .build();
        Consumer<BankEvent> events = event -> {
            state.accept(event);
            if (event instanceof BankEvent.ProjectionStopped) {
                ended.countDown();
            }
        };
        try (RunningBank bank =
                RunningBank.open(settings, (identity, progress) -> new MemoryLedger(identity), events, Progress.NONE)) {
            state.opened(bank);
            assertThat(ended.await(20, TimeUnit.SECONDS)).as("it is reported").isTrue();
            BankHealth health = new BankHealth(state);
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails())
                    .containsOnly(
                            entry("projection", "stopped"), entry("projectionEnded", "java.lang.StackOverflowError"));
            assertThat(state.projectionState()).isEqualTo(Projection.State.STOPPED);
            CompletableFuture<Outcome> deposit = new CompletableFuture<>();
            bank.engine()
                    .submit(new BatchSubmission(
                            RequestColumns.single(
                                    Transaction.deposit(0, 0, 7),
                                    TransactionKey.of(0, TransactionKey.uuidV7(System.currentTimeMillis(), 1, 1))),
                            answered -> deposit.complete(answered.outcome(0))));
            assertThat(deposit.get(20, TimeUnit.SECONDS)).isEqualTo(new Outcome.Committed(1, 7));
            assertThat(attempts).as("nobody tries again").hasValue(2);
            state.closed();
        }
    }
}
