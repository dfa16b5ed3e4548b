package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.engine.OwnershipCheck;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator takes the files away from under a running bank: it acknowledges nothing from then on. */
class OwnershipTest {

    @TempDir
    Path temp;

    private BankLives lives(JournalKind kind) {
        return new BankLives(temp.resolve("data"), kind);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_second_server_on_a_deleted_lock_takes_over_and_the_first_acknowledges_nothing_more(JournalKind kind)
            throws IOException {
        BankLives bank = lives(kind);
        RunningBank first = bank.recover();
        bank.run(first, 3);
        Files.delete(bank.data.resolve("journal").resolve("lock"));
        try (RunningBank second = bank.recover()) {
            assertThat(second.engine().position()).isEqualTo(30);
            assertThat(bank.group(first)).isEqualTo(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
            assertThat(first.engine().stoppedBy()).hasMessageContaining("lock");
            bank.run(second, 3);
            assertThat(bank.group(first)).isEqualTo(new Outcome.Failed(Failure.NOT_EXECUTED));
            first.close();
            second.snapshotter().request();
            bank.run(second, 2);
        }
        assertThat(bank.audit().firstFault()).isNull();
        assertThat(bank.audit().transactions()).isEqualTo(80);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock deleted", "lock replaced", "journal renamed", "data renamed", "data replaced"})
    void a_bank_that_nobody_asks_for_anything_notices_too(String act) throws IOException {
        BankLives bank = lives(JournalKind.FILE);
        RunningBank first = bank.recover();
        bank.run(first, 1);
        Path lock = bank.data.resolve("journal").resolve("lock");
        switch (act) {
            case "lock deleted" -> Files.delete(lock);
            case "lock replaced" -> {
                Files.copy(lock, temp.resolve("copy"));
                Files.delete(lock);
                Files.move(temp.resolve("copy"), lock);
            }
            case "journal renamed" -> Files.move(bank.data.resolve("journal"), temp.resolve("moved"));
            default -> Files.move(bank.data, temp.resolve("moved"));
        }
        if (act.equals("data replaced")) {
            BankLives.copy(temp.resolve("moved"), bank.data);
        }
        while (first.engine().stoppedBy() == null) {
            first.engine().submit(new OwnershipCheck());
            first.engine().step();
        }
        assertThat(first.engine().stoppedBy()).hasMessageContaining(lock.toString());
        first.close();
    }

    @Test
    void a_lock_in_place_keeps_a_second_server_off_and_the_first_goes_on() throws IOException {
        BankLives bank = lives(JournalKind.FILE);
        try (RunningBank first = bank.recover()) {
            bank.run(first, 1);
            assertThatThrownBy(bank::recover).isInstanceOf(IOException.class).hasMessageContaining("in use");
            bank.run(first, 1);
        }
    }
}
