package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.debitcredit.console.CommandLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(120)
@Isolated("it reads the process's standard output")
class SimulateCommandTest {

    /** What a command ended with. */
    private record Ended(int code, String out, String err) {}

    private static Ended run(String... arguments) {
        PrintStream stdout = System.out;
        PrintStream stderr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            int code = CommandLines.of(new LaboratoryCommand()).execute(arguments);
            return new Ended(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(stdout);
            System.setErr(stderr);
        }
    }

    @Test
    void simulate_plays_seeds_and_says_that_the_bank_holds() {
        Ended ended = run("simulate", "--seeds", "20", "--json");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out().strip().lines().reduce((a, b) -> b).orElseThrow())
                .contains("\"holds\":true", "\"seeds\":20");
        assertThat(run("simulate", "--seed", "7").out())
                .startsWith("HOLDS")
                .contains("In none of 1 histories", "100.0 %  served, stopped and ready again after the last fault");
        assertThat(run("simulate", "--seeds", "0").code()).isEqualTo(2);
    }

    @Test
    void simulate_plays_three_regions() {
        Ended ended = run("simulate", "--regions", "--seeds", "10", "--json");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out().strip().lines().reduce((a, b) -> b).orElseThrow())
                .contains("\"holds\":true", "\"seeds\":10", "\"outOfTown\":");
        assertThat(run("simulate", "--regions", "--seed", "7").out())
                .startsWith("HOLDS")
                .contains("In none of 1 histories", "100.0 %  every pair of regions served after the last fault");
    }
}
