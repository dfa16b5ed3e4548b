package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.OptionalLong;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.ledger.Totals;
import org.debitcredit.settings.JournalKind;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A journal damaged in its middle: an operator accepts the loss of everything after the damage, and the bank continues
 * without it.
 */
class AcceptLossTest {

    @TempDir
    Path data;

    /** Three lives of 50 transactions; the 71st to 80th of them damaged. Answers the sums after the 70th. */
    private Totals damageAfter70(BankLives bank) throws IOException {
        bank.live(5);
        Totals after70;
        try (RunningBank second = bank.recover()) {
            bank.run(second, 2);
            after70 = BankLives.totals(second);
            bank.run(second, 3);
        }
        bank.live(5);
        bank.flip(bank.spot(2, 5), 200);
        return after70;
    }

    private static long refused(BankLives bank) {
        JournalDamage refusal = catchThrowableOfType(JournalDamage.class, bank::recover);
        assertThat(refusal).as("the bank does not start").isNotNull();
        return refusal.lastGoodPosition();
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void only_the_position_that_the_refusal_named_is_accepted(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        damageAfter70(bank);
        assertThat(refused(bank)).isEqualTo(70);
        for (long wrong : new long[] {0, 69, 71, 80, 150}) {
            bank.acceptLossAfter = OptionalLong.of(wrong);
            assertThatThrownBy(bank::recover)
                    .isInstanceOf(JournalDamage.class)
                    .hasMessageContaining("the last good position is 70")
                    .hasMessageContaining("but the loss was accepted after position " + wrong);
        }
        bank.acceptLossAfter = OptionalLong.empty();
        assertThat(refused(bank)).as("nothing was changed").isEqualTo(70);
    }

    /** The option is left in a start script, and what is lost next begins after the same position. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_position_serves_one_start(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        damageAfter70(bank);
        bank.acceptLossAfter = OptionalLong.of(70);
        bank.live(5);
        bank.loseAsIfNeverWritten(Collections.max(bank.epochs()));
        for (int start = 0; start < 2; start++) {
            assertThatThrownBy(bank::recover)
                    .isInstanceOfSatisfying(
                            JournalDamage.class,
                            damage -> assertThat(damage.lastGoodPosition()).isNegative())
                    .hasMessageContaining("was accepted earlier");
        }
        bank.acceptLossAfter = OptionalLong.empty();
        assertThat(refused(bank)).isEqualTo(70);
        bank.acceptLossAfter = OptionalLong.of(70);
        try (RunningBank accepted = bank.recover()) {
            assertThat(accepted.engine().position()).isEqualTo(70);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void an_accepted_loss_stays_accepted_and_what_was_given_up_is_not_read_again(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        Totals after70 = damageAfter70(bank);
        bank.acceptLossAfter = OptionalLong.of(70);
        Totals totals;
        try (RunningBank accepted = bank.recover()) {
            assertThat(accepted.engine().position()).isEqualTo(70);
            assertThat(BankLives.totals(accepted)).isEqualTo(after70);
            assertThat(bank.status(accepted, 69)).isInstanceOf(KeyStatus.Decided.class);
            assertThat(bank.status(accepted, 70)).isEqualTo(KeyStatus.UNKNOWN);
            bank.run(accepted, 1);
            totals = BankLives.totals(accepted);
        }
        bank.acceptLossAfter = OptionalLong.empty();
        for (int start = 0; start < 2; start++) {
            try (RunningBank later = bank.recover()) {
                assertThat(later.engine().position()).isEqualTo(80);
                assertThat(BankLives.totals(later)).isEqualTo(totals);
            }
        }
        assertThat(bank.audit().firstFault()).isNull();
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_position_accepted_where_nothing_is_damaged_changes_nothing(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind).live(5);
        bank.acceptLossAfter = OptionalLong.of(20);
        try (RunningBank again = bank.recover()) {
            assertThat(again.engine().position()).isEqualTo(50);
        }
        assertThat(bank.audit().transactions()).isEqualTo(50);
    }

    /** The newest two snapshots are of what is given up; the journal reaches back to the founding. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void snapshots_of_what_was_given_up_never_come_back(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        bank.keyWindow = 10_000;
        Totals after70 = damageAfter70(bank);
        bank.flip(bank.spot(2, 5), 200);
        try (RunningBank whole = bank.recover()) {
            for (int i = 0; i < 2; i++) {
                whole.snapshotter().request();
                bank.run(whole, 2);
            }
        }
        assertThat(bank.names("snapshots")).hasSize(2);
        bank.flip(bank.spot(2, 5), 200);
        bank.acceptLossAfter = OptionalLong.of(70);
        Totals totals;
        try (RunningBank accepted = bank.recover()) {
            assertThat(accepted.engine().position()).isEqualTo(70);
            assertThat(BankLives.totals(accepted)).isEqualTo(after70);
            bank.run(accepted, 20);
            totals = BankLives.totals(accepted);
        }
        bank.acceptLossAfter = OptionalLong.empty();
        bank.passedOver.clear();
        try (RunningBank later = bank.recover()) {
            assertThat(later.engine().position())
                    .as("beyond the snapshots given up")
                    .isEqualTo(270);
            assertThat(BankLives.totals(later)).isEqualTo(totals);
        }
        assertThat(bank.passedOver).isEmpty();
        assertThat(bank.audit().firstFault()).isNull();
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void what_was_given_up_is_removed_in_time_as_all_else(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        damageAfter70(bank);
        bank.acceptLossAfter = OptionalLong.of(70);
        bank.live(1);
        assertThat(bank.epochs()).containsExactly(1L, 2L, 3L, 4L);
        bank.acceptLossAfter = OptionalLong.empty();
        bank.replayMax = BankLives.OFTEN;
        bank.retention = Duration.ZERO;
        Totals totals;
        try (RunningBank later = bank.recover()) {
            bank.run(later, 100);
            totals = BankLives.totals(later);
        }
        assertThat(bank.epochs()).doesNotContain(1L, 2L, 3L, 4L);
        try (RunningBank last = bank.recover()) {
            assertThat(last.engine().position()).isEqualTo(1_080);
            assertThat(BankLives.totals(last)).isEqualTo(totals);
        }
        assertThat(bank.audit().firstFault()).isNull();
    }

    /** The epoch in which the loss was accepted is archived, and history goes on across it. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void the_archive_holds_one_history_though_some_of_it_was_given_up(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        damageAfter70(bank);
        bank.acceptLossAfter = OptionalLong.of(70);
        bank.live(1);
        bank.acceptLossAfter = OptionalLong.empty();
        bank.replayMax = BankLives.OFTEN;
        bank.live(100);
        assertThat(bank.names("archive")).contains("epoch-000001", "epoch-000002", "epoch-000004");
        BankAudit.Finding finding = bank.audit();
        assertThat(finding.firstFault()).isNull();
        assertThat(finding.transactions()).isEqualTo(1_080);
    }

    /** What is left of the epoch without a beginning goes with the one before it, or else looks like damage. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_bank_starts_again_once_all_before_the_accepted_loss_is_removed(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        bank.live(10).live(10);
        bank.flip(bank.spot(2, 1), 30);
        bank.keyWindow = 200;
        bank.acceptLossAfter = OptionalLong.of(100);
        bank.live(40);
        bank.acceptLossAfter = OptionalLong.empty();
        bank.replayMax = BankLives.OFTEN;
        for (int life = 0; life < 10; life++) {
            bank.live(13);
        }
        assertThat(bank.audit().firstFault()).isNull();
        assertThat(bank.names("archive")).contains("epoch-000001", "epoch-000003");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_lost_epoch_in_the_middle_is_refused_with_the_position_to_accept(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        bank.live(5).live(5).live(5);
        if (kind == JournalKind.FILE) {
            // A missing segment is refused before anything is read: see the damage table.
            bank.flip(bank.spot(2, 1), 30);
        } else {
            BankLives.delete(data.resolve("journal/epoch-000002"));
        }
        assertThatThrownBy(bank::recover).isInstanceOf(JournalDamage.class).hasMessageContaining("epoch 3");
        assertThat(refused(bank)).isEqualTo(50);
        bank.acceptLossAfter = OptionalLong.of(50);
        bank.live(1);
        bank.acceptLossAfter = OptionalLong.empty();
        bank.live(1);
        assertThat(bank.audit().transactions()).isEqualTo(70);
        assertThat(bank.audit().firstFault()).isNull();
    }

    /** Without the snapshot nobody could tell: nothing in the journal says that there was more of it. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_journal_that_ends_before_a_snapshot_has_lost_what_lies_between_and_is_refused(JournalKind kind)
            throws IOException {
        BankLives bank = new BankLives(data, kind);
        bank.live(5);
        try (RunningBank second = bank.recover()) {
            bank.run(second, 2);
            second.snapshotter().request();
            bank.run(second, 3);
        }
        assertThat(bank.names("snapshots")).hasSize(1);
        for (long epoch : bank.epochs()) {
            if (epoch > 1) {
                bank.loseAsIfNeverWritten(epoch);
            }
        }
        assertThatThrownBy(bank::recover)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining(bank.names("snapshots").get(0))
                .hasMessageContaining("position 80")
                .hasMessageContaining("position 50");
        assertThat(refused(bank)).isEqualTo(50);
        BankLives.flip(data.resolve("snapshots").resolve(bank.names("snapshots").get(0)), 70_000);
        assertThat(refused(bank)).as("with a page of it damaged").isEqualTo(50);
        bank.acceptLossAfter = OptionalLong.of(50);
        bank.live(1);
        bank.acceptLossAfter = OptionalLong.empty();
        bank.live(1);
        assertThat(bank.audit().firstFault()).isNull();
        assertThat(bank.audit().transactions()).isEqualTo(70);
    }
}
