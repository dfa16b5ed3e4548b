package org.debitcredit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.debitcredit.backup.Backup;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.transaction.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever waits for a snapshot is told how it ended, whatever ends it. */
@Timeout(60)
class SnapshotterTest {

    @TempDir
    Path temp;

    /** Thrown by the method of the ledger that it is planted in, once. */
    private final AtomicReference<Throwable> planted = new AtomicReference<>();

    private BankLives bank(String method) {
        BankLives bank = new BankLives(temp.resolve("data"), JournalKind.FILE);
        bank.ledgers = (identity, progress) -> failing(new MemoryLedger(identity), method);
        return bank;
    }

    private Ledger failing(Ledger real, String method) {
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, called, arguments) -> {
                    Throwable failure = called.getName().equals(method) ? planted.getAndSet(null) : null;
                    if (failure != null) {
                        throw failure;
                    }
                    try {
                        return called.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    private static void assertEnds(CompletableFuture<TakenSnapshot> request, String... words) {
        assertThat(request).isCompletedExceptionally();
        assertThatThrownBy(request::join)
                .satisfies(failure -> assertThat(failure.toString()).contains(words));
    }

    @Test
    void a_snapshot_that_was_asked_for_before_the_writer_stopped_ends_and_says_why() throws IOException {
        BankLives lives = bank("execute");
        try (RunningBank bank = lives.recover()) {
            CompletableFuture<TakenSnapshot> request = bank.snapshotter().request();
            stopWriter(lives, bank);
            assertEnds(request, "planted in execute");
        }
    }

    private void stopWriter(BankLives lives, RunningBank bank) {
        planted.set(new IllegalStateException("planted in execute"));
        assertThat(lives.group(bank)).isNotInstanceOf(Outcome.Committed.class);
        bank.snapshotter().run();
    }

    @Test
    void a_backup_asked_of_a_bank_whose_writer_has_stopped_ends_at_once_and_says_why() throws IOException {
        BankLives lives = bank("execute");
        try (RunningBank bank = lives.recover()) {
            stopWriter(lives, bank);
            assertEnds(bank.snapshotter().request(), "planted in execute");
            assertThatThrownBy(() -> bank.backup(temp.resolve("backup"), Progress.NONE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("planted in execute");
            assertThat(temp.resolve("backup")).doesNotExist();
        }
    }

    @Test
    void a_snapshot_asked_of_a_closed_bank_ends_at_once() throws IOException {
        RunningBank bank = bank("none").recover();
        bank.close();
        assertEnds(bank.snapshotter().request(), "closing");
    }

    @Test
    void an_error_ends_the_snapshot_and_not_the_thread_that_takes_them() throws Exception {
        BankLives lives = bank("copy");
        try (RunningBank bank = lives.recover()) {
            bank.start();
            planted.set(new StackOverflowError("planted in copy"));
            CompletableFuture<TakenSnapshot> failed =
                    bank.snapshotter().request().orTimeout(20, TimeUnit.SECONDS);
            assertThatThrownBy(failed::join).hasRootCauseInstanceOf(StackOverflowError.class);
            Backup.Result backup = bank.backup(temp.resolve("backup"), Progress.NONE);
            assertThat(backup.snapshots()).isEqualTo(1);
            assertThat(lives.snapshotFailures)
                    .singleElement()
                    .satisfies(told -> assertThat(told).hasMessage("planted in copy"));
        }
    }

    @Test
    void what_a_killed_backup_left_is_deleted_before_the_snapshot_which_it_may_leave_no_room_for() throws IOException {
        BankLives lives = bank("copy");
        Path left = Files.createDirectories(temp.resolve("backup-1.unfinished/archive"));
        try (RunningBank bank = lives.recover()) {
            bank.start();
            planted.set(new IllegalStateException("planted: the disk is full"));
            assertThatThrownBy(() -> bank.backup(temp.resolve("backup-2"), Progress.NONE))
                    .hasMessageContaining("the disk is full");
            assertThat(left).doesNotExist();
        }
    }

    @Test
    void an_observer_that_fails_leaves_nobody_waiting() throws Exception {
        BankLives lives = bank("copy");
        lives.whenSnapshotFails = () -> {
            throw new IllegalStateException("planted in the observer");
        };
        lives.whenCallbackFails = () -> {
            throw new StackOverflowError("planted: it fails again when it is told so");
        };
        try (RunningBank bank = lives.recover()) {
            bank.start();
            planted.set(new IllegalStateException("planted in copy"));
            CompletableFuture<TakenSnapshot> failed =
                    bank.snapshotter().request().orTimeout(20, TimeUnit.SECONDS);
            assertThatThrownBy(failed::join).hasMessageContaining("planted in copy");
            assertThat(bank.snapshotter()
                            .request()
                            .orTimeout(20, TimeUnit.SECONDS)
                            .join())
                    .isNotNull();
        }
    }

    @Test
    void an_observer_that_fails_when_the_journal_stays_full_does_not_end_the_thread_either() throws Exception {
        BankLives lives = bank("copy");
        lives.space = lives.space.withJournalBytesMax(8L * BankLives.FILL_AHEAD_BYTES);
        lives.replayMax = Duration.ofDays(1);
        lives.whenJournalStaysFull = () -> {
            throw new IllegalStateException("planted in the observer");
        };
        try (RunningBank bank = lives.recover()) {
            lives.fill(bank, 8L * BankLives.FILL_AHEAD_BYTES);
            planted.set(new IllegalStateException("planted in copy"));
            CompletableFuture<TakenSnapshot> failed = bank.snapshotter().request();
            BankLives.stepAll(bank);
            assertEnds(failed, "planted in copy");
            assertThat(lives.stuck).isNotNull();
        }
    }
}
