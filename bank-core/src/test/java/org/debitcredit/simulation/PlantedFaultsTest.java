package org.debitcredit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulator is worth something only if it catches what it is there to catch, within the seeds that every build runs. */
@Isolated("the planted faults are the whole JVM's")
@Timeout(240)
class PlantedFaultsTest {

    private static final Map<PlantedFault, String> CAUGHT = new LinkedHashMap<>();

    @ParameterizedTest
    @EnumSource
    void every_planted_fault_is_caught(PlantedFault fault) throws IOException {
        Deque<Redefined> woven = new ArrayDeque<>();
        try {
            Map<String, Map<String, Class<?>>> advices = new LinkedHashMap<>();
            for (PlantedFault.Spot spot : fault.spots()) {
                advices.computeIfAbsent(spot.type(), type -> new LinkedHashMap<>())
                        .put(spot.method(), spot.advice());
            }
            advices.forEach((type, methods) -> woven.push(Redefined.methods("org.debitcredit." + type, methods)));
            Simulation.@Nullable Result caught = firstViolation(fault);
            if (caught == null) {
                throw new AssertionError(fault + " was not caught within " + SimulationTest.SEEDS + " seeds");
            }
            CAUGHT.put(fault, caught.seed() + " | " + caught.violation());
        } finally {
            while (!woven.isEmpty()) {
                woven.pop().close();
            }
        }
        assertThat(Simulation.run(1).violation())
                .as("once the fault is taken out")
                .isNull();
    }

    private static Simulation.@Nullable Result firstViolation(PlantedFault fault) {
        for (long seed = 1; seed <= SimulationTest.SEEDS; seed++) {
            Simulation.Result result = Simulation.run(seed, fault.parts());
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
                .map(caught -> String.format("%-28s seed %s", caught.getKey(), caught.getValue()))
                .collect(Collectors.joining(System.lineSeparator())));
    }
}
