package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.bank.Clocks;
import org.debitcredit.directory.StoredBank;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.ledger.Totals;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The machine's clock is set back by a day, while the bank runs and between its lives. */
class ClockSetBackTest {

    private static final long DAY_MICROS = Duration.ofDays(1).toNanos() / 1_000;

    @TempDir
    Path data;

    private static List<Long> timestamps(BankLives bank) throws IOException {
        List<Long> timestamps = new ArrayList<>();
        try (StoredBank stored = StoredBank.open(bank.data)) {
            JournalReader.read(stored.epochs(), (batch, logPosition) -> timestamps.add(batch.timestampMicros()));
        }
        return timestamps;
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void timestamps_in_the_journal_never_decrease(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        try (RunningBank first = bank.recover()) {
            bank.run(first, 3);
            bank.clockMicros -= DAY_MICROS;
            bank.run(first, 3);
        }
        bank.clockMicros -= DAY_MICROS;
        bank.live(3);
        bank.clockMicros += 3 * DAY_MICROS;
        bank.live(1);
        List<Long> timestamps = timestamps(bank);
        assertThat(timestamps).hasSize(10).isSorted();
        assertThat(timestamps.get(8)).as("unchanged while the clock is behind").isEqualTo(timestamps.get(2));
        assertThat(timestamps.get(9)).isGreaterThan(timestamps.get(8));
        assertThat(bank.audit().firstFault()).isNull();
    }

    @Test
    void keys_made_by_right_clocks_are_taken_though_they_lie_a_day_ahead_of_the_banks() throws IOException {
        BankLives bank = new BankLives(data, JournalKind.FILE).live(1);
        long right = bank.clockMicros;
        bank.clockMicros -= DAY_MICROS;
        try (RunningBank second = bank.recover()) {
            assertThat(send(second, timed(right, 1))).isInstanceOf(Outcome.Committed.class);
            assertThat(send(second, timed(right + DAY_MICROS, 2)))
                    .isEqualTo(new Outcome.Refused(Refusal.KEY_AHEAD, 0, 0));
        }
    }

    /** The bank's clock follows a jump at ten times the normal speed, which would take years after a start in 1970. */
    @Test
    void a_bank_that_starts_before_its_machine_knows_the_time_takes_right_keys_soon_after() throws IOException {
        BankLives bank = new BankLives(data, JournalKind.FILE).live(1);
        long later = bank.clockMicros + Duration.ofHours(1).toNanos() / 1_000;
        long[] nanos = {0};
        bank.clocks = new Clocks(() -> bank.clockMicros, () -> nanos[0]);
        bank.clockMicros = 0;
        try (RunningBank second = bank.recover()) {
            bank.clockMicros = later;
            assertThat(send(second, timed(later, 1))).isEqualTo(new Outcome.Refused(Refusal.KEY_AHEAD, 0, 0));
            nanos[0] += Duration.ofMinutes(7).toNanos();
            assertThat(send(second, timed(later, 1))).isInstanceOf(Outcome.Committed.class);
        }
    }

    @Test
    void forgotten_keys_stay_expired_and_remembered_ones_are_answered_as_before() throws IOException {
        BankLives bank = new BankLives(data, JournalKind.FILE);
        bank.replayMax = BankLives.OFTEN;
        long keys;
        List<KeyStatus> statuses = new ArrayList<>();
        try (RunningBank first = bank.recover()) {
            bank.run(first, 30);
            keys = first.engine().position();
            for (long key = 0; key < keys; key++) {
                statuses.add(bank.status(first, key));
            }
            assertThat(statuses).contains(KeyStatus.EXPIRED);
            bank.clockMicros -= DAY_MICROS;
            for (long key = 0; key < keys; key++) {
                assertThat(bank.status(first, key)).isEqualTo(statuses.get((int) key));
            }
        }
        try (RunningBank second = bank.recover()) {
            assertThat(second.recovered().fromPosition()).isPositive();
            for (long key = 0; key < keys; key++) {
                assertThat(bank.status(second, key)).as("key %d", key).isEqualTo(statuses.get((int) key));
            }
            assertThat(send(second, bank.key(0))).isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
            assertThat(send(second, timed(bank.clockMicros, 9_999)))
                    .as("of a client set back too: it may be a forgotten one")
                    .isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
            assertThat(second.engine().position()).isEqualTo(keys);
        }
    }

    @Test
    void snapshots_go_on_and_history_is_kept_until_the_clock_has_come_that_far_again() throws IOException {
        BankLives bank = new BankLives(data, JournalKind.FILE);
        bank.replayMax = BankLives.OFTEN;
        bank.retention = Duration.ofSeconds(100);
        bank.live(50);
        List<String> archived = bank.names("archive");
        assertThat(archived).isNotEmpty();
        bank.clockMicros -= DAY_MICROS;
        Totals totals;
        try (RunningBank second = bank.recover()) {
            long from = second.recovered().fromPosition();
            bank.run(second, 100);
            totals = BankLives.totals(second);
            assertThat(newestSnapshot(bank)).isGreaterThan(from + 500);
        }
        assertThat(bank.names("archive")).containsAll(archived).hasSizeGreaterThan(archived.size());
        assertThat(bank.audit().firstFault()).isNull();
        bank.clockMicros += 2 * DAY_MICROS;
        try (RunningBank third = bank.recover()) {
            assertThat(BankLives.totals(third)).isEqualTo(totals);
            bank.run(third, 200);
        }
        assertThat(bank.names("archive")).doesNotContainAnyElementsOf(archived);
        assertThat(bank.audit().firstFault()).isNull();
    }

    private static long newestSnapshot(BankLives bank) throws IOException {
        List<String> names = bank.names("snapshots").stream()
                .filter(name -> !name.endsWith(".unfinished"))
                .toList();
        return Long.parseLong(names.get(names.size() - 1).substring("snapshot-".length()));
    }

    private static TransactionKey timed(long micros, long low) {
        return NumberedKeys.key(micros / 1_000, low);
    }

    private static Outcome send(RunningBank bank, TransactionKey key) {
        RequestColumns request = RequestColumns.single(Transaction.deposit(0, 1, 1), key);
        BatchSubmission submission = new BatchSubmission(request, answered -> {});
        bank.engine().submit(submission);
        bank.engine().step();
        return submission.outcome(0);
    }
}
