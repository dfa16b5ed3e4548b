package org.debitcredit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Seeds, one history each; none may show a violation. */
@Timeout(240)
class SimulationTest {

    static final int SEEDS = Integer.getInteger("bank.simulation.seeds", 100);

    @Test
    void no_seed_makes_the_bank_lie() {
        LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(Simulation::run)
                .forEach(result -> assertThat(result.violation())
                        .as("seed %d%n%s", result.seed(), String.join("\n", result.lastOperations()))
                        .isNull());
    }

    @Test
    void the_same_seed_is_the_same_history() {
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(Simulation.run(seed)).isEqualTo(Simulation.run(seed));
        }
        assertThat(Simulation.run(1).traceHash()).isNotEqualTo(Simulation.run(2).traceHash());
    }
}
