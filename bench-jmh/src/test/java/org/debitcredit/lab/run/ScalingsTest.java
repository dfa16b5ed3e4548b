package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.MemoryUse;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.scaling.ScalingReport;
import org.junit.jupiter.api.Test;

class ScalingsTest {

    private static final int STEPS_OF_A_SET_UP = 3;

    /** The 5 s of a step, and its warm-up. */
    private static final int STEP_SECONDS = 8;

    /** For a service to start, to be loaded until it is compiled, in about five turns, to be probed and to end. */
    private static final int SERVICE_SECONDS = 21;

    private final List<ScalingReport> reports = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private int steps;

    /**
     * A step with a little noise.
     *
     * @param silent number of terminals that get no answer
     */
    private StepCounters step(int terminals, int silent) {
        steps++;
        long transactions = terminals == silent
                ? 0
                : Math.round(1_000 * terminals / (1 + 0.1 * (terminals - 1))) + 7L * (steps % 5);
        return new StepCounters(
                terminals + " in flight",
                1,
                transactions,
                transactions == 0 ? 0 : (double) terminals / transactions,
                terminals,
                0,
                1,
                0,
                Map.of(Resource.LINE, ResourceUse.of(1, 0.5)),
                MemoryUse.NONE,
                Set.of());
    }

    private Trial trial(List<Integer> terminals, int silent) {
        List<StepCounters> counters =
                terminals.stream().map(some -> step(some, silent)).toList();
        return new Trial("poor", counters, Bottleneck.of(counters));
    }

    private Scalings scalings(Scalings.Measure measure) {
        return new Scalings(measure, said::add, reports::add);
    }

    @Test
    void a_step_without_an_answer_is_told_and_the_others_are_fitted() throws IOException {
        scalings((setting, terminals) -> trial(terminals, 16)).byTerminals(Starts.poor());
        ScalingReport report = reports.get(0);
        assertThat(report.points()).hasSize(15).noneMatch(point -> point.servers() == 16);
        assertThat(report.failures()).hasSize(3).containsOnly("terminals 16: no answer");
        assertThat(report.fits()).isNotEmpty();
        assertThat(report.sentence()).contains(" 3 steps failed: terminals 16: no answer; terminals 16: no answer;");
        assertThat(said).contains("  failed: terminals 16: no answer");
    }

    @Test
    void the_steps_before_a_failing_one_are_told_and_then_the_failure() {
        assertThatThrownBy(() -> scalings((setting, terminals) -> {
                            throw new UnfinishedTrial(
                                    trial(terminals.subList(0, 7), 0), "the service ended", new IOException("broken"));
                        })
                        .byTerminals(Starts.poor()))
                .hasMessage("the service ended");
        assertThat(reports).hasSize(1);
        assertThat(reports.get(0).points()).hasSize(7);
        assertThat(reports.get(0).failures()).containsExactly("terminals 2: the service ended");
    }

    @Test
    void a_scaling_with_one_point_or_none_is_told_too() {
        assertThatThrownBy(() -> scalings((setting, terminals) -> {
                            if (setting.processors() == 2) {
                                throw new IOException("there is no taskset");
                            }
                            return trial(terminals, 0);
                        })
                        .byProcessors(Starts.poor(), 2))
                .hasMessage("there is no taskset");
        assertThat(reports.get(0).points()).hasSize(1);
        assertThat(reports.get(0).sentence())
                .isEqualTo("Too few points to fit a law: 1, at 1 place. 1 step failed: processors 2: there is no"
                        + " taskset.");
        assertThatThrownBy(() -> scalings((setting, terminals) -> {
                            throw new IOException("there is no server jar");
                        })
                        .byProcessors(Starts.poor(), 2))
                .hasMessage("there is no server jar");
        assertThat(reports.get(1).points()).isEmpty();
        assertThat(reports.get(1).failures()).containsExactly("processors 1: there is no server jar");
    }

    @Test
    void the_points_before_an_error_are_told_too() {
        assertThatThrownBy(() -> scalings((setting, terminals) -> {
                            if (setting.processors() == 2) {
                                throw new OutOfMemoryError("Java heap space");
                            }
                            return trial(terminals, 0);
                        })
                        .byProcessors(Starts.poor(), 2))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(reports).hasSize(1);
        assertThat(reports.get(0).points()).hasSize(1);
        assertThat(reports.get(0).failures()).containsExactly("processors 2: Java heap space");
    }

    private static long minutes(int steps, int services) {
        return Math.round((steps * STEP_SECONDS + services * SERVICE_SECONDS) / 60.0);
    }

    private static long minutesOfSmp(boolean hasSecondDirectory, int processors) {
        List<Setting> setUps = Starts.of(ModestoPreset.MODESTO_SMP, hasSecondDirectory);
        int byTerminals =
                Scalings.inTurn(Scalings.places(setUps.get(0).terminals())).size();
        int byProcessors = Scalings.inTurn(
                        IntStream.rangeClosed(1, processors).boxed().toList())
                .size();
        return minutes(
                STEPS_OF_A_SET_UP * setUps.size() + byTerminals + byProcessors, setUps.size() + 1 + byProcessors);
    }

    /** The option {@code --preset} states them. */
    @Test
    void the_minutes_in_the_help_are_those_of_the_steps() {
        int setUps = Starts.of(ModestoPreset.MODESTO50, false).size();
        assertThat(minutes(STEPS_OF_A_SET_UP * setUps, setUps)).isEqualTo(3);
        assertThat(minutesOfSmp(false, 2)).isEqualTo(8);
        assertThat(minutesOfSmp(true, 2)).isEqualTo(9);
        assertThat(minutesOfSmp(false, 3)).isEqualTo(9);
    }

    @Test
    void the_places_double_up_to_the_most() {
        assertThat(Scalings.places(50)).containsExactly(1, 2, 4, 8, 16, 32, 50);
    }

    @Test
    void each_place_is_measured_three_times_in_turn() {
        assertThat(Scalings.inTurn(List.of(1, 2, 4))).containsExactly(1, 2, 4, 1, 2, 4, 1, 2, 4);
    }
}
