package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Isolated("it reads the process's standard output")
class LabCommandTest {

    @TempDir
    private Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int execute(List<String> arguments) {
        PrintStream outBefore = System.out;
        PrintStream errBefore = System.err;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            return LaboratoryCommand.commandLine().execute(arguments.toArray(String[]::new));
        } finally {
            System.setOut(outBefore);
            System.setErr(errBefore);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--preset modesto21 | --preset is 'modesto21'; it must be modesto20, modesto50, modesto-smp",
                "--ledger oracle | --ledger is 'oracle'; it must be sqlite, h2, memory or a JDBC URL",
                "--ledger jdbc:oracle:x | it must begin with one of jdbc:h2:",
                "--rounds 51 | --rounds is 51; it must be 1 to 50",
                "--seconds 0 | --duration in seconds is 0; it must be 1 to 600",
                "--duration 500ms | --duration in seconds is 0; it must be 1 to 600",
                "--duration 601 | --duration in seconds is 601; it must be 1 to 600",
                "--duration 11m | --duration in seconds is 660; it must be 1 to 600",
                "--sql-batch 1 | --sql-batch is given without the JDBC URL of a database",
                "--sql-batch 1 --ledger sqlite | --sql-batch is given without the JDBC URL of a database",
                "--report /proc/no/page.html | its folder cannot be made",
                "--report /proc | it must be a file",
                "--report /proc/page.html --rounds 1 --seconds 1 | --report is '/proc/page.html', which cannot be",
                "--sql-batch 1 --ledger memory | --sql-batch is given without the JDBC URL of a database",
                "--sql-batch 7 --ledger jdbc:sqlite:x | --sql-batch is 7; it must be 1",
                "--sql-batch 1 --ledger jdbc:sqlite:x --preset modesto20 | --preset is given with --sql-batch",
                "--sql-batch 1 --ledger jdbc:sqlite:x --rounds 3 | --rounds is given with --sql-batch",
                "--sql-batch 1 --ledger jdbc:sqlite:x --log-directory /proc | --log-directory is given with",
                "--sql-batch 1 --ledger jdbc:sqlite:x | --directory is given with --sql-batch",
                "--database-user bank | --database-user is given without the JDBC URL",
                "--database-user bank --ledger h2 | --database-user is given without the JDBC URL",
                "--log-directory /proc --rounds 1 --seconds 1 | --log-directory is '/proc', but '/proc' cannot be",
                "--log-directory /proc --ledger memory | only the ledger sqlite has data",
                "--log-directory /proc --ledger jdbc:h2:x | --log-directory is given with the ledger h2"
            })
    void wrongUsageIsNamedAndEndsWith2(String arguments, String message) {
        List<String> all = new ArrayList<>(List.of("lab"));
        all.addAll(List.of(arguments.split(" ")));
        all.addAll(List.of("--directory", temp.toString()));
        assertThat(execute(all)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(message);
        assertThat(temp).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://bank:a-secret@host/bank",
                "postgresql://host/bank?user=bank&password=a-secret",
                "JDBC:postgresql://host/bank?password=a-secret"
            })
    void theSecretsOfAUrlThatIsRefusedAreNotPrinted(String url) {
        assertThat(execute(List.of("lab", "--ledger=" + url, "--directory=" + temp)))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("--ledger is '", "postgresql://host/bank", "it must be sqlite, h2, memory or a JDBC URL")
                .doesNotContain("a-secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--directory", "--log-directory"})
    void aFileIsNoDirectory(String option) throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "mine");
        assertThat(execute(List.of("lab", option + "=" + file))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains(option + " is '" + file + "', but '" + file + "' is a file; name a directory");
        assertThat(execute(List.of("lab", option + "=" + file.resolve("below"))))
                .isEqualTo(2);
        assertThat(file).hasContent("mine");
    }

    @Test
    void aRefusedRunMakesNoFolderForItsPage() {
        assertThat(execute(List.of(
                        "lab",
                        "--ledger=oracle",
                        "--directory=" + temp.resolve("data"),
                        "--report=" + temp.resolve("new").resolve("page.html"))))
                .isEqualTo(2);
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void aLogOnTheSameDeviceIsNotApart() {
        assertThat(execute(List.of(
                        "lab", "--directory=" + temp.resolve("data"), "--log-directory=" + temp.resolve("log"))))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("it must be on another one");
        assertThat(temp).isEmptyDirectory();
    }

    /** Every connection waits for its commit all the time. */
    @Test
    void aDatabaseIsMeasuredWithoutTheService() {
        assertThat(execute(List.of(
                        "lab",
                        "--sql-batch=1",
                        "--ledger=jdbc:sqlite:" + temp.resolve("bank"),
                        "--seconds=1",
                        "--json")))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        String[] lines = out.toString(StandardCharsets.UTF_8).split("\n");
        JsonNode json = JsonMapper.shared().readTree(lines[lines.length - 1]);
        assertThat(json.path("end").asString()).isEqualTo("complete");
        JsonNode round = json.path("setUps").path(0);
        assertThat(round.path("setting").asString()).isEqualTo("sqlite without the service");
        assertThat(round.path("steps").size()).isEqualTo(3);
        assertThat(round.path("steps").path(0).path("tps").asDouble()).isPositive();
        assertThat(round.path("sentence").asString()).isNotEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("What the lab made in the database stays there, of these tables: branch, teller,");
    }

    @Test
    void whatFailsWhileItMeasuresIsNoWrongUsage() {
        assertThat(execute(List.of(
                        "lab",
                        "--sql-batch=1",
                        "--ledger=jdbc:sqlite:" + temp.resolve("missing").resolve("bank"),
                        "--seconds=1",
                        "--json")))
                .isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("bank: ");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .as("nothing was measured")
                .isEmpty();
    }
}
