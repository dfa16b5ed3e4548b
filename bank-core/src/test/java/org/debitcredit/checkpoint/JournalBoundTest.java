package org.debitcredit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.bank.BankScale;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.engine.SnapshotBoundary;
import org.debitcredit.engine.TransactionEngine.Intake;
import org.debitcredit.event.BankEvent;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.ForwardingLedger;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.SpaceSettings;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.transaction.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The journal's bound in bytes: what happens at a quarter, at half, at the whole, and when nothing can be freed. */
@Timeout(60)
class JournalBoundTest {

    /** Sixteen segments. */
    private static final long BYTES_MAX = 16L * BankLives.FILL_AHEAD_BYTES;

    /** Chronicle's zeros come in chunks of a mebibyte. */
    private static long bytesMax(JournalKind kind) {
        return kind == JournalKind.FILE ? BYTES_MAX : 16L << 20;
    }

    @TempDir
    Path temp;

    private BankLives lives(JournalKind kind) {
        BankLives lives = new BankLives(temp.resolve("data"), kind);
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(bytesMax(kind));
        lives.group = 500;
        return lives;
    }

    /** Fills the journal, with a snapshot from the middle of it. */
    private static void fill(BankLives lives, RunningBank bank) {
        lives.fill(bank, bytesMax(lives.kind) / 2);
        bank.snapshotter().request();
        BankLives.stepAll(bank);
        lives.fill(bank, bytesMax(lives.kind));
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void no_transaction_is_taken_by_a_full_journal_until_a_snapshot_has_freed_some(JournalKind kind)
            throws IOException {
        BankLives lives = lives(kind);
        try (RunningBank bank = lives.recover()) {
            fill(lives, bank);
            long full = bank.engine().position();
            assertThat(lives.offer(bank)).isEqualTo(Intake.JOURNAL_FULL);
            assertThat(lives.offer(bank)).isEqualTo(Intake.JOURNAL_FULL);
            assertThat(lives.told).containsExactly("full");
            assertThat(BankLives.totals(bank).hold())
                    .as("inquiries are answered")
                    .isTrue();
            assertThat(bank.engine().submit(new SnapshotBoundary(SnapshotBoundary.Kind.END)))
                    .as("commands are carried")
                    .isTrue();
            bank.engine().step();
            assertThat(bank.engine().position()).isEqualTo(full);

            lives.tick(1_000_000);
            BankLives.stepAll(bank);
            assertThat(bank.journalBytes()).isLessThan(bytesMax(kind));
            assertThat(lives.submit(bank)).isInstanceOf(Outcome.Committed.class);
            assertThat(lives.told).containsExactly("full", "room");
        }
        assertThat(lives.audit().firstFault()).isNull();
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void snapshots_come_early_and_keep_a_bank_below_its_bound_whose_interval_is_much_longer(JournalKind kind)
            throws IOException {
        BankLives lives = lives(kind);
        lives.retention = Duration.ZERO;
        long most = 0;
        try (RunningBank bank = lives.recover()) {
            for (int group = 0; group < 2_000 && lives.published.size() < 8; group++) {
                lives.run(bank, 1);
                most = Math.max(most, bank.journalBytes());
            }
            assertThat(lives.published).hasSize(8);
            assertThat(most).isBetween(bytesMax(kind) / 2, bytesMax(kind) - 1);
            assertThat(lives.told).isEmpty();
            assertThat(bank.engine().position())
                    .as("far from an interval")
                    .isLessThan(bank.settings().snapshots().intervalTransactions(4_000_000));
        }
        assertThat(lives.audit().firstFault()).isNull();
    }

    @Test
    void the_first_snapshot_comes_at_a_quarter_and_the_second_ends_by_three_quarters() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        try (RunningBank bank = lives.recover()) {
            for (int group = 0; group < 500 && lives.published.isEmpty(); group++) {
                assertThat(bank.journalBytes()).isLessThan(BYTES_MAX * 3 / 4);
                lives.run(bank, 1);
            }
            long first = lives.published.get(0).start().position();
            assertThat(first).isPositive();
            for (int group = 0; group < 500 && lives.published.size() < 2; group++) {
                lives.run(bank, 1);
                assertThat(bank.journalBytes())
                        .isLessThanOrEqualTo(BYTES_MAX * 3 / 4 + 2L * BankLives.FILL_AHEAD_BYTES);
            }
        }
    }

    @Test
    void a_new_journals_first_snapshot_ends_by_half_and_its_second_frees_what_the_keys_do_not_need()
            throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        long most = 0;
        try (RunningBank bank = lives.recover()) {
            for (int group = 0; group < 500 && lives.published.isEmpty(); group++) {
                lives.run(bank, 1);
            }
            assertThat(bank.journalBytes()).isLessThanOrEqualTo(BYTES_MAX / 2 + 2L * BankLives.FILL_AHEAD_BYTES);
            for (int group = 0; group < 500 && lives.published.size() < 2; group++) {
                most = Math.max(most, bank.journalBytes());
                lives.run(bank, 1);
            }
            assertThat(bank.journalBytes()).isLessThan(most - BYTES_MAX / 16);
        }
    }

