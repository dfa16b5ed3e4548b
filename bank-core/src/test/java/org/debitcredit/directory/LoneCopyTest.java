package org.debitcredit.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.MediumLoss;
import org.junit.jupiter.api.Test;

/**
 * One copy of a mirrored bank that may be old: it starts only if it has everything, or if an operator accepts the loss.
 */
abstract class LoneCopyTest extends MirrorLives {

    LoneCopyTest(JournalKind kind) {
        super(kind);
    }

    @Test
    void a_lost_then_an_hour_alone_on_b_then_b_dies_and_a_returns_is_refused() throws IOException {
        anHourAloneOnB(true);
        lose(B);
        assertThatThrownBy(() -> openOnly(A))
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining(data(B).toString())
                .hasMessageContaining("--accept-lone-copy");
        // A new disk in B's place is no proof that A is not old.
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining(data(A).toString())
                .hasMessageContaining("position 100 ");
        acceptLoneCopy = true;
        assertThat(openedAt()).isEqualTo(100);
    }

    @Test
    void an_hour_alone_on_b_is_not_lost_when_a_returns_with_it() throws IOException {
        anHourAloneOnB(true);
        assertThat(openedAt()).isEqualTo(400);
        assertThat(replaced).singleElement().asString().contains(data(A).toString(), "position 100 ");
        assertThat(asides(A)).hasSize(1);
        assertThat(state(A)).isEqualTo(state(B)).isEqualTo("DUPLEX 3");
        lose(B);
        acceptLoneCopy = true;
        try (RunningBank bank = openOnly(A)) {
            assertThat(bank.recovered().position()).isEqualTo(400);
        }
    }

    @Test
    void an_hour_alone_on_b_that_is_damaged_is_refused_and_without_its_record_would_be_gone() throws IOException {
        anHourAloneOnB(true);
        damage(B, 1, 5);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("damaged journal")
                .hasMessageContaining(data(B).toString());

        lose(A);
        lose(B);
        lost.clear();
        anHourAloneOnB(false);
        damage(B, 1, 5);
        assertThat(openedAt())
                .as("the planted fault loses the hour, so the record is what saved it")
                .isEqualTo(100);
    }

