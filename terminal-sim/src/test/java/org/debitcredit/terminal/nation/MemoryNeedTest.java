package org.debitcredit.terminal.nation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryNeedTest {

    /** Two regions of 456 MB each. */
    private static final NationPlan PLAN = Runs.PLAN;

    @Test
    void memory_that_suffices_is_not_refused() {
        assertThat(MemoryNeed.refusal(PLAN, 768, 2 * 456 + 768)).isNull();
    }

    @Test
    void a_megabyte_less_is_refused_with_the_numbers() {
        assertThat(MemoryNeed.refusal(PLAN, 768, 2 * 456 + 767))
                .contains("2 regions need 1,680 MB", "456 MB for each service", "has 1,679 MB free", "for 1 regions");
    }

    @Test
    void memory_for_none_is_said() {
        assertThat(MemoryNeed.refusal(PLAN, 768, 500)).contains("which suffices for 0 regions");
    }
}
