package org.debitcredit.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.Interleavings;
import org.debitcredit.bank.Clocks;
import org.debitcredit.checkpoint.TakenSnapshot;
import org.debitcredit.ledger.Totals;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.recovery.BoundedStart;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DirectoryLock;
import org.debitcredit.storage.MediumHangs;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.junit.jupiter.api.Test;

/** A bank on two media, either of which may fail or hang while it runs, at any point, for either kind of journal. */
abstract class MirrorTest extends MirrorLives {

    MirrorTest(JournalKind kind) {
        super(kind);
    }

    /** It has been abandoned, and closes what it opened. */
    private static void awaitEndOfStart() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(BoundedStart.THREAD)) {
                Interleavings.join(thread);
            }
        }
    }

    /** Ends what hangs; returns once its lock is given back, which is the last that the thread of the medium does. */
    private void comeBack(int copy) throws IOException {
        media.get(copy).comeBack();
        boolean isGivenBack = false;
        while (!isGivenBack) {
            try (DirectoryLock lock = DirectoryLock.acquire(BankFolders.journal(data(copy)))) {
                isGivenBack = true;
                lock.requireHeld();
            } catch (IOException inUse) {
                Thread.yield();
            }
        }
    }

    /** Neither copy is touched meanwhile, and the start is refused in bounded time. */
    @Test
    void a_start_on_a_medium_that_hangs_is_refused_in_bounded_time_and_names_it() throws IOException {
        openBoth().close();
        for (String step : List.of("exists", "entries", "folder", "forceName", "lock")) {
            // If A holds a bank, the start does not look for one in B.
            boolean isLook = step.equals("exists") || step.equals("entries");
            for (int copy : isLook ? new int[] {A} : new int[] {A, B}) {
                soundMedia();
                AtomicLong monotonic = new AtomicLong();
                BankSettings settings = BankSettings.builder(data(A), SCALE, Currency.getInstance("USD"))
                        .journal(settings(A).journal().mirroredIn(data(B), onLoss))
                        .clocks(new Clocks(() -> clockMicros, () -> monotonic.addAndGet(5_000_000_000L)))
                        .build();
                media.get(copy).hangIn(step);
                assertThatThrownBy(() -> BoundedStart.of(settings.journal(), settings.clocks())
                                .run(watch, () -> BankFolders.open(settings, this::accept, media)))
                        .as(step)
                        .isInstanceOf(MediumHangs.class)
                        .hasMessageContainingAll(
                                data(copy) + " hangs: ", "did not finish within 30 s", "--accept-lone-copy");
                comeBack(copy);
                comeBack(1 - copy);
                awaitEndOfStart();
                soundMedia();
                assertThat(state(A)).isEqualTo(state(B)).startsWith("DUPLEX");
                openBoth().close();
            }
        }
        assertThat(replaced).isEmpty();
    }

    @Test
    void both_copies_are_forced_before_anyone_is_answered() throws IOException {
        try (RunningBank bank = openBoth()) {
            calls.clear();
            run(bank, 1);
            assertThat(calls.subList(0, 2)).containsExactlyInAnyOrder("A append", "B append");
            assertThat(calls.subList(2, 4)).containsExactlyInAnyOrder("A force", "B force");
            assertThat(calls.subList(4, 5)).containsExactly("answered");
        }
        assertThat(state(A)).isEqualTo("DUPLEX 1");
        assertThat(state(B)).isEqualTo("DUPLEX 1");
    }

    @Test
    void either_copy_alone_holds_everything_after_the_other_is_gone() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 20);
        Totals totals = totals(bank);
        kill(bank);
        acceptLoneCopy = true;
        for (int copy : new int[] {A, B}) {
            try (RunningBank again = openOnly(copy)) {
                assertThat(again.recovered().position()).isEqualTo(200);
                assertThat(totals(again)).isEqualTo(totals);
            }
        }
    }

    /** Where a copy fails. The mirror does not know of what kind its journals are, so one kind takes all of them. */
    List<String> steps() {
        return List.of("append", "force", "begin");
    }

    @Test
    void a_mirror_lost_in_append_or_force_or_a_new_epoch_stops_the_bank_unless_told_otherwise() throws IOException {
        onLoss = OnLoss.STOP;
        for (String step : steps()) {
            RunningBank bank = openBoth();
            long before = bank.engine().position();
            run(bank, 1);
            media.get(B).failing.add(step);
            if (step.equals("begin")) {
                bank.snapshotter().request();
                group(bank);
            } else {
                assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
            }
            assertThat(bank.engine().stoppedBy()).hasMessage("planted in " + step + " of B");
            assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.NOT_EXECUTED));
            kill(bank);
            assertThat(before).isLessThan(openedAt());
        }
        assertThat(lost).isEmpty();
        assertThat(state(A)).startsWith("DUPLEX");
    }

    @Test
    void a_mirror_lost_while_running_is_on_record_before_the_next_answer_and_never_tried_again() throws IOException {
        for (String step : steps()) {
            for (int copy : new int[] {A, B}) {
                lost.clear();
                RunningBank bank = openBoth();
                run(bank, 2);
                calls.clear();
                media.get(copy).failing.add(step);
                if (step.equals("begin")) {
                    bank.snapshotter().request();
                }
                run(bank, 1);
                String survivor = copy == A ? "B" : "A";
                String gone = copy == A ? "A" : "B";
                assertThat(calls).contains(survivor + " record");
                if (!step.equals("begin")) {
                    assertThat(calls.indexOf(survivor + " record")).isLessThan(calls.indexOf("answered"));
                }
                assertThat(lost).singleElement().asString().contains(data(copy).toString(), "planted in " + step);
                int fromRecord = calls.indexOf(survivor + " record");
                run(bank, 5);
                assertThat(calls.subList(fromRecord, calls.size())).doesNotContain(gone + " " + step);
                assertThat(calls.stream().filter((gone + " " + step)::equals)).hasSize(1);
                Totals totals = totals(bank);
                kill(bank);
                assertThat(record(1 - copy).isDuplex()).isFalse();
                assertThat(record(1 - copy).generation()).isEqualTo(record(copy).generation() + 1);
                try (RunningBank again = openBoth()) {
                    assertThat(totals(again)).isEqualTo(totals);
                }
                assertThat(state(A)).isEqualTo(state(B)).startsWith("DUPLEX");
            }
        }
    }

    /** In a build Chronicle hangs only where it waits for its disk; {@code -Dbank.hang.all=true} adds the rest. */
    private List<String> stepsAndFiles() {
        return kind == JournalKind.FILE || Boolean.getBoolean("bank.hang.all")
                ? List.of("append", "force", "begin", "files")
                : steps();
    }

    @Test
    void a_medium_that_hangs_is_lost_the_bank_goes_on_and_closes_and_the_next_start_repairs() throws IOException {
        for (String step : stepsAndFiles()) {
            for (int copy : new int[] {A, B}) {
                lost.clear();
                replaced.clear();
                RunningBank bank = openBoth();
                run(bank, 2);
                media.get(copy).hangIn(step);
                if (step.equals("begin") || step.equals("files")) {
                    bank.snapshotter().request();
                }
                run(bank, 1);
                String gone = data(copy).toString();
                assertThat(lost).as(step).singleElement().asString().contains(gone, "hangs");
                assertThat(record(1 - copy).isDuplex())
                        .as("alone, and on record")
                        .isFalse();
                run(bank, 5);
                Totals totals = totals(bank);
                bank.close();
                assertThatThrownBy(this::openBoth)
                        .as("what hangs may still write")
                        .hasMessageContaining("in use");
                comeBack(copy);
                assertThat(record(copy).isDuplex()).isTrue();
                assertThat(record(copy).generation())
                        .isLessThan(record(1 - copy).generation());
                assertThatThrownBy(() -> openOnly(copy)).isInstanceOf(MirrorRefused.class);
                try (RunningBank again = openBoth()) {
                    assertThat(totals(again)).isEqualTo(totals);
                }
                assertThat(replaced).singleElement().asString().contains(gone);
                assertThat(state(A)).isEqualTo(state(B)).startsWith("DUPLEX");
            }
        }
    }

    @Test
    void what_a_medium_that_hung_writes_late_is_what_the_survivor_wrote_too() throws IOException {
        for (String step : List.of("append", "force")) {
            RunningBank bank = openBoth();
            run(bank, 2);
            media.get(A).hangIn(step);
            run(bank, 8);
            long position = bank.engine().position();
            bank.close();
            comeBack(A);
            keep(A, "late-" + step);
            assertThat(openedAt()).isEqualTo(position);
            lose(A);
            restore("late-" + step, A);
            acceptLoneCopy = true;
            try (RunningBank late = openOnly(A)) {
                assertThat(late.recovered().position()).isEqualTo(position - 70);
                assertThat(late.recovered().documentsCut()).isZero();
            }
            acceptLoneCopy = false;
            lost.clear();
            lose(A);
            lose(B);
        }
    }

    @Test
    void with_stop_a_medium_that_hangs_stops_the_bank_and_nobody_waits_for_it() throws IOException {
        onLoss = OnLoss.STOP;
        RunningBank bank = openBoth();
        run(bank, 1);
        media.get(B).hangIn("force");
        assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        assertThat(bank.engine().stoppedBy()).hasMessageContaining("hangs").hasMessageContaining("force-max");
        bank.close();
        comeBack(B);
        assertThat(lost).isEmpty();
        assertThat(state(A)).isEqualTo(state(B)).startsWith("DUPLEX");
        assertThat(openedAt()).isIn(10L, 20L);
    }

    @Test
    void while_both_media_hang_neither_is_lost_and_when_both_come_back_nothing_has_happened() throws Exception {
        try (RunningBank bank = openBoth()) {
            run(bank, 1);
            media.get(A).hangIn("force");
            media.get(B).hangIn("force");
            CompletableFuture<Outcome> group = CompletableFuture.supplyAsync(() -> group(bank));
            while (!media.get(A).isHanging() || !media.get(B).isHanging()) {
                Thread.yield();
            }
            long now = limit.nanos().getAsLong();
            for (int looks = 0; looks < 1_000; looks++) {
                now = limit.nanos().getAsLong();
            }
            assertThat(group).as("at %d ns", now).isNotDone();
            isClockStopped = true;
            media.forEach(FaultyMedium::comeBack);
            assertThat(group.get()).isInstanceOf(Outcome.Committed.class);
        }
        assertThat(lost).isEmpty();
        assertThat(state(A)).isEqualTo(state(B)).isEqualTo("DUPLEX 1");
    }

    @Test
    void of_two_media_that_hang_the_one_that_does_not_come_back_is_lost() throws Exception {
        RunningBank bank = openBoth();
        run(bank, 1);
        media.get(A).hangIn("force");
        media.get(B).hangIn("force");
        CompletableFuture<Outcome> group = CompletableFuture.supplyAsync(() -> group(bank));
        while (!media.get(A).isHanging() || !media.get(B).isHanging()) {
            Thread.yield();
        }
        media.get(B).comeBack();
        assertThat(group.get()).isInstanceOf(Outcome.Committed.class);
        assertThat(lost).singleElement().asString().contains(data(A).toString());
        assertThat(state(B)).isEqualTo("ALONE 2");
        bank.close();
        comeBack(A);
    }

    @Test
    void a_medium_that_fails_while_the_other_hangs_stops_the_bank_and_neither_is_lost() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 1);
        media.get(A).hangIn("force");
        media.get(B).failing.add("force");
        assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        bank.close();
        comeBack(A);
        assertThat(lost).isEmpty();
        assertThat(state(A)).isEqualTo(state(B)).isEqualTo("DUPLEX 1");
    }

    @Test
    void both_lost_stops_the_bank_whatever_it_was_told() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 1);
        media.get(A).failing.add("force");
        media.get(B).failing.add("force");
        assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        kill(bank);
        assertThat(lost).isEmpty();
        assertThat(state(A)).isEqualTo("DUPLEX 1");
        openBoth().close();
    }

    @Test
    void a_survivor_that_cannot_record_that_it_is_alone_stops_the_bank() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 1);
        media.get(A).failing.add("force");
        media.get(B).filesFail = true;
        assertThat(group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        kill(bank);
        assertThat(lost).isEmpty();
        assertThat(state(B)).isEqualTo("DUPLEX 1");
    }

    @Test
    void a_snapshot_damaged_in_its_middle_on_one_medium_is_read_from_the_other() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        RunningBank bank = openBoth();
        run(bank, 100);
        Totals totals = totals(bank);
        kill(bank);
        List<String> snapshots = names(A, "snapshots").stream()
                .filter(name -> !name.endsWith(".unfinished"))
                .toList();
        assertThat(snapshots).hasSize(2);
        String newest = snapshots.get(1);
        flipBit(data(A).resolve("snapshots").resolve(newest), 200_000);
        try (RunningBank again = openBoth()) {
            assertThat(totals(again)).isEqualTo(totals);
            assertThat(again.recovered().fromPosition())
                    .isEqualTo(Long.parseLong(newest.substring("snapshot-".length())));
        }
        assertThat(passedOver).singleElement().asString().contains(data(A).toString(), newest, "page 3");
    }

    @Test
    void a_medium_lost_while_a_snapshot_is_written_is_lost_whole_and_the_snapshot_goes_on() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        RunningBank bank = openBoth();
        run(bank, 50);
        // A segment in the making gets its name meanwhile.
        List<String> before = names(A, "journal").stream()
                .filter(name -> !name.startsWith("unfinished"))
                .toList();
        media.get(A).filesFail = true;
        run(bank, 100);
        assertThat(snapshotFailures).isEmpty();
        assertThat(lost).singleElement().asString().contains(data(A).toString(), "planted in a file of A");
        assertThat(state(B)).isEqualTo("ALONE 2");
        assertThat(names(A, "journal"))
                .as("nothing is removed from a lost medium")
                .containsAll(before);
        Totals totals = totals(bank);
        kill(bank);
        try (RunningBank alone = openOnly(B)) {
            assertThat(totals(alone)).isEqualTo(totals);
            assertThat(alone.recovered().fromPosition()).isGreaterThan(1_000);
        }
        // What A holds lies before everything that B still has, so only A's record shows that the bank never
        // continued on A alone.
        assertThat(openedAt()).isEqualTo(1_500);
        assertThat(asides(A)).hasSize(1);
        lose(B);
        acceptLoneCopy = true;
        try (RunningBank alone = openOnly(A)) {
            assertThat(totals(alone)).isEqualTo(totals);
        }
    }

    @Test
    void a_medium_whose_archive_cannot_be_written_is_lost_and_epochs_are_archived_on_the_other() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openBoth()) {
            run(bank, 50);
            media.get(B).archiveFails = true;
            List<String> before = names(A, "archive");
            run(bank, 100);
            assertThat(snapshotFailures).isEmpty();
            assertThat(lost).singleElement().asString().contains(data(B).toString(), "planted in a file of B");
            assertThat(state(A)).isEqualTo("ALONE 2");
            assertThat(names(A, "archive")).hasSizeGreaterThan(before.size());
        }
    }

    @Test
    void while_the_archive_can_be_written_on_neither_medium_none_is_lost() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openBoth()) {
            run(bank, 50);
            media.forEach(medium -> medium.archiveFails = true);
            run(bank, 100);
            assertThat(snapshotFailures).isNotEmpty();
            assertThat(lost).isEmpty();
            media.forEach(medium -> medium.archiveFails = false);
            snapshotFailures.clear();
            run(bank, 100);
            assertThat(snapshotFailures).isEmpty();
            assertThat(names(A, "archive")).isEqualTo(names(B, "archive"));
        }
    }

    @Test
    void with_stop_an_archive_that_cannot_be_written_is_reported_and_the_bank_runs_on_both() throws IOException {
        onLoss = OnLoss.STOP;
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openBoth()) {
            run(bank, 50);
            media.get(B).archiveFails = true;
            run(bank, 100);
            assertThat(snapshotFailures).isNotEmpty();
            assertThat(bank.engine().stoppedBy()).isNull();
            media.get(B).archiveFails = false;
        }
        assertThat(lost).isEmpty();
    }

    @Test
    void with_stop_a_snapshot_that_failed_on_one_medium_is_taken_again_at_the_same_position() throws IOException {
        onLoss = OnLoss.STOP;
        try (RunningBank bank = openBoth()) {
            run(bank, 5);
            media.get(B).filesFail = true;
            bank.snapshotter().request();
            letSnapshotterWork(bank);
            assertThat(snapshotFailures).hasSize(1);
            media.get(B).filesFail = false;
            CompletableFuture<TakenSnapshot> asked = bank.snapshotter().request();
            for (int turn = 0; turn < 100; turn++) {
                letSnapshotterWork(bank);
            }
            assertThat(snapshotFailures).hasSize(1);
            assertThat(asked).isCompleted();
            assertThat(names(A, "snapshots")).isEqualTo(names(B, "snapshots")).hasSize(1);
        }
    }

    /** Without what a thread is making or deleting at the moment. */
    private List<String> finished(int copy, String folder) throws IOException {
        return names(copy, folder).stream()
                .filter(name -> !name.startsWith("unfinished") && !name.startsWith("deleted"))
                .toList();
    }

    @Test
    void with_stop_a_medium_that_fails_a_snapshot_is_reported_and_nothing_is_removed_from_either() throws IOException {
        onLoss = OnLoss.STOP;
        replayMax = Duration.ofNanos(100_000);
        try (RunningBank bank = openBoth()) {
            run(bank, 50);
            List<String> snapshots = names(A, "snapshots");
            List<String> onA = finished(A, "journal");
            List<String> onB = finished(B, "journal");
            media.get(B).filesFail = true;
            run(bank, 100);
            assertThat(snapshotFailures).isNotEmpty();
            assertThat(bank.engine().stoppedBy()).isNull();
            assertThat(names(A, "journal")).containsAll(onA);
            assertThat(names(B, "journal")).containsAll(onB);
            assertThat(names(A, "snapshots"))
                    .containsAll(snapshots.stream()
                            .filter(name -> !name.endsWith(".unfinished"))
                            .toList());
            media.get(B).filesFail = false;
        }
        assertThat(lost).isEmpty();
    }
}
