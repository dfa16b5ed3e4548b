package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Isolated("it reads the process's standard output")
class OpenLoopCommandsTest {

    @TempDir(factory = TempDirFactory.Standard.class)
    private Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int execute(String... arguments) {
        PrintStream outBefore = System.out;
        PrintStream errBefore = System.err;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            return LaboratoryCommand.commandLine().execute(arguments);
        } finally {
            System.setOut(outBefore);
            System.setErr(errBefore);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bench --open-loop | --open-loop is given without --rate",
                "bench --open-loop --rate 100 --patience 5s | patience is 5 s; it must be 40 s, in which a steady state shows, to 32400 s",
                "bench --open-loop --rate 100 --stagger 1s | --stagger is given with --open-loop",
                "bench --open-loop --rate 100 --duration 1m | --duration is given with --open-loop; that measures",
                "bench --open-loop --rate 100 --seconds 60 | --duration is given with --open-loop",
                "bench --open-loop --rate 100 --chart page.html | --chart is given with --open-loop; its tries are not",
                "bench --patience 1m | --patience is given without --open-loop",
                "bench --compare --rate 100 | --rate is given with --compare; that runs no benchmark",
                "bench --compare --seconds 10 | --duration is given with --compare",
                "bench --compare --chart page.html --json | --directory is given with --compare",
                "sweep --rate 100 | Unknown option",
                "sweep --duration 1m | Unknown option",
                "sweep --seconds 60 | Unknown option",
                "sweep --sql-batch 1 | Unknown option",
                "sweep --stagger 1s | Unknown option",
                "bench --open-loop --rate 100 --sql-batch 1 | --sql-batch is given with --open-loop",
                "sweep --patience 5s | patience is 5 s; it must be 40 s, in which a steady state shows, to 32400 s",
                "sweep --from 0 | --from, in submissions of --batch, is 0.0; in a patience of 120 s 0 requests would be due",
                "sweep --from 1e9 | --from, in submissions of --batch, is 1.0E9; in 40 s, the shortest try,",
                "bench --open-loop --rate 5 --patience 40s | in a patience of 40 s 200 requests would be due"
            })
    void wrongUsageIsNamedAndEndsWith2(String arguments, String message) {
        List<String> all = new ArrayList<>(List.of(arguments.split(" ")));
        all.addAll(List.of("--directory", temp.toString()));

        assertThat(execute(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(message);
    }

    @Test
    void percentilesAreShownOnlyWhenTheirTestsPassed() {
        int exit = execute(
                "bench",
                "--open-loop",
                "--rate",
                "600",
                "--warm-up",
                "1s",
                "--patience",
                "40s",
                "--accounts",
                "100000",
                "--directory",
                temp.toString(),
                "--json");

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        JsonNode json = JsonMapper.shared().readTree(lines.get(lines.size() - 1));
        boolean isAccepted = json.path("verdict").stringValue().equals("accepted");
        assertThat(exit).isEqualTo(isAccepted ? 0 : 1);
        assertThat(json.path("p99Micros").isNull()).isEqualTo(!isAccepted);
        assertThat(json.path("submissions").longValue()).isBetween(21_000L, 27_000L);
        assertThat(json.path("batch").intValue()).isEqualTo(1);
        assertThat(json.path("invariantsHold").booleanValue()).isTrue();
        assertThat(json.path("reasons").path(0).stringValue()).startsWith("40 s: ");
    }
}
