package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.MemoryUse;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SettingRunTest {

    private static final SettingRun.Talk TALK = new SettingRun.Talk() {
        @Override
        public void say(String line) {}

        @Override
        public ProgressLines progress() {
            return new ProgressLines(Duration.ofDays(1), System::nanoTime, line -> {});
        }
    };

    @TempDir
    Path temp;

    /** A service that is loaded although it has no clients' port any more. */
    private record Gone(ServiceProcess process) implements Service {

        @Override
        public int clientsPort() {
            throw new IllegalStateException("UNAVAILABLE: io exception");
        }

        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public ServiceMeters meters() {
            return new ServiceMeters(Map.of());
        }

        @Override
        public Optional<String> ended() {
            return process.ended();
        }
    }

    private void measure(String script) throws IOException {
        SettingRun run = new SettingRun(
                (setting, leftovers, progress) -> new Gone(leftovers.make(
                        () -> ServiceProcess.start(List.of("sh", "-c", script)), started -> started::stop)),
                MachineReader.here(),
                new DataDisk(temp, Optional.empty(), Optional.empty(), Optional.empty()),
                null,
                Duration.ofSeconds(1),
                TALK);
        run.measure(Starts.poor(), new Leftovers());
    }

    @Test
    void a_service_that_ends_is_told_with_its_exit_code_and_its_last_lines() {
        assertThatThrownBy(() -> measure("echo started; echo no room; exit 3"))
                .isInstanceOf(IOException.class)
                .hasMessage("the service ended with exit code 3; its last lines: started / no room");
    }

    @Test
    void what_cannot_be_removed_does_not_hide_what_failed_before() {
        SettingRun run = new SettingRun(
                (setting, leftovers, progress) -> {
                    leftovers.make(() -> temp, made -> () -> {
                        throw new IOException("cannot delete");
                    });
                    throw new IOException("no room");
                },
                MachineReader.here(),
                new DataDisk(temp, Optional.empty(), Optional.empty(), Optional.empty()),
                null,
                Duration.ofSeconds(1),
                TALK);
        assertThatThrownBy(() -> run.measure(Starts.poor(), new Leftovers()))
                .hasMessage("no room")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    }

    @Test
    void a_call_that_fails_while_the_service_runs_is_told_as_it_is() {
        assertThatThrownBy(() -> measure("exec cat")).hasMessage("UNAVAILABLE: io exception");
    }

    private static StepCounters step(int terminals) {
        return new StepCounters(
                terminals + " in flight",
                1,
                100,
                terminals / 100.0,
                terminals,
                0,
                1,
                0,
                Map.of(Resource.LINE, ResourceUse.of(1, 0.5)),
                MemoryUse.NONE,
                Set.of());
    }

    private static StepCounters stepUpTo(int most, int terminals) throws IOException {
        if (terminals > most) {
            throw new IOException("no answer");
        }
        return step(terminals);
    }

    @Test
    void the_steps_before_a_failing_one_are_kept_with_the_reason() {
        assertThatThrownBy(() -> SettingRun.inTurn("poor", List.of(5, 10, 20), terminals -> stepUpTo(10, terminals)))
                .isInstanceOfSatisfying(UnfinishedTrial.class, unfinished -> {
                    assertThat(unfinished.trial().steps())
                            .extracting(StepCounters::load)
                            .containsExactly("5 in flight", "10 in flight");
                    assertThat(unfinished.trial().failure()).contains("no answer");
                    UnfinishedTrial told = unfinished.because("the service ended with exit code 3");
                    assertThat(told).hasMessage("the service ended with exit code 3");
                    assertThat(told.trial().failure()).contains("the service ended with exit code 3");
                    assertThat(told.trial().steps()).hasSize(2);
                });
    }

    @Test
    void the_steps_before_an_error_are_kept_too() {
        assertThatThrownBy(() -> SettingRun.inTurn("poor", List.of(5, 10), terminals -> {
                    if (terminals > 5) {
                        throw new OutOfMemoryError("Java heap space");
                    }
                    return step(terminals);
                }))
                .isInstanceOfSatisfying(
                        UnfinishedTrial.class,
                        unfinished -> assertThat(unfinished.trial().steps()).hasSize(1));
    }

    @Test
    void a_first_step_that_fails_leaves_nothing_to_keep() {
        assertThatThrownBy(() -> SettingRun.inTurn("poor", List.of(5, 10), terminals -> stepUpTo(0, terminals)))
                .isNotInstanceOf(UnfinishedTrial.class)
                .hasMessage("no answer");
    }

    @Test
    void a_service_that_is_stopped_has_ended() throws IOException {
        ServiceProcess process = ServiceProcess.start(List.of("sh", "-c", "exec cat"));
        process.stop();
        assertThat(process.ended().orElseThrow()).isEqualTo("the service ended with exit code 143; it printed nothing");
    }
}
