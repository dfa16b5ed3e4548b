package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.mirror.OnLoss;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The oldest epoch of the journal is missing: nothing but the bank's record tells that from an orderly removal. */
class OldestEpochTest {

    private static final int WINDOW = 200;

    @TempDir
    Path temp;

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_start_without_it_is_refused_and_with_it_knows_every_key(JournalKind kind) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        long oldest = oldest(bank);
        Path lost = bank.spot(oldest, 1).file();
        takeAway(lost, "aside");
        assertThatThrownBy(bank::recover)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("it begins with epoch " + (oldest + 1))
                .hasMessageContaining("it begins with epoch " + oldest);
        assertThat(bank.audit().firstFault()).isNotNull();
        BankLives.delete(lost);
        Files.move(temp.resolve("aside"), lost);
        try (RunningBank whole = bank.recover()) {
            assertNoKeyIsNew(bank, whole, 600);
            assertThat(bank.status(whole, 600 - WINDOW)).isInstanceOf(KeyStatus.Decided.class);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void once_its_loss_is_accepted_its_keys_have_expired_for_good(JournalKind kind) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        takeAway(bank.spot(oldest(bank), 1).file(), "aside");
        bank.acceptLossAfter = OptionalLong.of(600);
        try (RunningBank accepted = bank.recover()) {
            assertNoKeyIsNew(bank, accepted, 600);
            // Keys of the present are not lost with those of the past.
            bank.run(accepted, 1);
        }
        bank.acceptLossAfter = OptionalLong.empty();
        for (int life = 0; life < 8; life++) {
            try (RunningBank later = bank.recover()) {
                assertNoKeyIsNew(bank, later, 610 + life * 150);
                bank.run(later, 15);
            }
        }
        assertThat(bank.audit().firstFault()).isNull();
        try (RunningBank later = bank.recover()) {
            // On a thread of its own, because it waits for a snapshot.
            CompletableFuture<?> backup = CompletableFuture.runAsync(() -> backUp(later));
            while (!backup.isDone()) {
                BankLives.stepAll(later);
            }
            backup.join();
        }
        assertThat(BankAudit.of(temp.resolve("backup"), Progress.NONE).firstFault())
                .isNull();
        takeAway(bank.spot(oldest(bank), 1).file(), "aside again");
        assertThatThrownBy(bank::recover).isInstanceOf(JournalDamage.class);
    }

