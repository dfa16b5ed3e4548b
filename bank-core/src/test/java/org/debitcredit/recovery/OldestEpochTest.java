package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.journal.JournalDamage;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
        bank.tick(20_000_000);
        bank.acceptLossAfter = OptionalLong.of(600);
        try (RunningBank accepted = bank.recover()) {
            assertNoKeyIsNew(bank, accepted, 600);
        }
        bank.acceptLossAfter = OptionalLong.empty();
        for (int life = 0; life < 8; life++) {
            try (RunningBank later = bank.recover()) {
                assertNoKeyIsNew(bank, later, 600 + life * 150);
                bank.run(later, 15);
            }
        }
        takeAway(bank.spot(oldest(bank), 1).file(), "aside again");
        assertThatThrownBy(bank::recover).isInstanceOf(JournalDamage.class);
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
