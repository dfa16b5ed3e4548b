package org.debitcredit.simulation.regions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Seeds of three regions, one history each; none may show a violation. */
@Timeout(240)
class RegionsSimulationTest {

    static final int SEEDS = Integer.getInteger("bank.simulation.regions.seeds", 100);

    @Test
    void no_seed_loses_or_repeats_money_between_regions() {
        Set<RegionsMode> reached = EnumSet.noneOf(RegionsMode.class);
        LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(RegionsSimulation::run)
                .forEach(result -> {
                    assertThat(result.violation())
                            .as("seed %d%n%s", result.seed(), String.join("\n", result.lastOperations()))
                            .isNull();
                    synchronized (reached) {
                        reached.addAll(result.modes());
                    }
                });
        assertThat(reached).containsExactlyInAnyOrder(RegionsMode.values());
    }

    @Test
    void the_same_seed_is_the_same_history() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(RegionsSimulation.run(seed)).isEqualTo(RegionsSimulation.run(seed));
        }
        assertThat(RegionsSimulation.run(1).traceHash())
                .isNotEqualTo(RegionsSimulation.run(2).traceHash());
    }
}