    @Test
    void a_journal_that_is_less_than_half_full_at_a_start_may_take_no_more_than_is_set() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        try (RunningBank bank = lives.recover()) {
            lives.fill(bank, BYTES_MAX / 4);
        }
        try (RunningBank bank = lives.recover()) {
            assertThat(bank.space().journalBytesMax()).isEqualTo(BYTES_MAX);
        }
    }

    /** Each start begins an epoch, and what is before the keys cannot be freed until others have followed them. */
    @Test
    void a_journal_that_is_full_of_starts_takes_transactions_until_it_can_free_some() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        long full = BYTES_MAX / 2;
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(full);
        lives.group = 2_000;
        lives.keyWindow = 1_000;
        try (RunningBank bank = lives.recover()) {
            assertThat(lives.submit(bank)).isInstanceOf(Outcome.Committed.class);
        }
        for (long taken = 0; taken < full; ) {
            try (RunningBank bank = lives.recover()) {
                taken = bank.journalBytes();
            }
        }
        try (RunningBank bank = lives.recover()) {
            for (int group = 0; group < 6; group++) {
                lives.tick(1_000_000);
                assertThat(lives.submit(bank)).as("group %d", group).isInstanceOf(Outcome.Committed.class);
                bank.snapshotter().request();
                BankLives.stepAll(bank);
            }
            assertThat(bank.journalBytes()).isLessThan(full);
        }
    }

    @Test
    void pages_are_written_in_step_with_the_bytes_and_all_at_once_from_three_quarters_on() {
        long[] bytes = {0};
        JournalBound bound = new JournalBound(() -> bytes[0], 1_000, BankEvent.IGNORE);
        bytes[0] = 500;
        assertThat(bound.share(500, false)).isZero();
        bytes[0] = 625;
        assertThat(bound.share(500, false)).isEqualTo(0.5);
        bytes[0] = 750;
        assertThat(bound.share(500, false)).isEqualTo(1);
        assertThat(bound.share(750, false)).isEqualTo(1);
        bytes[0] = 400;
        assertThat(bound.share(500, false)).as("something was freed meanwhile").isZero();
    }

    @Test
    void a_snapshot_that_frees_nothing_is_not_followed_by_another_before_an_eighth_is_written() {
        long[] bytes = {600};
        JournalBound bound = new JournalBound(() -> bytes[0], 1_000, BankEvent.IGNORE);
        assertThat(bound.isSnapshotDue(false)).isTrue();
        bound.freed(10, 20, "it is needed");
        assertThat(bound.isSnapshotDue(false)).isFalse();
        bytes[0] = 724;
        assertThat(bound.isSnapshotDue(false)).isFalse();
        bytes[0] = 725;
        assertThat(bound.isSnapshotDue(false)).isTrue();
        bytes[0] = 499;
        assertThat(bound.isSnapshotDue(false)).isFalse();
    }

    @Test
    void a_bank_whose_snapshots_fail_says_that_it_is_stuck_and_goes_on_once_one_succeeds() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        boolean[] fails = {true};
        lives.ledgers = (identity, progress) -> failing(new MemoryLedger(identity), fails);
        try (RunningBank bank = lives.recover()) {
            for (int group = 0; group < 500 && lives.offer(bank) == Intake.TAKEN; group++) {
                bank.engine().step();
                lives.tick(1_000_000);
                BankLives.stepAll(bank);
            }
            assertThat(lives.snapshotFailures).isNotEmpty();
            lives.tick(1_000_000);
            BankLives.stepAll(bank);
            assertThat(lives.told).contains("full");
            assertThat(lives.stuck).contains("bank.journal.bytes-max").contains("planted in copy");
            long before = bank.journalBytes();
            int failures = lives.snapshotFailures.size();
            for (int again = 0; again < 20; again++) {
                lives.tick(1_000_000);
                BankLives.stepAll(bank);
            }
            assertThat(lives.snapshotFailures).as("it is tried again").hasSize(failures + 20);
            assertThat(bank.journalBytes()).as("without taking more").isEqualTo(before);

            fails[0] = false;
            for (int again = 0; again < 5; again++) {
                lives.tick(1_000_000);
                BankLives.stepAll(bank);
                if (lives.offer(bank) == Intake.TAKEN) {
                    bank.engine().step();
                }
            }
            assertThat(lives.stuck).isNull();
            assertThat(bank.journalBytes()).isLessThan(BYTES_MAX / 2);
            assertThat(lives.told.get(lives.told.size() - 1)).isEqualTo("room");
        }
    }

    private static Ledger failing(Ledger real, boolean[] fails) {
        return new ForwardingLedger(real) {
            @Override
            public void copy(BalanceKind kind, long from, int count, long[] balancesMinor) {
                if (fails[0]) {
                    throw new IllegalStateException("planted in copy");
                }
                super.copy(kind, from, count, balancesMinor);
            }
        };
    }

    /** Each start takes a segment; the keys of the few transactions before keep all of them. */
    @Test
    void a_bank_that_is_started_again_and_again_is_not_full_because_of_that() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        lives.live(1);
        try (RunningBank bank = lives.recover()) {
            long before = bank.journalBytes();
            assertThat(before).isLessThan(BYTES_MAX / 16);
        }
        for (int start = 0; start < 20; start++) {
            lives.live(0);
        }
        try (RunningBank bank = lives.recover()) {
            assertThat(bank.journalBytes()).isLessThan(BYTES_MAX / 2);
            lives.run(bank, 1);
        }
    }

    /** Nothing of it can be freed, because the keys of the few transactions need all of it. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void what_the_journal_takes_of_the_disk_is_bounded_by_what_it_counts_however_often_the_bank_starts(JournalKind kind)
            throws IOException {
        BankLives lives = lives(kind);
        lives.group = 1;
        for (int start = 0; start < 5; start++) {
            lives.live(start % 2);
        }
        long before = taken(lives);
        for (int start = 0; start < 20; start++) {
            lives.live(start % 2);
        }
        assertThat(taken(lives) - before).isLessThan(20L * BankLives.FILL_AHEAD_BYTES);
        long counted;
        try (RunningBank bank = lives.recover()) {
            counted = bank.journalBytes();
        }
        // On a busy machine, a segment can still be in the making when the bank is closed. The next start takes it.
        assertThat(taken(lives)).isLessThan(before + 2 * counted + BankLives.FILL_AHEAD_BYTES);
        assertThat(lives.audit().firstFault()).isNull();
    }

    /** Each life is killed, and the last one is refused by its projection once its epoch has begun. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void starts_that_are_killed_or_refused_leave_next_to_nothing(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        lives.group = 1;
        long before = 0;
        for (int start = 0; start < 12; start++) {
            before = start == 4 ? taken(lives) : before;
            Path copy = temp.resolve("killed-" + start);
            try (RunningBank bank = lives.recover()) {
                lives.run(bank, 1);
                BankLives.copy(lives.data, copy);
            }
            BankLives.delete(lives.data);
            Files.move(copy, lives.data);
        }
        assertThat(taken(lives) - before).isLessThan(8L * BankLives.FILL_AHEAD_BYTES);
        lives.projection = (identity, progress) -> {
            throw new IllegalStateException("planted: the database of another bank");
        };
        before = taken(lives);
        for (int start = 0; start < 8; start++) {
            assertThatThrownBy(lives::recover).hasMessageContaining("planted");
        }
        assertThat(taken(lives) - before).isLessThan(8L * BankLives.FILL_AHEAD_BYTES);
        lives.projection = null;
        lives.live(1);
        assertThat(lives.audit().firstFault()).isNull();
    }

    /**
     * Lengths of the journal's files without the three longest ones: the segments of the two newest epochs and a free
     * one, or Chronicle's newest files, which end with holes.
     */
    private static long taken(BankLives lives) throws IOException {
        try (Stream<Path> files = Files.walk(lives.data.resolve("journal"))) {
            long[] lengths = files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sorted()
                    .toArray();
            return Arrays.stream(lengths, 0, lengths.length - 3).sum();
        }
    }

    @Test
    void a_full_journal_whose_only_snapshot_is_the_newest_that_can_be_takes_a_few_transactions_to_get_out()
            throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        try (RunningBank bank = lives.recover()) {
            lives.fill(bank, BYTES_MAX);
            BankLives.stepAll(bank);
            assertThat(lives.published).hasSize(1);
            assertThat(bank.journalBytes()).isGreaterThanOrEqualTo(BYTES_MAX);
            assertThat(lives.submit(bank)).isInstanceOf(Outcome.Committed.class);
            assertThat(lives.offer(bank)).as("once").isEqualTo(Intake.JOURNAL_FULL);
            lives.tick(1_000_000);
            BankLives.stepAll(bank);
            assertThat(lives.stuck).isNull();
            assertThat(bank.journalBytes()).isLessThan(BYTES_MAX / 2);
        }
    }

    @Test
    void what_keeps_the_journal_is_named() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        lives.keyWindow = 3_200;
        try (RunningBank bank = lives.recover()) {
            assertThat(BankLives.retention(bank).kept()).contains("until two snapshots are published");
            for (int snapshot = 0; snapshot < 3; snapshot++) {
                lives.run(bank, 2);
                bank.snapshotter().request();
                BankLives.stepAll(bank);
            }
            assertThat(BankLives.retention(bank).kept()).contains("bank.key-window");
        }
    }

    @Test
    void a_start_that_cannot_fit_says_what_is_missing() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(SpaceSettings.BYTES_MAX);
        long free = Files.getFileStore(temp).getUsableSpace();
        assertThatThrownBy(lives::recover)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("may take " + SpaceSettings.BYTES_MAX + " (bank.journal.bytes-max)")
                .hasMessageMatching(".* has \\d+ bytes free and the journal has \\d+; .* so \\d+ are missing.*");
        assertThat(SpaceSettings.BYTES_MAX).isGreaterThan(free);
    }

    @Test
    void a_bound_that_is_too_little_for_the_files_or_for_the_keys_is_refused_with_the_least() {
        BankLives lives = lives(JournalKind.FILE);
        long least = 8L * BankLives.FILL_AHEAD_BYTES;
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(least - 1);
        assertThatThrownBy(lives::recover)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "bank.journal.bytes-max is " + (least - 1) + " bytes; it must be at least " + least);
        lives.keyWindow = 100_000;
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(DiskSpace.journalBytesLeast(0, 100_000) - 1);
        assertThatThrownBy(lives::recover)
                .hasMessageContaining("it must be at least " + DiskSpace.journalBytesLeast(0, 100_000));
    }

    /** A document takes more than its transaction: keys that a start needs took the whole of the least journal. */
    @Test
    void the_least_journal_is_never_full_for_good_of_groups_of_one() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        lives.group = 1;
        lives.keyWindow = 5_000;
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(
                DiskSpace.journalBytesLeast(BankLives.FILL_AHEAD_BYTES, lives.keyWindow));
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 40_000);
        }
        assertThat(lives.stuck).isNull();
    }

    @Test
    void the_bound_is_chosen_by_the_disk_and_the_snapshot() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        lives.space = SpaceSettings.CHOSEN;
        try (RunningBank bank = lives.recover()) {
            long available = Files.getFileStore(temp).getUsableSpace() + bank.journalBytes();
            assertThat(bank.space().journalBytesMax())
                    .isCloseTo(
                            DiskSpace.journalBytesMax(lives.settings(), BankLives.SCALE, available),
                            withinPercentage(10));
            assertThat(bank.space().backlogBytesMax()).isEqualTo(bank.space().journalBytesMax() / 2);
        }
        long usual = DiskSpace.JOURNAL_BYTES_DEFAULT;
        BankScale large = new BankScale(100_000, 10, 10_000);
        long snapshots = 2 * SnapshotStore.bytes(large);
        BankSettings settings = lives.settings();
        assertThat(snapshots).isGreaterThan(usual);
        assertThat(DiskSpace.journalBytesMax(settings, BankLives.SCALE, 100 * usual))
                .isEqualTo(usual);
        assertThat(DiskSpace.journalBytesMax(settings, large, 100 * snapshots)).isEqualTo(snapshots);
        assertThat(DiskSpace.journalBytesMax(settings, large, usual)).isEqualTo(usual / 4);
        assertThat(DiskSpace.journalBytesMax(settings, large, 1))
                .isEqualTo(DiskSpace.journalBytesLeast(BankLives.FILL_AHEAD_BYTES, lives.keyWindow));
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_bank_whose_files_are_made_ahead_works_and_recovers_as_any_other(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        lives.space = lives.space.madeAhead();
        lives.retention = Duration.ZERO;
        try (RunningBank bank = lives.recover()) {
            for (int group = 0; group < 2_000 && lives.published.size() < 3; group++) {
                lives.run(bank, 1);
            }
        }
        lives.space = SpaceSettings.CHOSEN;
        lives.live(1);
        assertThat(lives.audit().firstFault()).isNull();
    }

    @Test
    void a_snapshot_asked_for_twice_without_a_transaction_between_takes_no_second_epoch() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
            bank.snapshotter().request();
            BankLives.stepAll(bank);
            long bytes = bank.journalBytes();
            bank.snapshotter().request();
            BankLives.stepAll(bank);
            assertThat(bank.journalBytes()).isEqualTo(bytes);
            List<BankEvent.SnapshotPublished> published = lives.published;
            assertThat(published).hasSize(2);
            assertThat(published.get(1).start()).isEqualTo(published.get(0).start());
        }
        lives.live(1);
        assertThat(lives.audit().firstFault()).isNull();
    }

    @Test
    void what_rides_when_the_journal_gets_full_is_still_journaled_and_the_bank_stops_in_order() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        long position;
        try (RunningBank bank = lives.recover()) {
            fill(lives, bank);
            assertThat(lives.offer(bank)).isEqualTo(Intake.JOURNAL_FULL);
            position = bank.engine().position();
        }
        try (RunningBank bank = lives.recover()) {
            assertThat(bank.recovered().endedInOrder()).isTrue();
            assertThat(bank.recovered().position()).isEqualTo(position);
        }
    }
}