    /**
     * The evidence that the bank continued on B alone was in the journal that was replaced. The record of the bank was
     * not replaced.
     */
    @Test
    void an_hour_alone_on_b_is_not_lost_when_an_older_journal_of_before_it_is_put_in_place() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 10);
        keep(B, "old-b");
        media.get(A).failing.add("append");
        run(bank, 30);
        bank.close();
        soundMedia();
        DurableFiles.deleteTree(BankFolders.journal(data(B)));
        Files.move(BankFolders.journal(temp.resolve("old-b")), BankFolders.journal(data(B)));
        assertThat(state(B)).isEqualTo(state(A)).isEqualTo("DUPLEX 1");
        for (int start = 0; start < 2; start++) {
            assertThatThrownBy(this::openBoth)
                    .isInstanceOf(MirrorRefused.class)
                    .hasMessageContaining(data(B).resolve("bank").toString())
                    .hasMessageContaining("closed cleanly at position 400")
                    .hasMessageContaining("--accept-lone-copy");
        }
        acceptLoneCopy = true;
        assertThat(openedAt()).isEqualTo(100);
        acceptLoneCopy = false;
        assertThat(openedAt()).isEqualTo(100);
    }

    @Test
    void a_survivor_on_record_starts_alone_and_the_lost_one_does_not() throws IOException {
        anHourAloneOnB(true);
        try (RunningBank bank = openOnly(B)) {
            assertThat(bank.recovered().position()).isEqualTo(400);
        }
        assertThatThrownBy(() -> openOnly(A)).isInstanceOf(MirrorRefused.class);
    }

    /**
     * The operator leaves the acceptance of an earlier start in the configuration. Then the bank continues on B alone,
     * and starts while B is away.
     */
    @Test
    void an_acceptance_lets_one_copy_start_once() throws IOException {
        openBoth().close();
        // The other copy has the same generation.
        loneCopy = lone(B);
        lose(B);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("--accept-lone-copy " + lone(A).number() + " ")
                .hasMessageContaining("not " + loneCopy.number());
        loneCopy = lone(A);
        RunningBank repaired = openBoth();
        run(repaired, 5);
        media.get(A).failing.add("append");
        run(repaired, 5);
        kill(repaired);
        keep(B, "away");
        lose(B);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("transactions acknowledged since then may be missing");
        assertThatThrownBy(() -> openOnly(A)).isInstanceOf(MirrorRefused.class);
        lose(B);
        restore("away", B);
        try (RunningBank both = openBoth()) {
            assertThat(both.recovered().position()).isEqualTo(100);
        }
    }

    @Test
    void a_lone_copy_that_was_accepted_says_so_and_needs_no_flag_again() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        kill(bank);
        assertThatThrownBy(() -> openOnly(B)).isInstanceOf(MirrorRefused.class);
        acceptLoneCopy = true;
        try (RunningBank alone = openOnly(B)) {
            assertThat(state(B)).isEqualTo("ALONE 2");
            run(alone, 5);
        }
        acceptLoneCopy = false;
        openOnly(B).close();
        assertThat(openedAt()).isEqualTo(100);
        assertThat(asides(A)).hasSize(1);
    }

    @Test
    void both_copies_run_alone_are_refused_naming_both_ends() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        kill(bank);
        acceptLoneCopy = true;
        try (RunningBank alone = openOnly(A)) {
            run(alone, 1);
        }
        try (RunningBank alone = openOnly(B)) {
            run(alone, 2);
        }
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("have diverged")
                .hasMessageContaining("position 60 ")
                .hasMessageContaining("position 70 ");
        assertThat(asides(A)).isEmpty();
        assertThat(asides(B)).isEmpty();
    }

    @Test
    void a_lost_copy_with_more_than_one_batch_that_the_survivor_lacks_is_refused() throws IOException {
        crashBetweenTheTwoForces(B, 2);
        record(B).next(MirrorRecord.State.ALONE).write(DiskFolder.open(BankFolders.journal(data(B))));
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("have diverged")
                .hasMessageContaining("position 70 ")
                .hasMessageContaining("position 50 ");
    }

    @Test
    void two_damaged_copies_are_refused_naming_both() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 10);
        kill(bank);
        damage(A, 1, 5);
        damage(B, 1, 7);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining(data(A).toString())
                .hasMessageContaining(data(B).toString());
    }

    @Test
    void a_damaged_record_is_never_taken_for_none() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 10);
        kill(bank);
        flipBit(BankFolders.journal(data(A)).resolve("mirror"), 45);
        assertThatThrownBy(() -> openOnly(A)).isInstanceOf(MirrorRefused.class).hasMessageContaining("damaged record");
        assertThatThrownBy(this::openBoth).isInstanceOf(MirrorRefused.class).hasMessageContaining("damaged record");
        acceptLoneCopy = true;
        assertThat(openedAt()).isEqualTo(100);
    }

    /** The number was not needed, because the other copy came back. */
    @Test
    void an_acceptance_that_was_not_needed_serves_no_later_start() throws IOException {
        openBoth().close();
        loneCopy = lone(A);
        RunningBank bank = openBoth();
        run(bank, 5);
        keep(A, "old-a");
        media.get(A).failing.add("append");
        run(bank, 30);
        bank.close();
        soundMedia();
        lose(B);
        restore("old-a", A);
        assertThatThrownBy(() -> openOnly(A)).isInstanceOf(MirrorRefused.class);
        assertThatThrownBy(this::openBoth).isInstanceOf(MirrorRefused.class);
    }

    /** An image of A from earlier in the same epoch is put back: it has A's newest epoch, and less of it. */
    @Test
    void an_acceptance_serves_no_older_image_of_the_copy() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        keep(A, "image");
        run(bank, 5);
        kill(bank);
        lose(B);
        loneCopy = lone(A);
        RunningBank alone = openOnly(A);
        assertThat(alone.recovered().position()).isEqualTo(100);
        run(alone, 5);
        alone.close();
        restore("image", A);
        assertThatThrownBy(() -> openOnly(A))
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("--accept-lone-copy " + lone(A).number() + " ")
                .hasMessageContaining("not " + loneCopy.number());
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("not " + loneCopy.number());
        loneCopy = lone(A);
        try (RunningBank older = openOnly(A)) {
            assertThat(older.recovered().position()).isEqualTo(50);
        }
    }

    private static LoneCopy numberIn(MirrorRefused refusal) {
        Matcher number = Pattern.compile("--accept-lone-copy (\\d+) ").matcher(String.valueOf(refusal.getMessage()));
        assertThat(number.find()).as("%s", refusal.getMessage()).isTrue();
        return new LoneCopy(Long.parseLong(number.group(1)));
    }

    /** Both losses are accepted by what the refusals name, one after the other. */
    @Test
    void a_lone_copy_that_is_damaged_starts_when_both_losses_are_accepted() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        kill(bank);
        lose(B);
        damage(A, 1, 4);
        MirrorRefused first = catchThrowableOfType(MirrorRefused.class, () -> openOnly(A));
        loneCopy = numberIn(first);
        JournalDamage second = catchThrowableOfType(JournalDamage.class, () -> openOnly(A));
        acceptLossAfter = OptionalLong.of(second.lastGoodPosition());
        try (RunningBank alone = openOnly(A)) {
            assertThat(alone.recovered().position()).isEqualTo(second.lastGoodPosition());
        }
    }

    /**
     * The number depends on the newest epoch also where an older one is damaged, so it is another one at each start.
     */
    @Test
    void an_acceptance_serves_no_older_image_of_a_damaged_copy() throws IOException {
        openBoth().close();
        openBoth().close();
        RunningBank bank = openBoth();
        run(bank, 5);
        keep(A, "image");
        run(bank, 5);
        kill(bank);
        damage(A, 2, 0);
        LoneCopy whole = numberIn(catchThrowableOfType(MirrorRefused.class, () -> openOnly(A)));
        lose(A);
        restore("image", A);
        damage(A, 2, 0);
        assertThat(numberIn(catchThrowableOfType(MirrorRefused.class, () -> openOnly(A))))
                .isNotEqualTo(whole);
    }

    /** The option to found a bank was left in a start script, and A's record is put back from when it was founded. */
    @Test
    void a_journal_with_transactions_is_never_cleared_for_a_founding() throws IOException {
        RunningBank bank = openBoth();
        BankIdentity identity = bank.identity();
        run(bank, 5);
        kill(bank);
        lose(B);
        Files.delete(data(A).resolve("bank"));
        new BankRecords(List.of(DiskFolder.open(data(A))), 0, MediumLoss.STOP).beginFounding(identity);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("transactions through position 50")
                .hasMessageContaining(data(A).resolve("bank").toString());
        damage(A, 1, 3);
        assertThatThrownBy(this::openBoth).isInstanceOf(FoundingRefused.class).hasMessageContaining("cannot be read");
        damage(A, 1, 3);
        Files.delete(data(A).resolve("bank"));
        loneCopy = lone(A);
        assertThatThrownBy(() -> openOnly(A))
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("is missing or damaged");
        acceptLossAfter = OptionalLong.of(50);
        try (RunningBank again = openOnly(A)) {
            assertThat(again.recovered().position()).isEqualTo(50);
        }
    }
}