    /** The journal reaches back to what the newer snapshots need, and the older ones remembered more. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void no_key_is_new_to_a_bank_whose_snapshots_were_put_back(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("data"), kind);
        bank.keyWindow = WINDOW;
        bank.replayMax = BankLives.OFTEN;
        Path snapshots = bank.data.resolve("snapshots");
        bank.live(10);
        for (int life = 1; life < 12; life++) {
            BankLives.copy(snapshots, temp.resolve("snapshots-" + life));
            bank.live(10);
        }
        int started = 0;
        for (int life = 1; life < 12; life++) {
            BankLives.delete(snapshots);
            BankLives.copy(temp.resolve("snapshots-" + life), snapshots);
            try (RunningBank open = bank.recover()) {
                assertNoKeyIsNew(bank, open, 1_200);
                assertThat(bank.status(open, 1_200 - WINDOW)).isInstanceOf(KeyStatus.Decided.class);
                started++;
            } catch (IllegalStateException refused) {
                assertThat(refused).hasMessageContaining("cannot be recovered");
            }
        }
        assertThat(started).isGreaterThan(1);
    }

    /** Whole balances are served; what is damaged is needed for keys alone. */
    @ParameterizedTest
    @CsvSource({"FILE, 1", "FILE, 2", "CHRONICLE, 1", "CHRONICLE, 2"})
    void damage_before_the_snapshots_can_be_accepted_too(JournalKind kind, int document) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        bank.flip(bank.spot(oldest(bank), document), document == 1 ? 30 : 100);
        assertThatThrownBy(bank::recover)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("only keys")
                .extracting(damage -> ((JournalDamage) damage).lastGoodPosition())
                .isEqualTo(600L);
        bank.acceptLossAfter = OptionalLong.of(600);
        try (RunningBank accepted = bank.recover()) {
            assertNoKeyIsNew(bank, accepted, 600);
            bank.run(accepted, 1);
        }
        bank.acceptLossAfter = OptionalLong.empty();
        for (int life = 0; life < 6; life++) {
            try (RunningBank later = bank.recover()) {
                assertNoKeyIsNew(bank, later, 610 + life * 150);
                bank.run(later, 15);
            }
        }
        assertThat(bank.audit().firstFault()).isNull();
    }

    /** Both media were damaged: the operator accepted that on one of them, and has a second one again. */
    @Test
    void a_bank_with_accepted_damage_can_be_mirrored() throws IOException {
        BankLives bank = withEpochsRemoved(JournalKind.FILE);
        bank.flip(bank.spot(oldest(bank), 2), 100);
        bank.acceptLossAfter = OptionalLong.of(600);
        bank.live(1);
        bank.acceptLossAfter = OptionalLong.empty();
        BankSettings settings = bank.settings();
        settings = settings.with(settings.journal().mirroredIn(temp.resolve("mirror"), OnLoss.STOP));
        for (int life = 0; life < 2; life++) {
            try (RunningBank mirrored = RunningBank.recover(
                    BankFolders.open(settings, BankObserver.NONE),
                    settings,
                    bank.ledgers,
                    BankObserver.NONE,
                    Progress.NONE)) {
                assertNoKeyIsNew(bank, mirrored, 610);
                bank.run(mirrored, 1);
            }
        }
        assertThat(BankAudit.of(temp.resolve("mirror"), Progress.NONE).firstFault())
                .isNull();
    }

    /** What an operator gave up may be damaged in any way: no snapshot fails because of it. */
    @Test
    void what_was_given_up_is_never_read_again() throws IOException {
        BankLives bank = withEpochsRemoved(JournalKind.CHRONICLE);
        Path second = bank.data.resolve("journal/epoch-%06d".formatted(oldest(bank) + 1));
        assertThat(second).isDirectory();
        BankLives.delete(second);
        bank.acceptLossAfter = OptionalLong.of(600);
        try (RunningBank accepted = bank.recover()) {
            assertNoKeyIsNew(bank, accepted, 600);
            bank.run(accepted, 1);
        }
        bank.acceptLossAfter = OptionalLong.empty();
        for (int life = 0; life < 6; life++) {
            bank.live(15);
        }
        assertThat(bank.snapshotFailures).isEmpty();
        assertThat(bank.audit().firstFault()).isNull();
    }

    private void backUp(RunningBank bank) {
        try {
            bank.backup(temp.resolve("backup"), Progress.NONE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private BankLives withEpochsRemoved(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("data"), kind);
        bank.keyWindow = WINDOW;
        bank.replayMax = BankLives.OFTEN;
        for (int life = 0; life < 6; life++) {
            bank.live(10);
        }
        assertThat(oldest(bank)).isGreaterThan(1);
        return bank;
    }

    private static void assertNoKeyIsNew(BankLives bank, RunningBank open, int keys) {
        for (int key = 0; key < keys; key++) {
            assertThat(bank.status(open, key)).as("key %d", key).isNotEqualTo(KeyStatus.UNKNOWN);
        }
    }

    /** Of those that are not archived. */
    private static long oldest(BankLives bank) throws IOException {
        List<String> archived = bank.names("archive");
        return bank.epochs().stream()
                .filter(epoch -> !archived.contains("epoch-%06d".formatted(epoch)))
                .min(Long::compare)
                .orElseThrow();
    }

    /** A directory is gone then; a segment has never been written. */
    private void takeAway(Path journal, String name) throws IOException {
        Files.move(journal, temp.resolve(name));
        if (Files.isRegularFile(temp.resolve(name))) {
            Files.write(journal, new byte[(int) Files.size(temp.resolve(name))]);
        }
    }
}
