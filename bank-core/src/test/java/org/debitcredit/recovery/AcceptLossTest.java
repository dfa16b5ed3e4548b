package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.backup.Backup;
import org.debitcredit.directory.FaultyMedium;
import org.debitcredit.directory.Medium;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.ledger.Totals;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DiskFolder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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

    @TempDir
    Path elsewhere;

    /** The sums that every bank here has after its 70th transaction. */
    private @Nullable Totals after70;

    /** Three lives of 50 transactions; the 71st to 80th of them damaged. Answers the sums after the 70th. */
    private Totals damageAfter70(BankLives bank) throws IOException {
        bank.live(5);
        Totals sums;
        try (RunningBank second = bank.recover()) {
            bank.run(second, 2);
            sums = BankLives.totals(second);
            bank.run(second, 3);
        }
        bank.live(5);
        bank.flip(bank.spot(2, 5), 200);
        return sums;
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

    /** A start by hand comes between, without the option that the start script still has. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_position_serves_one_start_also_after_a_start_without_it(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        damageAfter70(bank);
        bank.acceptLossAfter = OptionalLong.of(70);
        bank.live(5);
        bank.acceptLossAfter = OptionalLong.empty();
        bank.live(5);
        bank.loseAsIfNeverWritten(Collections.max(bank.epochs()));
        bank.loseAsIfNeverWritten(Collections.max(bank.epochs()));
        bank.acceptLossAfter = OptionalLong.of(70);
        assertThatThrownBy(bank::recover)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("the loss after position 70 was accepted earlier");
    }

    /**
     * The server is killed between the epoch that accepts the loss and its record. A start by hand comes next, without
     * the option that the start script still has.
     */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_position_serves_one_start_also_if_that_start_was_killed_before_its_record(JournalKind kind)
            throws IOException {
        BankLives bank = new BankLives(data, kind).live(5).live(5);
        bank.flip(bank.spot(2, 5), 200);
        assertThat(refused(bank)).isEqualTo(70);
        bank.acceptLossAfter = OptionalLong.of(70);
        byte[] record = Files.readAllBytes(data.resolve("bank"));
        bank.live(0);
        Files.write(data.resolve("bank"), record);
        bank.acceptLossAfter = OptionalLong.empty();
        bank.live(5);
        bank.loseAsIfNeverWritten(Collections.max(bank.epochs()));
        bank.loseAsIfNeverWritten(Collections.max(bank.epochs()));
        bank.acceptLossAfter = OptionalLong.of(70);
        assertThatThrownBy(bank::recover)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("the loss after position 70 was accepted earlier");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void an_accepted_loss_stays_accepted_and_what_was_given_up_is_not_read_again(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        after70 = damageAfter70(bank);
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

    /** The newest two snapshots are of what is damaged after the 70th transaction. */
    private BankLives withSnapshotsAfterTheDamage(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        bank.keyWindow = 10_000;
        after70 = damageAfter70(bank);
        bank.flip(bank.spot(2, 5), 200);
        try (RunningBank whole = bank.recover()) {
            for (int i = 0; i < 2; i++) {
                whole.snapshotter().request();
                bank.run(whole, 2);
            }
        }
        bank.flip(bank.spot(2, 5), 200);
        return bank;
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_start_that_fails_before_its_epoch_is_durable_leaves_what_proves_the_loss(JournalKind kind)
            throws IOException {
        BankLives bank = withSnapshotsAfterTheDamage(kind);
        List<String> snapshots = bank.names("snapshots");
        bank.acceptLossAfter = OptionalLong.of(70);
        for (String step : List.of("begin", "append", "force")) {
            FaultyMedium failing = new FaultyMedium("A", new ArrayList<>());
            failing.failing.add(step);
            bank.media = List.of(failing, Medium.DISK);
            assertThatThrownBy(bank::recover).hasMessageContaining("planted in " + step);
            assertThat(bank.names("snapshots")).isEqualTo(snapshots);
        }
        bank.media = List.of(Medium.DISK, Medium.DISK);
        try (RunningBank accepted = bank.recover()) {
            assertThat(accepted.engine().position()).isEqualTo(70);
            assertThat(bank.names("snapshots")).noneMatch(snapshots::contains);
        }
    }

    /**
     * The server is killed between the two steps: the epoch records that the loss was accepted, and the snapshots still
     * exist.
     */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_start_that_is_killed_before_it_deletes_the_snapshots_is_gone_on_with(JournalKind kind) throws IOException {
        BankLives bank = withSnapshotsAfterTheDamage(kind);
        Path snapshots = Files.createDirectories(elsewhere.resolve("kept"));
        BankLives.copy(data.resolve("snapshots"), snapshots);
        bank.acceptLossAfter = OptionalLong.of(70);
        BankLives killed = new BankLives(elsewhere.resolve("killed"), kind);
        killed.keyWindow = bank.keyWindow;
        try (RunningBank accepted = bank.recover()) {
            assertThat(accepted.engine().position()).isEqualTo(70);
            BankLives.copy(data, killed.data);
        }
        BankLives.copy(snapshots, killed.data.resolve("snapshots"));
        for (int start = 0; start < 2; start++) {
            try (RunningBank again = killed.recover()) {
                assertThat(again.engine().position()).isEqualTo(70);
            }
        }
        assertThat(killed.names("snapshots")).noneMatch(name -> name.matches("snapshot-\\d+"));
        assertThat(killed.audit().firstFault()).isNull();
    }

    @Test
    void a_missing_segment_is_replaced_as_the_refusal_says_and_the_position_to_accept_is_named_then()
            throws IOException {
        BankLives bank = new BankLives(data, JournalKind.FILE);
        bank.live(5).live(5).live(5);
        Path segment = bank.spot(2, 1).file();
        long bytes = Files.size(segment);
        Files.delete(segment);
        JournalDamage refusal = catchThrowableOfType(JournalDamage.class, bank::recover);
        assertThat(refusal).hasMessageContaining(segment + " is missing. Put it back");
        String other = String.valueOf(refusal.getMessage()).replaceFirst("(?s).*as long as (segment-\\d+),.*", "$1");
        assertThat(Files.size(segment.resolveSibling(other))).isEqualTo(bytes);
        Files.write(segment, new byte[(int) bytes]);
        assertThat(refused(bank)).isEqualTo(50);
        bank.acceptLossAfter = OptionalLong.of(50);
        try (RunningBank accepted = bank.recover()) {
            assertThat(accepted.engine().position()).isEqualTo(50);
        }
    }

    /** An accepted loss does not cover a later one. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_snapshot_of_the_epoch_that_accepted_a_loss_proves_the_next_loss(JournalKind kind) throws IOException {
        BankLives bank = withSnapshotsAfterTheDamage(kind);
        bank.acceptLossAfter = OptionalLong.of(70);
        BankLives killed = new BankLives(elsewhere.resolve("killed"), kind);
        killed.keyWindow = bank.keyWindow;
        long before = Collections.max(bank.epochs());
        try (RunningBank accepted = bank.recover()) {
            bank.run(accepted, 2);
            accepted.snapshotter().request();
            bank.run(accepted, 2);
            BankLives.copy(data, killed.data);
        }
        assertThat(killed.names("snapshots")).anyMatch(name -> name.matches("snapshot-\\d+"));
        for (long later = Collections.max(killed.epochs()); later > before + 1; later--) {
            killed.loseAsIfNeverWritten(later);
        }
        BankLives.Spot first = killed.spot(before + 1, 3);
        BankLives.zero(first.file(), first.offset() - 4, 65_536);
        assertThatThrownBy(killed::recover)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("it ends at position 70, but it once reached");
    }

    /** The newest two snapshots are of the discarded part; the journal reaches back to the founding. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void snapshots_of_what_was_given_up_never_come_back(JournalKind kind) throws IOException {
        BankLives bank = withSnapshotsAfterTheDamage(kind);
        assertThat(bank.names("snapshots")).hasSize(2);
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
                    .as("beyond the discarded snapshots")
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

    /** The epoch in which the loss was accepted is archived, and the history continues after it. */
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

    /** A snapshot that starts before the first transaction and ends later has balances of what is given up. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void nothing_is_left_of_a_snapshot_from_the_founding_when_all_after_that_is_given_up(JournalKind kind)
            throws IOException {
        BankLives bank = new BankLives(data, kind).live(0);
        Totals nothing;
        try (RunningBank first = bank.recover()) {
            nothing = BankLives.totals(first);
            first.snapshotter().request();
            first.snapshotter().step();
            first.engine().step();
            bank.submit(first);
            bank.run(first, 2);
        }
        assertThat(bank.names("snapshots")).containsExactly("snapshot-0000000000000000000");
        bank.flip(bank.spot(2, 1), 30);
        assertThat(refused(bank)).isZero();
        bank.acceptLossAfter = OptionalLong.of(0);
        try (RunningBank accepted = bank.recover()) {
            assertThat(accepted.engine().position()).isZero();
            assertThat(BankLives.totals(accepted)).isEqualTo(nothing);
        }
        assertThat(bank.audit().firstFault()).isNull();
    }

    /** The epoch that the accepted loss follows is missing in the archive: what is older may be in earlier backups. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_backup_says_that_it_follows_a_gap_before_an_accepted_loss(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data, kind);
        damageAfter70(bank);
        bank.acceptLossAfter = OptionalLong.of(70);
        bank.live(1);
        bank.acceptLossAfter = OptionalLong.empty();
        bank.replayMax = BankLives.OFTEN;
        bank.live(100);
        assertThat(bank.names("archive")).contains("epoch-000001", "epoch-000002", "epoch-000004");
        try (RunningBank running = bank.recover()) {
            Backup.Result whole = running.backUpInto(
                    DiskFolder.open(Files.createDirectories(elsewhere.resolve("whole"))), Progress.NONE);
            assertThat(whole.followsGap()).isFalse();
            Files.delete(data.resolve("archive/epoch-000002"));
            Backup.Result partial = running.backUpInto(
                    DiskFolder.open(Files.createDirectories(elsewhere.resolve("part"))), Progress.NONE);
            assertThat(partial.followsGap()).isTrue();
            assertThat(partial.damages()).anyMatch(line -> line.contains("no epochs before position 70"));
        }
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

    /** Without the snapshot the loss would be undetectable: nothing in the journal shows that it was longer. */
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
