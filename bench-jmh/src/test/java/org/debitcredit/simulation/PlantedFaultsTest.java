package org.debitcredit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.debitcredit.Redefined;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The simulator is worth something only if it catches what it is there to catch, within {@value #SEEDS_MAX} seeds. A
 * build plays each fault on the seed that is known for it. Where that does not catch it any more, because a change has
 * changed what the seeds play, the first seeds are looked through, and the one that catches it is printed: it goes into
 * {@link PlantedFault}. {@code -Dbank.simulation.search=true} searches for all of them again.
 */
@Isolated("the planted faults are the whole JVM's")
@Timeout(3_600)
class PlantedFaultsTest {

    static final int SEEDS_MAX = 2_000;

    private static final boolean SEARCHES = Boolean.getBoolean("bank.simulation.search");

    private static final Map<PlantedFault, String> CAUGHT = new LinkedHashMap<>();

    @ParameterizedTest
    @EnumSource
    void every_planted_fault_is_caught(PlantedFault fault) throws IOException {
        Simulation.@Nullable Result caught = SEARCHES ? null : firstViolation(fault, fault.seed(), fault.seed());
        if (caught == null) {
            caught = firstViolation(fault, 1, SEEDS_MAX);
        }
        if (caught == null) {
            throw new AssertionError(fault + " was not caught on one of the first " + SEEDS_MAX + " seeds");
        }
        String stale = caught.seed() == fault.seed() ? "" : " (no longer " + fault.seed() + ")";
        CAUGHT.put(fault, caught.seed() + stale + " | " + caught.violation());
        assertThat(Simulation.run(caught.seed()).violation())
                .as("once the fault is taken out")
                .isNull();
    }

    /** Plays the fault on some seeds, up to the first that catches it; null where none does. */
    static Simulation.@Nullable Result firstViolation(PlantedFault fault, long first, long last) throws IOException {
        Deque<Redefined> woven = new ArrayDeque<>();
        try {
            Map<String, Map<String, Class<?>>> advices = new LinkedHashMap<>();
            for (PlantedFault.Spot spot : fault.spots()) {
                advices.computeIfAbsent(spot.type(), type -> new LinkedHashMap<>())
                        .put(spot.method(), spot.advice());
            }
            advices.forEach((type, methods) -> woven.push(Redefined.methods("org.debitcredit." + type, methods)));
            for (long seed = first; seed <= last; seed++) {
                Simulation.Result result = Simulation.run(seed, fault.parts());
                if (result.violation() != null) {
                    return result;
                }
            }
            return null;
        } finally {
            takeOut(woven);
        }
    }

    /** All of them, also where an advice has failed. */
    private static void takeOut(Deque<Redefined> woven) {
        try {
            if (!woven.isEmpty()) {
                woven.pop().close();
            }
        } finally {
            if (!woven.isEmpty()) {
                takeOut(woven);
            }
        }
    }

    @Test
    void a_mistake_in_an_advice_is_no_fault_that_was_caught() {
        Redefined broken = Redefined.method("org.debitcredit.engine.BankClock", "follow", PlantedAdvice.Fails.class);
        assertThat(Simulation.run(1).violation()).isNull();
        assertThatThrownBy(broken::close)
                .isInstanceOf(AssertionError.class)
                .hasRootCauseMessage("a mistake in the advice");
    }

    /** Which seed caught which fault, for people. */
    @AfterAll
    static void table() {
        System.out.println(CAUGHT.entrySet().stream()
                .map(caught -> String.format("%-32s seed %s", caught.getKey(), caught.getValue()))
                .collect(Collectors.joining(System.lineSeparator())));
    }
}
