package org.debitcredit.laboratory;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.debitcredit.simulation.Mode;
import org.debitcredit.simulation.Simulation;
import org.debitcredit.simulation.regions.RegionsSimulation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Runs the bank on simulated disks, seed by seed, on all processors. */
@Command(
        name = "simulate",
        description = {
            "Run the bank on simulated disks that fail, under settings of all sizes: kills, power cuts, failed and "
                    + "hanging "
                    + "forces, a full disk, flipped bits, Errors, wrong clocks, hostile keys, lost mirrors, deleted "
                    + "locks, "
                    + "removed or mixed-up files. A model checks every answer and every recovery, and that the bank "
                    + "is in "
                    + "service after the last fault. Each seed is one history, the same at every run.",
            "Exit code 0: no violation; 1: a violation, with the seed that replays it; 2: wrong usage."
        },
        mixinStandardHelpOptions = true)
public final class SimulateCommand implements Callable<Integer> {

    @Option(names = "--seeds", paramLabel = "N", description = "Number of seeds (default: ${DEFAULT-VALUE}).")
    private long seeds = 1_000;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "The first seed. Without --seeds, the only one " + "(default: 1).")
    private @Nullable Long first;

    @Option(
            names = "--regions",
            description =
                    "Run three regions instead, which clear out-of-town transactions with each other: kills, power "
                            + "cuts, links that are cut, calls that are lost, late or repeated, and windows of keys that pass "
                            + "meanwhile.")
    private boolean regions;

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    private final Map<Mode, Long> reached = new EnumMap<>(Mode.class);
    private long played;
    private long transactions;
    private long starts;
    private long powerCuts;
    private long kills;
    private long snapshots;

    @Override
    public Integer call() throws InterruptedException {
        requireSeeds();
        long from = first == null ? 1 : first;
        if (regions) {
            return simulateRegions(from);
        }
        Simulation.Result found = new SeedPlayer<>(Simulation::run, this::isSound).play(from, seeds);
        if (json) {
            System.out.println(json(found));
        } else if (found == null) {
            System.out.printf(
                    "HOLDS%n  In none of %,d histories did the bank lose, repeat or change an acknowledged "
                            + "transaction,%n"
                            + "  and it was in service after the last fault of each.%n"
                            + "  %,d transactions, %,d starts after %,d kills and %,d power cuts, %,d snapshots%n",
                    played, transactions, starts, kills, powerCuts, snapshots);
            printShares();
        } else {
            System.out.printf("DOES NOT HOLD: seed %d: %s%n", found.seed(), found.violation());
            found.lastOperations().forEach(operation -> System.out.println("  " + operation));
            System.out.printf("replay: ./bank simulate --seed %d%n", found.seed());
        }
        return found == null ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void printShares() {
        System.out.println("  Share of the seeds with at least one:");
        for (Mode mode : Mode.values()) {
            System.out.printf("  %5.1f %%  %s%n", share(mode), mode.text());
        }
    }

    private double share(Mode mode) {
        return 100.0 * reached.getOrDefault(mode, 0L) / Math.max(1, played);
    }

    private void requireSeeds() {
        boolean onlyOne = first != null
                && spec != null
                && !spec.commandLine().getParseResult().hasMatchedOption("--seeds");
        seeds = onlyOne ? 1 : seeds;
        if (seeds < 1 && spec != null) {
            throw new ParameterException(spec.commandLine(), "--seeds is " + seeds + "; it must be at least 1");
        }
    }

    private boolean isSound(Simulation.Result result) {
        played++;
        transactions += result.transactions();
        starts += result.starts();
        powerCuts += result.powerCuts();
        kills += result.kills();
        snapshots += result.snapshots();
        result.modes().forEach(mode -> reached.merge(mode, 1L, Long::sum));
        return result.violation() == null;
    }

    private int simulateRegions(long from) throws InterruptedException {
        RegionsTally tally = new RegionsTally();
        RegionsSimulation.Result found = new SeedPlayer<>(RegionsSimulation::run, tally::add).play(from, seeds);
        if (json) {
            System.out.println(tally.json(found));
        } else {
            tally.print(found);
        }
        return found == null ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private String json(Simulation.@Nullable Result found) {
        ObjectNode object = JsonMapper.shared().createObjectNode();
        object.put("holds", found == null);
        object.put("seeds", played);
        object.put("transactions", transactions);
        object.put("starts", starts);
        object.put("kills", kills);
        object.put("powerCuts", powerCuts);
        object.put("snapshots", snapshots);
        ObjectNode shares = object.putObject("percentOfSeeds");
        for (Mode mode : Mode.values()) {
            shares.put(mode.name(), Math.round(share(mode) * 10) / 10.0);
        }
        if (found != null) {
            object.put("seed", found.seed());
            object.put("violation", found.violation());
            object.put("replay", "./bank simulate --seed " + found.seed());
        }
        return object.toString();
    }
}
