package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.debitcredit.console.ProgressLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnServiceTest {

    private static final Setting MEMORY_LEDGER = Starts.poor().but(draft -> draft.ledger = Setting.MEMORY);

    @TempDir
    Path temp;

    private OwnService service() {
        return new OwnService(
                temp.resolve("no.jar"),
                List.of("-Dx=y"),
                temp,
                temp.resolve("log"),
                "bank",
                temp.resolve("database"),
                Set.of(7, 4, 5));
    }

    private List<String> command(Setting setting) throws IOException {
        return service().command(setting, temp.resolve("data"), temp.resolve("log"));
    }

    @Test
    void the_poor_start_is_confined_and_forced_twice() throws IOException {
        assertThat(command(Starts.poor()))
                .containsSequence("-c", "4")
                .contains(
                        "-Dx=y",
                        "-Xmx128m",
                        "--found",
                        "--journal=chronicle",
                        "--data=" + temp.resolve("log").resolve("bank"),
                        "--ledger=jdbc:sqlite:" + temp.resolve("data").resolve("bank.sqlite") + "?cache_size=-256",
                        "--bank.database.commit=durable")
                .doesNotContain("--bank.database.user=bank");
    }

    @Test
    void a_service_is_confined_to_processors_that_the_lab_may_use() throws IOException {
        assertThat(command(MEMORY_LEDGER.but(draft -> draft.processors = 2))).containsSequence("-c", "4,5");
    }

    @Test
    void every_lever_shows_in_the_command() throws IOException {
        List<String> command = command(Starts.poor().but(draft -> {
            draft.processors = 0;
            draft.isMirrored = true;
            draft.ledger = "jdbc:postgresql://localhost/bank";
            draft.isDurableCommit = false;
            draft.journal = Setting.FILE;
        }));
        assertThat(command)
                .contains(
                        "--mirror=" + temp.resolve("data").resolve("mirror"),
                        "--ledger=jdbc:postgresql://localhost/bank",
                        "--bank.database.user=bank",
                        "--bank.database.commit=journaled",
                        "--journal=file")
                .doesNotContain("-c");
        assertThat(command(MEMORY_LEDGER))
                .contains("--ledger=memory")
                .noneMatch(word -> word.startsWith("--bank.database"));
    }

    @Test
    void a_bank_that_is_there_is_not_founded_again() throws IOException {
        Files.createDirectories(temp.resolve("log").resolve("bank"));
        assertThat(command(MEMORY_LEDGER)).doesNotContain("--found");
    }

    @Test
    void without_a_jar_nothing_is_started_or_left() throws IOException {
        Leftovers leftovers = new Leftovers();
        ProgressLines silent = new ProgressLines(Duration.ofSeconds(1), () -> 0, line -> {});
        assertThatThrownBy(() -> service().start(Starts.poor(), leftovers, silent))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("there is no server jar at");
        assertThat(leftovers.size()).isZero();
    }
}
