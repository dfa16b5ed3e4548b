package org.debitcredit.simulation.regions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The simulator of regions must catch what it is there to catch, within {@value #SEEDS_MAX} seeds. A build plays each
 * fault on the seed that is known for it. Where that does not catch it any more, because a change has changed what the
 * seeds play, the first seeds are looked through, and the one that catches it is printed: it goes into {@link
 * PlantedRegionFault}. {@code -Dbank.simulation.search=true} searches for all of them again.
 */
@Timeout(3_600)
class PlantedRegionFaultsTest {

    static final int SEEDS_MAX = 2_000;

    private static final boolean SEARCHES = Boolean.getBoolean("bank.simulation.search");

    private static final Map<PlantedRegionFault, String> CAUGHT = new LinkedHashMap<>();

    @ParameterizedTest
    @EnumSource
    void every_planted_fault_is_caught(PlantedRegionFault fault) {
        RegionsSimulation.@Nullable Result caught = SEARCHES ? null : firstViolation(fault, fault.seed(), fault.seed());
        if (caught == null) {
            caught = firstViolation(fault, 1, SEEDS_MAX);
        }
        if (caught == null) {
            throw new AssertionError(fault + " was not caught on one of the first " + SEEDS_MAX + " seeds");
        }
        CAUGHT.put(fault, caught.seed() + " | " + caught.violation());
        assertThat(RegionsSimulation.run(caught.seed()).violation())
                .as("once the fault is taken out")
                .isNull();
    }

    /** Plays the fault on some seeds, up to the first that catches it; null where none does. */
    private static RegionsSimulation.@Nullable Result firstViolation(PlantedRegionFault fault, long first, long last) {
        for (long seed = first; seed <= last; seed++) {
            RegionsSimulation.Result result = RegionsSimulation.run(seed, fault.seams());
            if (result.violation() != null) {
                return result;
            }
        }
        return null;
    }

    /** Which seed caught which fault, for people. */
    @AfterAll
    static void table() {
        System.out.println(CAUGHT.entrySet().stream()
                .map(caught -> String.format("%-32s seed %s", caught.getKey(), caught.getValue()))
                .collect(Collectors.joining(System.lineSeparator())));
    }
}
