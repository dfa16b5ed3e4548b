package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.junit.jupiter.api.Test;

class ScalingsTest {

    private static final int STEPS_OF_A_SET_UP = 3;

    /** The 5 s of a step, and its warm-up. */
    private static final int STEP_SECONDS = 8;

    /** For a service to start, to be probed and to end. */
    private static final int SERVICE_SECONDS = 10;

    private static long minutes(int steps, int services) {
        return Math.round((steps * STEP_SECONDS + services * SERVICE_SECONDS) / 60.0);
    }

    private static long minutesOfSmp(boolean hasSecondDirectory, int processors) {
        List<Setting> setUps = Starts.of(ModestoPreset.MODESTO_SMP, hasSecondDirectory);
        int byTerminals = Scalings.inTurn(Scalings.places(setUps.get(0).terminals())).size();
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
        assertThat(minutes(STEPS_OF_A_SET_UP * setUps, setUps)).isEqualTo(2);
        assertThat(minutesOfSmp(false, 2)).isEqualTo(6);
        assertThat(minutesOfSmp(true, 2)).isEqualTo(7);
        assertThat(minutesOfSmp(false, 3)).isEqualTo(7);
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
