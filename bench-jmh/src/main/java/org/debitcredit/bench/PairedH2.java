package org.debitcredit.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.debitcredit.bench.PairedRound.Side;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The paired command: the engine on H2, journal and all, against a plain single-threaded JDBC loop doing the same
 * transactions on the same kind of H2 without a journal. The sides take turns, each turn in a fresh JVM.
 */
@Command(
        name = "PairedH2",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the engine on H2 in memory, every answer after its fdatasync, against a plain single-threaded JDBC"
                    + " loop on the same kind of H2 without a journal: five prepared statements and a commit for each"
                    + " DebitCredit. Rounds alternate.",
            "Exit code: 0 when the engine is at least as fast and the invariants hold, 1 when not, 2 for wrong usage."
        })
public final class PairedH2 implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of each side (${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(names = "--seconds", paramLabel = "N", description = "Measured seconds of a round (${DEFAULT-VALUE}).")
    private int seconds = 10;

    @Option(names = "--warmup", paramLabel = "N", description = "Seconds before them (${DEFAULT-VALUE}).")
    private int warmup = 30;

    @Option(names = "--branches", paramLabel = "N", description = "Size of the bank, gray2005 (${DEFAULT-VALUE}).")
    private int branches = 200;

    @Option(names = "--in-flight", paramLabel = "N", description = "Transactions in flight (${DEFAULT-VALUE}).")
    private int inFlight = 1_000;

    @Option(names = "--directory", paramLabel = "DIR", description = "Where the journal is made (${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "bench");

    @Option(names = "--jvm", paramLabel = "ARG", description = "A JVM argument more, for both sides; repeatable.")
    private List<String> jvmArguments = new ArrayList<>();

    @Option(
            names = "--profile",
            paramLabel = "DIR",
            description = "Records what is measured with Java Flight Recorder, a file a turn.")
    private @Nullable Path profile;

    @Option(names = "--json", description = "Ends with one JSON object on a line.")
    private boolean json;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new PairedH2()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        requirePositive("--rounds", rounds);
        requirePositive("--seconds", seconds);
        requirePositive("--warmup", warmup);
        requirePositive("--branches", branches);
        requirePositive("--in-flight", inFlight);
        PairedReport report = new PairedReport();
        for (int round = 1; round <= rounds; round++) {
            PairedRound engine = turn(Side.ENGINE, round);
            PairedRound jdbc = turn(Side.JDBC, round);
            report.add(engine, jdbc);
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

    /** Runs one turn in a JVM of its own. */
    private PairedRound turn(Side side, int round) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(side, round))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String last = "";
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                last = line.startsWith(side + " ") ? line : last;
            }
        } finally {
            process.destroy();
        }
        int exitCode = process.waitFor();
        if (exitCode != 0 || last.isEmpty()) {
            throw new IOException("the turn of " + side + " ended with exit code " + exitCode);
        }
        return PairedRound.parse(last);
    }

    private List<String> command(Side side, int round) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(BankBenchmark.jvmArguments()));
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PairedRound.class.getName()));
        command.addAll(List.of(
                side.name(),
                String.valueOf(warmup),
                String.valueOf(seconds),
                String.valueOf(branches),
                String.valueOf(inFlight),
                directory.toString()));
        if (profile != null) {
            Files.createDirectories(profile);
            String name = side.name().toLowerCase(Locale.ROOT) + "-" + round + ".jfr";
            command.add(profile.resolve(name).toString());
        }
        return command;
    }
}
