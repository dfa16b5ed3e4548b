package org.debitcredit.terminal.nation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NationServicesTest {

    private static final String FIRST_COMPILER_ALONE = "-XX:TieredStopAtLevel=1";

    @Test
    void services_that_share_processors_use_the_first_compiler_alone() {
        assertThat(NationServices.javaOptions(List.of(), Runs.PLAN, 1)).contains(FIRST_COMPILER_ALONE);
        assertThat(NationServices.javaOptions(List.of(), Runs.PLAN, 2)).doesNotContain(FIRST_COMPILER_ALONE);
    }

    @Test
    void an_option_of_the_operator_comes_last_so_that_it_is_in_force_and_the_heap_is_the_plans() {
        assertThat(NationServices.javaOptions(List.of("-Xmx9g", "-XX:TieredStopAtLevel=4"), Runs.PLAN, 1))
                .containsExactly(FIRST_COMPILER_ALONE, "-XX:TieredStopAtLevel=4", "-Xmx256m");
    }
}
