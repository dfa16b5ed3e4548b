package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.Trial;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainStepsTest {

    @TempDir
    private Path temp;

    private Path stat;
    private int turns;

    @BeforeEach
    void machine() throws IOException {
        stat = Files.createDirectories(temp.resolve("proc")).resolve("stat");
        pass();
    }

    /** In each turn the processors work for 10 ms, and 20 ms for programs of low priority. */
    private void pass() {
        turns++;
        try {
            Files.writeString(stat, "cpu  " + turns + " " + 2 * turns + " 0 " + 7 * turns + " 0 0 0 0\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A turn passes after each reading. */
    private final SettingRun.Talk talk = new SettingRun.Talk() {
        @Override
        public void say(String line) {}

        @Override
        public ProgressLines progress() {
            return new ProgressLines(Duration.ZERO, System::nanoTime, line -> pass());
        }
    };

    @Test
    void programs_of_low_priority_do_not_use_the_processors_of_a_database() throws IOException {
        MachineReader machine = new MachineReader(temp.resolve("proc"), temp.resolve("cgroup"), temp.resolve("block"));
        Trial trial = new PlainSteps(machine, Duration.ofMillis(100), talk)
                .measure("sqlite", new SqlDatabase("jdbc:sqlite:" + temp.resolve("bank"), "", ""));
        assertThat(trial.steps())
                .hasSize(3)
                .allSatisfy(step -> assertThat(
                                Objects.requireNonNull(step.uses().get(Resource.PROCESSORS))
                                        .busySeconds())
                        .isEqualTo(0.01, within(1e-9)));
    }
}
