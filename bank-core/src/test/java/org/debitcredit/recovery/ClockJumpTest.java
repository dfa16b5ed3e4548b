package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.debitcredit.bank.Clocks;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The server's clock jumps forward, and comes back: who has the right time is served afterwards, whatever others sent.
 */
class ClockJumpTest {

    private static final long DAY_MICROS = TimeUnit.DAYS.toMicros(1);
    private static final long HONEST = 77;

    @TempDir
    Path data;

    private long nanos;
    private long jumpMicros;
    private long sent;

    private BankLives lives() {
        BankLives bank = new BankLives(data, JournalKind.FILE);
        bank.clocks = new Clocks(() -> bank.clockMicros + jumpMicros, () -> nanos);
        return bank;
    }

    private Outcome send(BankLives bank, RunningBank open, long client, long micros) {
        TransactionKey key = TransactionKey.of(client, TransactionKey.uuidV7(micros / 1_000, 1, ++sent));
        BatchSubmission submission =
                new BatchSubmission(RequestColumns.single(Transaction.deposit(0, 1, 1), key), answered -> {});
        open.engine().submit(submission);
        open.engine().step();
        bank.clockMicros += 1_000;
        nanos += 1_000_000;
        return submission.outcome(0);
    }

    private void assertServed(BankLives bank, RunningBank open, int requests) {
        for (int i = 0; i < requests; i++) {
            assertThat(send(bank, open, HONEST, bank.clockMicros))
                    .as("request %d", i)
                    .isInstanceOf(Outcome.Committed.class);
        }
    }

    /** On a ledger in memory, and on one that is persistent: that begins without a snapshot. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void one_group_a_day_ahead_expires_no_correct_key_then_or_after_restarts(boolean persistent) throws IOException {
        BankLives bank = persistent ? new LivesOnSqlite(data).lives : lives();
        bank.clocks = new Clocks(() -> bank.clockMicros + jumpMicros, () -> nanos);
        bank.replayMax = BankLives.OFTEN;
        try (RunningBank first = bank.recover()) {
            assertServed(bank, first, 20);
            jumpMicros = DAY_MICROS;
            assertServed(bank, first, 1);
            jumpMicros = 0;
            assertServed(bank, first, 300);
        }
        for (int life = 0; life < 3; life++) {
            try (RunningBank next = bank.recover()) {
                assertServed(bank, next, 150);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5})
    void a_client_whose_clock_is_ahead_expires_its_own_keys_and_no_others(long ahead) throws IOException {
        BankLives bank = lives();
        try (RunningBank open = bank.recover()) {
            for (int i = 0; i < 150; i++) {
                Outcome early = send(bank, open, ahead, bank.clockMicros + 9_000_000);
                assertThat(early).isInstanceOf(Outcome.Committed.class);
                assertServed(bank, open, 1);
            }
            assertThat(send(bank, open, ahead, bank.clockMicros))
                    .as("its clock was set right")
                    .isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
        }
        try (RunningBank open = bank.recover()) {
            assertServed(bank, open, 200);
        }
    }

    /**
     * A start with a clock that is a day ahead, and clients with that same time: what they sent expires every key of
     * the day, until the operator accepts the loss of the keys of the future, which later starts do not require again.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_operator_lets_keys_of_the_present_in_again(boolean snapshots) throws IOException {
        BankLives bank = lives();
        bank.replayMax = snapshots ? BankLives.OFTEN : BankLives.SELDOM;
        jumpMicros = DAY_MICROS;
        try (RunningBank wrong = bank.recover()) {
            for (int i = 0; i < 250; i++) {
                assertThat(send(bank, wrong, HONEST, bank.clockMicros + jumpMicros))
                        .isInstanceOf(Outcome.Committed.class);
            }
        }
        jumpMicros = 0;
        Outcome expired = new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0);
        // The statement of an earlier day is still in the configuration.
        bank.acceptKeysFrom = day(bank.clockMicros - DAY_MICROS);
        try (RunningBank right = bank.recover()) {
            assertThat(send(bank, right, HONEST, bank.clockMicros)).isEqualTo(expired);
        }
        bank.acceptKeysFrom = day(bank.clockMicros);
        long acceptedMicros = bank.clockMicros;
        try (RunningBank accepted = bank.recover()) {
            bank.clockMicros += 1_000;
            assertServed(bank, accepted, 3);
            assertThat(send(bank, accepted, HONEST, acceptedMicros - 1_000_000))
                    .as("a key of before")
                    .isEqualTo(expired);
        }
        bank.acceptKeysFrom = null;
        for (int life = 0; life < 3; life++) {
            try (RunningBank later = bank.recover()) {
                assertServed(bank, later, 150);
                assertThat(send(bank, later, HONEST, acceptedMicros - 1_000_000))
                        .isEqualTo(expired);
            }
        }
    }

    private static LocalDate day(long micros) {
        return Instant.EPOCH
                .plus(micros, ChronoUnit.MICROS)
                .atZone(ZoneOffset.UTC)
                .toLocalDate();
    }

    /** The warning of keys of the future appears just then, and names the option. */
    @Test
    void keys_are_not_accepted_from_the_time_of_a_clock_that_was_reset() throws IOException {
        BankLives bank = lives();
        bank.live(1);
        bank.acceptKeysFrom = day(bank.clockMicros);
        jumpMicros = -DAY_MICROS;
        assertThatIllegalStateException()
                .isThrownBy(() -> bank.recover().close())
                .withMessageContaining("the clock shows ")
                .withMessageContaining("Correct the clock, or name the current day");
        jumpMicros = 0;
        try (RunningBank right = bank.recover()) {
            assertServed(bank, right, 20);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void a_start_with_a_clock_that_is_a_day_off_and_then_set_right_serves(int direction) throws IOException {
        BankLives bank = lives();
        bank.live(1);
        jumpMicros = direction * DAY_MICROS;
        try (RunningBank wrong = bank.recover()) {
            assertThat(wrong.engine().position()).isEqualTo(10);
            jumpMicros = 0;
            nanos += TimeUnit.HOURS.toNanos(3);
            assertServed(bank, wrong, 200);
        }
        try (RunningBank right = bank.recover()) {
            assertServed(bank, right, 200);
        }
    }
}
