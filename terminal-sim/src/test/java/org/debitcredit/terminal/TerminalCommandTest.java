package org.debitcredit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class TerminalCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"demo", "atm"})
    void everyCommandHasHelp(String command) {
        assertThat(execute(command, "--help")).isZero();
        assertThat(out.toString()).contains("--terminals", "--think", "--scenario", "branch-day", "--json");
    }

    @ParameterizedTest
    @CsvSource({"-V", "--version", "demo -V", "demo --version", "atm -V", "atm --version"})
    void everyCommandTellsItsVersion(String arguments) {
        assertThat(execute(arguments.split(" "))).isZero();
        assertThat(out.toString().strip()).matches("DebitCredit \\d+\\.\\d+\\.\\d+.*, JDK \\d+.*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "demo --think soon | 'soon' is not a duration",
                "demo --terminals 0 | --terminals is 0; it must be at least 1",
                "demo --seconds 0 | it must be 1 s or more",
                "demo --scenario town | 'town' is not a scenario; they are atm, tpca, gray2005",
                "demo --connections 0 | --connections is 0; it must be at least 1",
                "demo --preset tpcb | preset is 'tpcb'",
                "demo --branches 0 | branches is 0; it must be 1 to 1000000",
                "demo --url http://127.0.0.1:1 --branches 5 | --branches, --preset and --ledger are set by the server",
                "demo --kill --console | --kill kills the server once by itself, --console whenever you ask for it",
                "demo --console --url http://127.0.0.1:1 | --console ends a server that demo itself starts, never the one at",
                "demo --token-file /nowhere/token | --token-file is given without --url, but the server",
                "atm --url http://127.0.0.1:1 --token-file /nowhere/token | --token-file is '/nowhere/token', which",
                "nation --regions 1 | --regions is 1; it must be 2 to 100",
                "nation --out-of-town 101 | --out-of-town is 101; it must be 0 to 100",
                "nation --duration 500ms | --duration is 500ms; it must be 1s to 168h",
                "nation --duration 999999h | --duration is 3599996400000ms; it must be 1s to 168h",
                "nation --heap 256 | '256' is no size of a heap; it must be such as 256m or 2g",
                "nation --heap 1m | --heap in MB is 1; it must be 64 to 1048576",
                "nation --ledger postgres | --ledger is 'postgres'; it must be h2 or memory",
                "nation --regions 100 --heap 100g | 100 regions need",
                "atm --url ftp://127.0.0.1 | --url is 'ftp://127.0.0.1'",
                "atm --url 127.0.0.1:8080 | --url",
                "atm | Missing required option",
                "atm --url http://127.0.0.1:1 --duration 3d | '3d' is not a duration",
                "atm --url http://127.0.0.1:1 --duration 0 | it must be 1 s or more",
                "atm --url http://127.0.0.1:1 --duration 2000000h | each must be 7 days or less",
                "atm --url http://127.0.0.1:1 --think 25h | it must be 0 to 24 hours",
                "certify --terminals 0 | --terminals is 0; it must be at least 1",
                "certify --minutes NaN | the window must be at least 1 s",
                "certify --minutes 0.001 | the window must be at least 1 s",
                "certify --minutes Infinity | each must be 7 days or less",
                "certify --warm-up 2000000h | each must be 7 days or less",
                "certify --think 2000000h | it must be 0 to 24 hours",
                "certify --think 0s | think must be longer than 0",
                "certify --ledger Memory | --ledger is 'Memory'; it must be memory, h2 or a JDBC URL",
                "certify --url http://127.0.0.1:1 --ledger memory | --branches, --data, --ledger and --mirror are set by the",
                "certify --loads 80,50,100 | --loads is 80,50,100; the loads must be 1 to 100 per cent, rise, and end",
                "certify --loads 50 | --loads is 50; the loads must be 1 to 100 per cent, rise, and end with 100",
                "certify --branches 0 | branches is 0; it must be 1 to 1000000",
                "certify --terminals 2147483647 | need a bank of",
                "certify --url ftp://127.0.0.1 | --url is 'ftp://127.0.0.1'",
                "certify --url 127.0.0.1 | --url is '127.0.0.1'",
                "certify --token-file /nowhere/token | --token-file is given without --url, but the server",
                "certify --url http://127.0.0.1:1 --token-file /no/token | --token-file is '/no/token', which",
                "headquarters --day-ends 15:00 --directory d | Missing required option",
                "headquarters --region 0=a:1 --region 1=b:1 --directory d --day-ends 3pm | --day-ends",
                "headquarters --region 0=a:1 --region 1=b:1 --directory d --day-ends 15:00 --zone Mars | --zone",
                "headquarters --region 0=a:1 --region 2=b:1 --directory d --day-ends 15:00 | numbers [0, 2]; name every",
                "headquarters --region 0=a:1 --region 1=b:1 --directory d --day-ends 15:00 --json | give --once too",
                "headquarters --region 0=a:1 --region 1=b:1 --directory d --day-ends 15:00 --page-port 65536 | it must be",
                "play | play"
            })
    void wrongUsageIsNamedAndEndsWith2(String arguments, String message) {
        assertThat(execute(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void aServerThatIsNotThereEndsWith1(@TempDir Path folder) {
        assertThat(execute("atm", "--url", "http://127.0.0.1:1", "--report", folder.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("no answer from http://127.0.0.1:1/v1/bank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--report=%1$s", "--report=%2$s --data=%1$s", "--report=%2$s --mirror=%1$s"})
    void aFolderThatCannotBeMadeIsWrongUsage(String options, @TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        String arguments = "certify " + String.format(options, file.resolve("in"), folder);
        assertThat(execute(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains("it must be a folder that can be written");
    }

    /** The page of an earlier run would be taken for that of this one. */
    @Test
    void aCertificationThatIsNotStartedLeavesNoFolderAndNoEarlierReport(@TempDir Path folder) throws IOException {
        Path page = Files.createFile(folder.resolve("report.html"));
        Path data = folder.resolve("data");
        assertThat(execute(
                        "certify",
                        "--preset=gray2005",
                        "--terminals=900000",
                        "--minutes=1",
                        "--report=" + folder,
                        "--data=" + data))
                .isEqualTo(1);
        assertThat(err.toString()).contains("the certification was not started: ");
        assertThat(page).doesNotExist();
        assertThat(data).doesNotExist();
    }

    private int execute(String... arguments) {
        CommandLine commandLine = TerminalCommand.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }
}
