package org.debitcredit.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.debitcredit.lab.Steps.SECONDS;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class GroupLineTest {

    @Test
    void the_writer_is_split_into_a_part_for_each_group_and_one_for_each_transaction() {
        // 20 µs for each group, and 3 µs for each transaction.
        StepCounters[] steps = new StepCounters[3];
        for (int i = 0; i < steps.length; i++) {
            int group = 4 << i;
            double seconds = 10_000 * (20e-6 + group * 3e-6);
            steps[i] = Steps.of(10_000L * group)
                    .inFlight(2.0 * group)
                    .use(Resource.FORCE, ResourceUse.of(1, 0.9 * SECONDS, 10_000))
                    .use(Resource.WRITER, ResourceUse.of(1, seconds))
                    .counters();
        }
        Part part = GroupLine.of(
                Resource.WRITER,
                List.of(steps),
                steps[2],
                step -> Objects.requireNonNull(step.uses().get(Resource.WRITER)).busySeconds());
        assertThat(part.groupSeconds()).isCloseTo(20e-6, within(1e-9));
        assertThat(part.transactionSeconds()).isCloseTo(3e-6, within(1e-9));
    }

    @Test
    void groups_that_differ_by_less_than_a_factor_of_two_determine_no_line() {
        StepCounters[] steps = new StepCounters[2];
        for (int i = 0; i < steps.length; i++) {
            int group = 4 + 3 * i;
            steps[i] = Steps.of(10_000L * group)
                    .use(Resource.FORCE, ResourceUse.of(1, 0.9 * SECONDS, 10_000))
                    .counters();
        }
        assertThat(GroupLine.of(Resource.WRITER, List.of(steps), steps[1], step -> 1)
                        .groupSeconds())
                .isZero();
    }

    @Test
    void without_a_line_a_force_and_the_disk_cost_the_same_for_each_group_and_the_writer_for_each_transaction() {
        StepCounters step = Steps.of(10_000)
                .use(Resource.FORCE, ResourceUse.of(1, 0.5 * SECONDS, 5_000))
                .counters();
        for (Resource resource : List.of(Resource.FORCE, Resource.DISK)) {
            Part part = GroupLine.of(resource, List.of(step), step, each -> 1);
            assertThat(part.groupSeconds()).isCloseTo(1.0 / 5_000, within(1e-9));
            assertThat(part.transactionSeconds()).isZero();
        }
        assertThat(GroupLine.of(Resource.WRITER, List.of(step), step, each -> 1).groupSeconds())
                .isZero();
    }
}
