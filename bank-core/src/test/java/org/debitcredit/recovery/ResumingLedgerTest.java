package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.checkpoint.TakenSnapshot;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.recovery.TroubledLedger.Moment;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A bank on a real database that goes away, comes back, and comes back with less than it had. */
@Timeout(120)
class ResumingLedgerTest {

    @TempDir
    Path temp;

    private LivesOnSqlite onSqlite;
    private BankLives lives;
    private TroubledLedger.Plan plan;

    @BeforeEach
    void begin() {
        onSqlite = new LivesOnSqlite(temp);
        lives = onSqlite.lives;
        plan = onSqlite.plan;
    }

    @ParameterizedTest
    @EnumSource(names = "BEFORE_OPENING", mode = EnumSource.Mode.EXCLUDE)
    void a_connection_lost_at_any_moment_loses_nothing_and_does_nothing_twice(Moment moment) throws IOException {
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 5);
            plan.moments.add(moment);
            lives.run(bank, 5);
            assertThat(BankLives.totals(bank).historyRows()).isEqualTo(100);
            assertThat(plan.moments).isEmpty();
        }
        onSqlite.requireLikeTheJournal(100);
    }

    @ParameterizedTest
    @EnumSource(names = "BEFORE_OPENING", mode = EnumSource.Mode.EXCLUDE)
    void a_database_that_comes_back_behind_is_caught_up_before_it_decides(Moment moment) throws IOException {
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 5);
        }
        Path earlier = onSqlite.keep();
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 5);
            plan.moments.add(moment);
            plan.whenLost = () -> onSqlite.putBack(earlier);
            lives.run(bank, 5);
            assertThat(BankLives.totals(bank).historyRows()).isEqualTo(150);
            assertThat(plan.moments).isEmpty();
        }
        onSqlite.requireLikeTheJournal(150);
    }

    @Test
    void a_database_that_is_still_away_is_asked_again() throws IOException {
        lives.outageMax = Duration.ofMinutes(1);
        try (RunningBank bank = lives.recover()) {
            plan.moments.add(Moment.AFTER_EXECUTE);
            plan.moments.addAll(Collections.nCopies(3, Moment.BEFORE_OPENING));
            lives.run(bank, 2);
        }
        onSqlite.requireLikeTheJournal(20);
    }

    @Test
    void a_database_that_comes_back_is_caught_up_although_older_epochs_were_given_up() throws IOException {
        for (int life = 0; life < 3; life++) {
            lives.live(3);
        }
        Path earlier = onSqlite.keep();
        lives.flip(lives.spot(2, 1), 30);
        lives.acceptKeyLossThrough = OptionalLong.of(60);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 3);
            plan.moments.add(Moment.AFTER_EXECUTE);
            plan.whenLost = () -> onSqlite.putBack(earlier);
            lives.run(bank, 1);
            assertThat(BankLives.totals(bank).historyRows()).isEqualTo(130);
            assertThat(plan.moments).isEmpty();
        }
    }

    /** The database was put back to where the damaged epoch ends: nothing of that epoch is needed but its keys. */
    @Test
    void a_start_of_a_database_at_the_end_of_a_damaged_epoch_is_offered_the_loss_of_keys() throws IOException {
        lives.live(3);
        Path earlier = onSqlite.keep();
        long end = 30;
        lives.live(3);
        assertThat(lives.positionBefore(2)).isEqualTo(end);
        onSqlite.putBack(earlier);
        lives.flip(lives.spot(1, 3), 100);
        assertThatThrownBy(lives::recover).isInstanceOfSatisfying(JournalDamage.class, damage -> {
            assertThat(damage.keysLostThrough()).isEqualTo(end);
        });
        lives.acceptKeyLossThrough = OptionalLong.of(end);
        try (RunningBank bank = lives.recover()) {
            assertThat(BankLives.totals(bank).historyRows()).isEqualTo(60);
            assertThat(lives.status(bank, 5)).isEqualTo(new KeyStatus.Expired());
            lives.run(bank, 1);
            assertThat(BankLives.totals(bank).historyRows()).isEqualTo(70);
        }
    }

    @Test
    void a_row_found_missing_when_the_database_is_back_fails_what_touches_it_alone() throws IOException {
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 2);
            plan.moments.add(Moment.BEFORE_EXECUTE);
            plan.whenLost = () -> onSqlite.sql("delete from account where account_id = 7");
            assertThat(deposits(bank, 7, 8))
                    .containsExactly(new Outcome.Failed(Failure.LEDGER_DAMAGED), new Outcome.Committed(21, balance(8)));
            assertThat(plan.moments).isEmpty();
            assertThat(lives.stops).isEmpty();
        }
    }

    @Test
    void what_is_journaled_and_cannot_be_redone_for_a_missing_row_stops_the_bank() throws IOException {
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 2);
            plan.moments.add(Moment.BEFORE_COMMIT);
            plan.whenLost = () -> onSqlite.sql("delete from account where account_id = 7");
            assertThat(deposits(bank, 7)).containsExactly(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
            assertThat(lives.stops)
                    .singleElement()
                    .asString()
                    .contains("cannot be redone", "missing the row of account 7", "verify DIR --ledger");
        }
    }

    private long balance(long account) {
        return onSqlite.number("select balance from account where account_id = " + account);
    }

    /** A deposit of 1 to each account, in one group. */
    private List<Outcome> deposits(RunningBank bank, long... accounts) {
        List<SingleSubmission> submissions = new ArrayList<>();
        for (long account : accounts) {
            SingleSubmission submission = new SingleSubmission(answered -> {})
                    .ask(
                            Transaction.deposit(0, account, 1),
                            NumberedKeys.key(lives.clockMicros / 1_000, 9_000 + account));
            submissions.add(submission);
            bank.engine().submit(submission);
        }
        bank.engine().step();
        return submissions.stream().map(SingleSubmission::outcome).toList();
    }

    @Test
    void who_waits_too_long_for_the_execution_is_told_that_nothing_was_done() throws IOException {
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
            stayAwayAfter(Moment.BEFORE_EXECUTE);
            assertThat(lives.group(bank)).isEqualTo(new Outcome.Failed(Failure.NOT_EXECUTED));
            assertThat(lives.stops).singleElement().asString().contains("did not come back within 0ms", "planted");
        }
        plan.moments.clear();
        try (RunningBank bank = lives.recover()) {
            assertThat(lives.status(bank, 15)).isEqualTo(KeyStatus.UNKNOWN);
        }
        onSqlite.requireLikeTheJournal(10);
    }

    @Test
    void who_waits_too_long_for_the_commit_finds_the_outcome_by_key_after_the_restart() throws IOException {
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
            stayAwayAfter(Moment.BEFORE_COMMIT);
            assertThat(lives.group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        }
        plan.moments.clear();
        try (RunningBank bank = lives.recover()) {
            assertThat(lives.status(bank, 15)).isInstanceOf(KeyStatus.Decided.class);
        }
        onSqlite.requireLikeTheJournal(20);
    }

    private void stayAwayAfter(Moment moment) {
        plan.moments.add(moment);
        plan.moments.addAll(Collections.nCopies(9, Moment.BEFORE_OPENING));
    }

    @Test
    void the_journal_goes_below_what_the_database_has_made_durable_and_keys_stay_in_their_window() throws IOException {
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.retention = Duration.ZERO;
        lives.live(30);
        assertThat(lives.positionBefore(lives.epochs().get(0))).isBetween(100L, 290L);
        assertThat(lives.names("snapshots")).isEmpty();
        try (RunningBank bank = lives.recover()) {
            assertThat(bank.recovered().position()).isEqualTo(300);
            assertThat(lives.status(bank, 299)).isInstanceOf(KeyStatus.Decided.class);
            assertThat(lives.status(bank, 251)).isInstanceOf(KeyStatus.Decided.class);
            assertThat(lives.status(bank, 3)).isEqualTo(KeyStatus.EXPIRED);
            lives.run(bank, 1);
            assertThat(BankLives.totals(bank).historyRows()).isEqualTo(310);
            assertThat(BankLives.totals(bank).hold()).isTrue();
        }
    }

    @Test
    void a_database_further_behind_than_the_journal_reaches_is_refused() throws IOException {
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.retention = Duration.ZERO;
        lives.live(2);
        Path earlier = onSqlite.keep();
        lives.live(30);
        onSqlite.putBack(earlier);
        assertThatThrownBy(() -> lives.recover().close())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the ledger is at position 20 of epoch")
                .hasMessageContaining("ends at position 320, does not contain that point");
    }

    /** The archive still has what was removed from the journal. */
    @Test
    void a_database_put_back_from_before_the_journal_is_redone_from_the_archive() throws IOException {
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.live(2);
        Path earlier = onSqlite.keep();
        lives.live(30);
        assertThat(lives.names("archive")).hasSizeGreaterThan(3);
        onSqlite.putBack(earlier);
        try (RunningBank bank = lives.recover()) {
            assertThat(bank.recovered().position()).isEqualTo(320);
            lives.run(bank, 1);
            assertThat(lives.status(bank, 329)).isInstanceOf(KeyStatus.Decided.class);
            assertThat(lives.status(bank, 3)).isEqualTo(KeyStatus.EXPIRED);
        }
        onSqlite.requireLikeTheJournal(330);
    }

    @Test
    void a_database_that_comes_back_from_before_the_journal_is_redone_from_the_archive() throws IOException {
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.live(2);
        Path earlier = onSqlite.keep();
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 30);
            assertThat(lives.names("archive")).hasSizeGreaterThan(3);
            plan.moments.add(Moment.AFTER_EXECUTE);
            plan.whenLost = () -> onSqlite.putBack(earlier);
            lives.run(bank, 1);
            assertThat(plan.moments).isEmpty();
        }
        onSqlite.requireLikeTheJournal(330);
    }

    /** The journal begins exactly where the database was when it was copied. */
    @Test
    void a_database_that_comes_back_to_where_the_journal_begins_is_caught_up() throws IOException {
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        try (RunningBank bank = lives.recover()) {
            for (int group = 1; group <= 30; group++) {
                lives.run(bank, 1);
                onSqlite.sql("vacuum into '" + temp.resolve("at-" + 10 * group) + "'");
            }
            Path copy = temp.resolve("at-" + journalBegins(bank));
            plan.moments.add(Moment.AFTER_EXECUTE);
            plan.whenLost = () -> onSqlite.putBack(copy);
            lives.run(bank, 1);
            assertThat(plan.moments).isEmpty();
        }
        onSqlite.requireLikeTheJournal(310);
    }

    private static long journalBegins(RunningBank bank) throws IOException {
        return Epochs.of(BankLives.files(bank).liveEpochs()).positionBefore(0);
    }

    /** The database needs the archive, and the journal is damaged from its first batch on. */
    @Test
    void the_loss_of_the_whole_journal_after_the_archive_is_accepted_as_the_refusal_says() throws IOException {
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.live(2);
        Path earlier = onSqlite.keep();
        lives.live(30);
        lives.replayMax = BankLives.SELDOM;
        lives.live(5);
        long oldest = Collections.max(lives.epochs());
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        while (!lives.names("archive").contains(String.format("epoch-%06d", oldest - 1))) {
            lives.live(2);
        }
        assertThat(lives.names("archive")).doesNotContain(String.format("epoch-%06d", oldest));
        long end = lives.positionBefore(oldest);
        lives.flip(lives.spot(oldest, 3), 30);
        onSqlite.putBack(earlier);
        JournalDamage damage =
                catchThrowableOfType(JournalDamage.class, () -> lives.recover().close());
        assertThat(damage).isNotNull();
        lives.acceptLossAfter = OptionalLong.of(damage.lastGoodPosition());
        try (RunningBank bank = lives.recover()) {
            assertThat(bank.recovered().position()).isEqualTo(damage.lastGoodPosition());
            assertThat(damage.lastGoodPosition()).isEqualTo(end);
        }
    }

    /** The end record of the last archived epoch is damaged, directly before the journal. */
    @Test
    void the_loss_of_the_end_of_the_archive_is_never_accepted() throws IOException {
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.live(2);
        Path earlier = onSqlite.keep();
        lives.live(24);
        long last;
        long end;
        do {
            lives.live(8);
            List<String> archived = lives.names("archive");
            last = Long.parseLong(archived.get(archived.size() - 1).replaceAll("\\D", ""));
            end = lives.positionBefore(last + 1);
        } while (end % 80 != 20);
        lives.flip(lives.spot(last, 0), 8);
        onSqlite.putBack(earlier);
        List<Long> epochs = lives.epochs();
        for (OptionalLong accepted : List.of(OptionalLong.empty(), OptionalLong.of(end))) {
            lives.acceptLossAfter = accepted;
            assertThatThrownBy(() -> lives.recover().close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cannot be recovered");
        }
        assertThat(lives.epochs()).isEqualTo(epochs);
    }

    /** An operator who accepts the loss of an archived part would lose the journal, which is intact. */
    @Test
    void the_loss_of_a_damaged_part_of_the_archive_is_never_accepted() throws IOException {
        lives.live(2);
        Path earlier = onSqlite.keep();
        lives.live(5);
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.live(30);
        Path now = Files.copy(onSqlite.file(), temp.resolve("now.sqlite"));
        lives.keyWindow = 20;
        onSqlite.putBack(earlier);
        long damaged = 2;
        while (lives.positionBefore(damaged + 1) - lives.positionBefore(damaged) < 3 * BankLives.GROUP) {
            damaged++;
        }
        assertThat(lives.names("archive")).contains(String.format("epoch-%06d", damaged));
        lives.flip(lives.spot(damaged, 3), 30);
        List<Long> epochs = lives.epochs();
        for (long accepted = -10; accepted <= 370; accepted += 10) {
            lives.acceptLossAfter = accepted < 0 ? OptionalLong.empty() : OptionalLong.of(accepted);
            assertThatThrownBy(() -> lives.recover().close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cannot be recovered");
        }
        assertThat(lives.epochs()).isEqualTo(epochs);
        lives.acceptLossAfter = OptionalLong.empty();
        onSqlite.putBack(now);
        try (RunningBank bank = lives.recover()) {
            assertThat(bank.recovered().position()).isEqualTo(370);
        }
    }

    /** Without one archived epoch, what is left does not lead from the database to the journal. */
    @Test
    void a_gap_in_the_archive_after_the_position_of_the_database_is_refused() throws IOException {
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.live(2);
        Path earlier = onSqlite.keep();
        lives.live(30);
        List<String> archived = lives.names("archive");
        assertThat(archived).hasSizeGreaterThan(3);
        Files.delete(lives.data.resolve("archive").resolve(archived.get(archived.size() - 2)));
        onSqlite.putBack(earlier);
        List<Long> epochs = lives.epochs();
        assertThatThrownBy(() -> lives.recover().close())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the ledger is at position 20 of epoch")
                .hasMessageContaining("does not contain that point");
        assertThat(lives.epochs()).isEqualTo(epochs);
    }

    @Test
    void a_database_ahead_of_its_journal_is_refused() throws IOException {
        lives.live(2);
        BankLives.copy(lives.data, temp.resolve("kept"));
        lives.live(2);
        BankLives.delete(lives.data);
        BankLives.copy(temp.resolve("kept"), lives.data);
        assertThatThrownBy(() -> lives.recover().close())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the ledger is at position 40 of epoch")
                .hasMessageContaining("ends at position 20, does not contain that point");
    }

    @Test
    void a_database_whose_sums_differ_is_refused_before_anything_is_written() throws IOException {
        lives.live(2);
        List<Long> epochs = lives.epochs();
        onSqlite.sql("update account set balance = balance + 1000 where account_id = 7");
        assertThatThrownBy(() -> lives.recover().close())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the four sums of the ledger differ at position 20 of epoch")
                .hasMessageContaining("accounts " + onSqlite.number("select sum(balance) from account") + ",")
                .hasMessageContaining("branches " + onSqlite.number("select sum(balance) from branch") + ",")
                .hasMessageContaining("bank verify DIR --ledger URL");
        assertThat(lives.epochs()).isEqualTo(epochs);
        onSqlite.sql("update account set balance = balance - 1000 where account_id = 7");
        lives.live(1);
    }

    @Test
    void what_redo_sets_right_is_no_reason_to_refuse() throws IOException {
        lives.live(2);
        Path earlier = onSqlite.keep();
        lives.live(2);
        onSqlite.putBack(earlier);
        onSqlite.sql("update branch set balance = balance + 1");
        try (RunningBank bank = lives.recover()) {
            assertThat(bank.recovered().position()).isEqualTo(40);
        }
        onSqlite.requireLikeTheJournal(40);
    }

    @Test
    void a_second_server_with_a_copy_of_the_journal_fences_the_first_one_out() throws IOException {
        BankLives second = onSqlite.second();
        lives.live(2);
        BankLives.copy(lives.data, second.data);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
            // The copy ends before this group, so the database is ahead of it.
            assertThatThrownBy(() -> second.recover().close()).hasMessageContaining("does not contain that point");
            BankLives.delete(second.data);
            BankLives.copy(lives.data, second.data);
            try (RunningBank other = second.recover()) {
                assertThat(other.recovered().position()).isEqualTo(30);
                assertThat(lives.group(bank)).isEqualTo(new Outcome.Failed(Failure.NOT_EXECUTED));
                assertThat(lives.stops).singleElement().asString().contains("another server took the database over");
            }
        }
    }

    /** The database's position shows nothing unless it is known which server wrote it. */
    @Test
    void a_second_server_that_reached_the_same_position_is_not_overruled() throws IOException {
        BankLives second = onSqlite.second();
        lives.live(2);
        try (RunningBank bank = lives.recover()) {
            BankLives.copy(lives.data, second.data);
            plan.moments.add(Moment.BEFORE_COMMIT);
            plan.whenLost = () -> {
                try (RunningBank other = second.recover()) {
                    second.run(other, 1);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            };
            assertThat(lives.group(bank)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
            assertThat(lives.stops).singleElement().asString().contains("does not contain that point");
        }
        try (RunningBank other = second.recover()) {
            assertThat(BankLives.totals(other).historyRows()).isEqualTo(30);
        }
    }

    @Test
    void a_bank_that_closes_waits_no_longer_for_its_database() throws Exception {
        lives.outageMax = Duration.ofHours(1);
        CountDownLatch away = new CountDownLatch(1);
        plan.whenLost = away::countDown;
        CompletableFuture<Outcome> answer = new CompletableFuture<>();
        RunningBank bank = lives.recover();
        plan.moments.add(Moment.BEFORE_EXECUTE);
        plan.moments.addAll(Collections.nCopies(1_000, Moment.BEFORE_OPENING));
        bank.start();
        bank.engine()
                .submit(new SingleSubmission(answered -> answer.complete(answered.outcome()))
                        .ask(Transaction.deposit(0, 0, 1), NumberedKeys.key(lives.clockMicros / 1_000, 1)));
        away.await();
        bank.close();
        assertThat(answer.join()).isEqualTo(new Outcome.Failed(Failure.NOT_EXECUTED));
    }

    @Test
    void a_snapshot_is_given_up_when_the_database_was_away_while_it_was_copied() throws IOException {
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 3);
            CompletableFuture<TakenSnapshot> asked = bank.snapshotter().request();
            plan.moments.add(Moment.BEFORE_READ);
            while (bank.snapshotter().step() || bank.engine().step()) {
                continue;
            }
            assertThat(plan.moments).isEmpty();
            assertThat(asked).isCompletedExceptionally();
            assertThat(lives.snapshotFailures)
                    .singleElement()
                    .asString()
                    .contains("was unreachable while it was being copied");
            assertThat(lives.names("snapshots")).isEmpty();
            lives.snapshotFailures.clear();
            bank.snapshotter().request();
            lives.run(bank, 1);
            assertThat(lives.names("snapshots")).hasSize(1);
        }
    }

    @Test
    void a_snapshot_that_the_journal_does_not_hold_is_not_loaded_into_a_database() throws IOException {
        lives.ledgers = (identity, progress) -> new MemoryLedger(identity);
        lives.replayMax = BankLives.OFTEN;
        lives.live(60);
        String newest = lives.names("snapshots").stream()
                .filter(name -> !name.endsWith(".unfinished"))
                .reduce((older, newer) -> newer)
                .orElseThrow();
        long start = BankLives.positionOf(Path.of(newest));
        for (long epoch : lives.epochs()) {
            if (lives.positionBefore(epoch) == start) {
                lives.flip(lives.spot(epoch, 4), 70);
            }
        }
        lives.ledgers = onSqlite::open;
        assertThatThrownBy(() -> lives.recover().close()).isInstanceOf(JournalDamage.class);
        try (SqlLedger ledger = SqlLedger.open(onSqlite.database(), onSqlite.opened.get(0), PopulateProgress.NONE)) {
            assertThat(ledger.logPosition())
                    .isEqualTo(LogPosition.founding(onSqlite.opened.get(0).id()));
        }
    }

    @Test
    void a_bank_moves_from_memory_into_a_database_by_its_snapshot() throws IOException {
        lives.ledgers = (identity, progress) -> new MemoryLedger(identity);
        lives.replayMax = BankLives.OFTEN;
        lives.retention = Duration.ZERO;
        lives.live(60);
        assertThat(lives.names("snapshots")).isNotEmpty();
        lives.ledgers = onSqlite::open;
        try (RunningBank bank = lives.recover()) {
            assertThat(bank.recovered().fromPosition()).isPositive();
            lives.run(bank, 1);
            Totals totals = BankLives.totals(bank);
            assertThat(totals.hold()).isTrue();
            assertThat(totals.historyRows()).isEqualTo(610);
        }
    }

    @Test
    void a_database_that_comes_back_is_not_held_up_by_a_backup_that_reads() throws IOException {
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.retention = Duration.ZERO;
        lives.live(5);
        try (RunningBank bank = lives.recover()) {
            CountDownLatch reading = new CountDownLatch(1);
            CountDownLatch mayEnd = new CountDownLatch(1);
            CompletableFuture<Void> backup = CompletableFuture.runAsync(() -> {
                try {
                    bank.backup(temp.resolve("backup"), (what, done, total) -> {
                        reading.countDown();
                        await(mayEnd);
                    });
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            while (reading.getCount() > 0 && !backup.isDone()) {
                bank.snapshotter().step();
                bank.engine().step();
            }
            plan.moments.add(Moment.AFTER_COMMIT);
            lives.run(bank, 20);
            assertThat(plan.moments).isEmpty();
            assertThat(backup).isNotDone();
            mayEnd.countDown();
            backup.join();
            lives.run(bank, 5);
        }
        assertThat(BankAudit.of(temp.resolve("backup"), Progress.NONE).firstFault())
                .isNull();
        assertThat(lives.positionBefore(lives.epochs().get(0))).isPositive();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_database_loaded_with_a_snapshot_is_refused_until_the_journal_reaches_the_snapshots_end() throws Exception {
        lives.live(2);
        try (Connection connection =
                        DriverManager.getConnection(onSqlite.database().url());
                Statement statement = connection.createStatement()) {
            statement.execute("update journal_position set statements_from = 21");
        }
        assertThatThrownBy(() -> lives.recover().close())
                .hasMessageContaining("loaded from a snapshot that ends at position 21")
                .hasMessageContaining("the journal ends at position 20");
    }

    @Test
    void keys_that_a_cut_journal_no_longer_tells_stay_expired_with_a_needless_acceptance_and_a_larger_window()
            throws IOException {
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.retention = Duration.ZERO;
        lives.live(30);
        lives.acceptLossAfter = OptionalLong.of(20);
        lives.keyWindow = 10_000;
        try (RunningBank bank = lives.recover()) {
            assertThat(bank.recovered().position()).isEqualTo(300);
            assertThat(lives.status(bank, 3)).isEqualTo(KeyStatus.EXPIRED);
            assertThat(lives.status(bank, 299)).isInstanceOf(KeyStatus.Decided.class);
        }
    }
}
