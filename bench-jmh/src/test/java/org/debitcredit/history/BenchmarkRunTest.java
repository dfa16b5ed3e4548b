package org.debitcredit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class BenchmarkRunTest {

    private static BenchmarkRun on(Machine machine, String settings) {
        return on(machine, settings, 1_000);
    }

    private static BenchmarkRun on(Machine machine, String settings, double baseline) {
        return new BenchmarkRun(
                "bus", "abc", Instant.EPOCH, machine, settings, 1_000, "ops/s", baseline, "loops/s", 1, 0.5);
    }

    @Test
    void a_faster_disk_of_the_same_name_is_another_one() {
        Machine machine = new Machine(2, "a", "Linux 6.18", "17.0.1+5");
        BenchmarkRun run = on(machine, "s");
        assertThat(run.isLike(on(machine, "s", 1_400))).isTrue();
        assertThat(run.isLike(on(machine, "s", 700))).isTrue();
        assertThat(run.isLike(on(machine, "s", 1_600))).isFalse();
        assertThat(run.isLike(on(machine, "s", 600))).isFalse();
    }

    @Test
    void only_runs_of_the_same_settings_on_like_machines_are_compared() {
        BenchmarkRun run = on(new Machine(2, "a", "Linux 6.18", "17.0.1+5"), "s");
        assertThat(run.isLike(on(new Machine(2, "a", "Linux 6.19", "17.0.19+1"), "s")))
                .isTrue();
        assertThat(run.isLike(on(new Machine(2, "a", "Linux 6.18", "17.0.1+5"), "t")))
                .isFalse();
        assertThat(run.isLike(on(new Machine(4, "a", "Linux 6.18", "17.0.1+5"), "s")))
                .isFalse();
        assertThat(run.isLike(on(new Machine(2, "b", "Linux 6.18", "17.0.1+5"), "s")))
                .isFalse();
        assertThat(run.isLike(on(new Machine(2, "a", "Linux 6.18", "25.0.1+8"), "s")))
                .isFalse();
    }
}
