package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The paired command: the engine on H2 with its journal, against a plain single-threaded JDBC loop doing the same
 * transactions on the same kind of H2 without a journal. The sides take turns, a second each, in JVMs of their own,
 * which are fresh in each round.
 */
@Command(
        name = "PairedH2",
        mixinStandardHelpOptions = true,
        description = {
            "Measure the engine on H2 in memory, with every answer after its fdatasync, against a plain "
                    + "single-threaded JDBC"
                    + " loop on the same kind of H2 without a journal: five prepared statements and a commit for each"
                    + " DebitCredit. The sides take turns of one second.",
            "Exit code 0: the engine is at least as fast and the invariants hold; 1: not so; 2: wrong usage."
        })
public final class PairedH2 implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of each side (default: ${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Measured seconds of each side in a round (default: ${DEFAULT-VALUE}).")
    private int seconds = 10;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Warm-up seconds of each side (default: ${DEFAULT-VALUE}).")
    private int warmup = 20;

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of branches, preset gray2005 " + "(default: ${DEFAULT-VALUE}).")
    private int branches = 200;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            description = "Transactions in flight (default: ${DEFAULT-VALUE}).")
    private int inFlight = 1_000;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the journal is created " + "(default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "bench");

    @Option(
            names = "--jvm",
            paramLabel = "ARG",
            description = "A further JVM argument for both sides. The option " + "can be repeated.")
    private List<String> jvmArguments = new ArrayList<>();

    @Option(
            names = "--profile",
            paramLabel = "DIR",
            description = "Record the measured time with Java Flight Recorder.")
    private @Nullable Path profile;

    @Option(names = "--json", description = "Print one JSON object as the last line.")
    private boolean json;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new PairedH2()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        requirePositive("--rounds", rounds);
        requirePositive("--seconds", seconds);
        requirePositive("--warmup", warmup);
        requirePositive("--branches", branches);
        requirePositive("--in-flight", inFlight);
        PairedReport report = new PairedReport();
        for (int round = 1; round <= rounds; round++) {
            report.add(round(round));
            System.err.println("round " + round + " of " + rounds + ": " + report.lastLine());
        }
        System.out.print(report.text());
        if (json) {
            System.out.println(report.json());
        }
        return report.holds() ? CommandLine.ExitCode.OK : 1;
    }

    private void requirePositive(String option, int value) {
        if (value < 1 && spec != null) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), option + " is " + value + "; it must be at least 1");
        }
    }

    /** One round, in two JVMs made for it. */
    private PairedRound round(int round) throws IOException {
        try (ContenderProcess engine = contender(Side.ENGINE);
                ContenderProcess jdbc = contender(Side.JDBC)) {
            PairedRound.run(engine, jdbc, warmup);
            if (profile != null) {
                Files.createDirectories(profile);
                engine.record(profile.resolve("engine-" + round + ".jfr"));
                jdbc.record(profile.resolve("jdbc-" + round + ".jfr"));
            }
            return PairedRound.run(engine, jdbc, seconds);
        }
    }

    private ContenderProcess contender(Side side) throws IOException {
        return new ContenderProcess(side, jvmArguments, branches, inFlight, directory);
    }
}
