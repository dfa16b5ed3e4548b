package org.debitcredit.server.command;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.debitcredit.simulation.Simulation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Plays the bank's history on a simulated disk, seed by seed. */
@Command(
        name = "simulate",
        description = {
            "Play the bank on a simulated disk that fails: kills, power cuts, failed forces, a full disk, flipped bits. "
                    + "A model judges every answer and every recovery. Each seed is one history, the same at every run.",
            "Exit code 0: no violation; 1: a violation, with the seed that replays it; 2: wrong usage."
        },
        mixinStandardHelpOptions = true)
public final class SimulateCommand implements Callable<Integer> {

    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);

    @Option(names = "--seeds", paramLabel = "N", description = "How many seeds (default: ${DEFAULT-VALUE}).")
    private long seeds = 1_000;

    @Option(names = "--seed", paramLabel = "S", description = "The first seed; alone, the only one (default: 1).")
    private @Nullable Long first;

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    private long played;
    private long transactions;
    private long starts;
    private long powerCuts;
    private long kills;
    private long bitFlips;
    private long snapshots;

    @Override
    public Integer call() {
        requireSeeds();
        Simulation.@Nullable Result violation = play();
        if (json) {
            System.out.println(json(violation));
        } else if (violation == null) {
            System.out.printf(
                    "HOLDS%n  %,d seeds: %,d transactions, %,d starts after %,d kills and %,d power cuts, %,d flipped bits, "
                            + "%,d snapshots%n",
                    played, transactions, starts, kills, powerCuts, bitFlips, snapshots);
        } else {
            System.out.printf("DOES NOT HOLD: seed %d: %s%n", violation.seed(), violation.violation());
            violation.lastOperations().forEach(operation -> System.out.println("  " + operation));
            System.out.printf("replay: ./bank simulate --seed %d%n", violation.seed());
        }
        return violation == null ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
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

    private Simulation.@Nullable Result play() {
        long from = first == null ? 1 : first;
        long nextNanos = System.nanoTime() + PROGRESS_NANOS;
        for (long seed = from; seed < from + seeds; seed++) {
            Simulation.Result result = Simulation.run(seed);
            add(result);
            if (result.violation() != null) {
                return result;
            }
            if (System.nanoTime() - nextNanos >= 0) {
                nextNanos = System.nanoTime() + PROGRESS_NANOS;
                System.err.printf("simulating: %,d of %,d seeds%n", played, seeds);
            }
        }
        return null;
    }

    private void add(Simulation.Result result) {
        played++;
        transactions += result.transactions();
        starts += result.starts();
        powerCuts += result.powerCuts();
        kills += result.kills();
        bitFlips += result.bitFlips();
        snapshots += result.snapshots();
    }

    private String json(Simulation.@Nullable Result violation) {
        ObjectNode object = JsonMapper.shared().createObjectNode();
        object.put("holds", violation == null);
        object.put("seeds", played);
        object.put("transactions", transactions);
        object.put("starts", starts);
        object.put("kills", kills);
        object.put("powerCuts", powerCuts);
        object.put("bitFlips", bitFlips);
        object.put("snapshots", snapshots);
        if (violation != null) {
            object.put("seed", violation.seed());
            object.put("violation", violation.violation());
            object.put("replay", "./bank simulate --seed " + violation.seed());
        }
        return object.toString();
    }
}
