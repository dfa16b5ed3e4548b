package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.debitcredit.lab.MemoryUse;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.run.LineProbe.Carried;
import org.junit.jupiter.api.Test;

class LineProbeTest {

    private static final Setting OVER_A_LINE = Starts.poor();
    private static final Setting ON_THE_NETWORK = OVER_A_LINE.but(draft -> draft.lineBytesPerSecond = 0);

    private final List<Setting> loads = new ArrayList<>();

    @Test
    void a_service_that_answers_nothing_is_refused_and_no_number_comes_of_it() {
        for (Setting setting : List.of(OVER_A_LINE, ON_THE_NETWORK)) {
            assertThatThrownBy(() -> LineProbe.capacity(setting, load -> new Carried(0, 0.5, 0, false)))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(
                            "the line cannot be measured: the service answered no transaction of 20" + " terminals");
            assertThatThrownBy(() -> LineProbe.capacity(setting, load -> new Carried(900, 0.5, 0, false)))
                    .as("what was sent tells nothing of what a transaction takes")
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_line_of_a_known_rate_carries_what_the_load_shows() throws IOException {
        assertThat(LineProbe.capacity(OVER_A_LINE, load -> new Carried(10_000, 0.5, 100, false)))
                .contains(new LineCapacity(Setting.DOCUMENTS_LINE, 100));
    }

    @Test
    void a_stall_after_the_first_load_ends_the_search_with_what_was_carried() throws IOException {
        assertThat(LineProbe.capacity(ON_THE_NETWORK, load -> {
                    loads.add(load);
                    return loads.size() == 1 ? new Carried(100_000, 0.5, 1_000, false) : new Carried(0, 0.5, 0, false);
                }))
                .contains(new LineCapacity(10_000, 100));
        assertThat(loads).hasSize(2);
        assertThat(loads.get(1).batch()).isBetween(2, 1_000);
    }

    private static StepCounters counters(double writer, double database) {
        return new StepCounters(
                "2 in flight",
                1,
                100,
                0.02,
                2,
                0,
                1,
                0,
                Map.of(
                        Resource.WRITER, ResourceUse.of(1, writer),
                        Resource.DATABASE, ResourceUse.of(1, database)),
                MemoryUse.NONE,
                StepCounters.ENGINE);
    }

    @Test
    void an_engine_that_is_held_up_by_several_resources_in_turn_is_busy() {
        assertThat(LineProbe.isBusy(counters(0.2, 0.2))).isFalse();
        assertThat(LineProbe.isBusy(counters(0.2, 0.4))).isTrue();
    }
}
