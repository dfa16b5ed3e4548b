package org.debitcredit.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.lab.Bottleneck.Named;
import org.junit.jupiter.api.Test;

/**
 * Plants bottlenecks in simulated banks, of which the lab sees only the counters. The step with one transaction in
 * flight tells what a group costs from what its transactions cost. More of them by {@code -Dbank.lab.seeds=100}.
 */
class PlantedBottleneckTest {

    private static final int SEEDS = Integer.getInteger("bank.lab.seeds", 15);
    private static final int TRANSACTIONS = 40_000;

    /** The lab aims at 10 %. */
    private static final double ERROR_MAX = 0.1;

    /** What came of a seed. */
    private record Outcome(long seed, PlantedBottleneck plant, Bottleneck named, double cleared) {

        boolean isNamed() {
            return named instanceof Named found && found.resource() == plant.resource();
        }

        double error() {
            double predicted = named instanceof Named found
                    ? found.next().map(Bottleneck.NextLimit::ceiling).orElse(Double.NaN)
                    : Double.NaN;
            return predicted / cleared - 1;
        }

        @Override
        public String toString() {
            return String.format(
                    "seed %d, %s: %s Cleared: %,.0f tps, error %.0f %%",
                    seed, plant, named.sentence(), cleared, 100 * error());
        }
    }

    private static Outcome outcome(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulatedBankParameters bank = SimulatedBankParameters.draw(random);
        PlantedBottleneck plant = PlantedBottleneck.draw(random);
        int inFlight = 1 << random.nextInt(7, 11);
        double unplanted = SimulatedBank.step(bank, inFlight, 1, random.split()).throughput();
        double target = unplanted / random.nextDouble(2, 6);
        SimulatedBankParameters planted = plant.in(bank, target, inFlight);
        List<StepCounters> steps = new ArrayList<>();
        for (int load : new int[] {1, inFlight / 16, inFlight / 4, inFlight}) {
            steps.add(SimulatedBank.step(planted, load, TRANSACTIONS / target, random.split()));
        }
        double cleared = SimulatedBank.step(plant.cleared(planted), inFlight, TRANSACTIONS / unplanted, random.split())
                .throughput();
        return new Outcome(seed, plant, Bottleneck.of(steps), cleared);
    }

    @Test
    void planted_bottlenecks_are_named_and_the_next_ceiling_is_predicted() {
        List<Outcome> outcomes = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            outcomes.add(outcome(seed));
        }
        assertThat(outcomes).allMatch(Outcome::isNamed);
        assertThat(outcomes).allMatch(outcome -> Math.abs(outcome.error()) <= ERROR_MAX);
    }
}
