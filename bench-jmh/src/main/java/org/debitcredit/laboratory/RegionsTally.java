package org.debitcredit.laboratory;

import java.util.EnumMap;
import java.util.Map;
import org.debitcredit.simulation.regions.RegionsMode;
import org.debitcredit.simulation.regions.RegionsSimulation;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What histories of several regions have met, and what is printed of it. */
final class RegionsTally {

    private final Map<RegionsMode, Long> reached = new EnumMap<>(RegionsMode.class);
    private long played;
    private long transactions;
    private long outOfTown;
    private long kills;
    private long lost;
    private long repeated;
    private long reordered;

    /** Adds a result; returns whether it has no violation. */
    boolean add(RegionsSimulation.Result result) {
        played++;
        transactions += result.transactions();
        outOfTown += result.outOfTown();
        kills += result.kills();
        lost += result.lost();
        repeated += result.repeated();
        reordered += result.reordered();
        result.modes().forEach(mode -> reached.merge(mode, 1L, Long::sum));
        return result.violation() == null;
    }

    void print(RegionsSimulation.@Nullable Result violation) {
        if (violation != null) {
            System.out.printf("DOES NOT HOLD: seed %d: %s%n", violation.seed(), violation.violation());
            violation.lastOperations().forEach(operation -> System.out.println("  " + operation));
            System.out.printf("replay: ./bank simulate --regions --seed %d%n", violation.seed());
            return;
        }
        System.out.printf(
                "HOLDS%n  In none of %,d histories of three regions was an out-of-town transaction lost, posted twice or "
                        + "answered%n"
                        + "  wrongly, and after the last fault of each all were settled and every region was served.%n"
                        + "  %,d transactions, %,d out of town, %,d kills, %,d messages lost, %,d repeated, %,d "
                        + "reordered%n",
                played, transactions, outOfTown, kills, lost, repeated, reordered);
        System.out.println("  Share of the seeds with at least one:");
        for (RegionsMode mode : RegionsMode.values()) {
            System.out.printf("  %5.1f %%  %s%n", share(mode), mode.text());
        }
    }

    private double share(RegionsMode mode) {
        return 100.0 * reached.getOrDefault(mode, 0L) / Math.max(1, played);
    }

    String json(RegionsSimulation.@Nullable Result violation) {
        ObjectNode object = JsonMapper.shared().createObjectNode();
        object.put("holds", violation == null);
        object.put("seeds", played);
        object.put("transactions", transactions);
        object.put("outOfTown", outOfTown);
        object.put("kills", kills);
        object.put("messagesLost", lost);
        object.put("messagesRepeated", repeated);
        object.put("messagesReordered", reordered);
        ObjectNode shares = object.putObject("percentOfSeeds");
        for (RegionsMode mode : RegionsMode.values()) {
            shares.put(mode.name(), Math.round(share(mode) * 10) / 10.0);
        }
        if (violation != null) {
            object.put("seed", violation.seed());
            object.put("violation", violation.violation());
            object.put("replay", "./bank simulate --regions --seed " + violation.seed());
        }
        return object.toString();
    }
}
