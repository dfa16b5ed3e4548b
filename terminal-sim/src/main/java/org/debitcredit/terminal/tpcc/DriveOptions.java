package org.debitcredit.terminal.tpcc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.EarlierReport;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.terminal.tpcc.report.RunConditions;
import org.debitcredit.terminal.tpcc.run.OpenLoopSettings;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that sends transactions. */
final class DriveOptions {

    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration WARM_UP_OF_PEOPLE = Duration.ofMinutes(1);

    @Option(
            names = "--database",
            paramLabel = "URL",
            description = "Without --url: JDBC URL of the database of the server that is started (default: "
                    + "jdbc:sqlite::memory:). It is loaded first.")
    private @Nullable String database;

    @Option(
            names = "--mix",
            paramLabel = "KIND",
            description =
                    "cards: a shuffled deck of 23 for each terminal or stream; percentages: 45/43/4/4/4 (default: "
                            + "percentages at a rate, cards with terminals).")
    private TransactionMix.@Nullable Kind mix;

    @Option(
            names = "--streams",
            paramLabel = "N",
            description = "Streams of gRPC, each with a connection of its own (default: ${DEFAULT-VALUE}).")
    private int streams = 2;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            description =
                    "At a rate: the most requests in flight, over all streams. A request that finds no place is sent "
                            + "late, and not dropped (default: ${DEFAULT-VALUE}).")
    private int inFlight = 256;

    @Option(
            names = {"--warm-up", "--warmup"},
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Time under load before each measurement (default: 5s; 1m with terminals that key and think, "
                    + "until their cycles no longer begin together).")
    private @Nullable Duration warmUp;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed that repeats an earlier run's choices (default: a new seed).")
    private long seed = System.nanoTime();

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder of the report (default: ./results/tpcc-<time>).")
    private @Nullable Path report;

    private final Duration patience;

    DriveOptions() {
        this(OpenLoopSettings.PATIENCE_DEFAULT);
    }

    /** @param patience how long an open loop may take to catch up with its warm-up, and to get its last answers */
    DriveOptions(Duration patience) {
        this.patience = patience;
    }

    String database() {
        return database == null ? "jdbc:sqlite::memory:" : database;
    }

    /**
     * Refuses options for a server that is started here if the server at --url is used instead, and a token without
     * --url.
     */
    void requireOwn(ServerOptions server, LoadOptions load) {
        server.requireNoTokenOfOwn();
        if (server.hasUrl() && database != null) {
            throw new WrongUsage("--database and --url are both given; the server at --url has its own database");
        }
        if (server.hasUrl() && load.isGiven()) {
            throw new WrongUsage("--warehouses and --url are both given; load them there by ./bank tpcc load");
        }
        load.scale();
    }

    int streams() {
        return streams;
    }

    Duration warmUp(boolean areHuman) {
        return warmUp != null ? warmUp : areHuman ? WARM_UP_OF_PEOPLE : WARM_UP;
    }

    long seed() {
        return seed;
    }

    TransactionMix.Kind mixOr(TransactionMix.Kind usual) {
        return mix == null ? usual : mix;
    }

    /** An open loop's settings. */
    OpenLoopSettings openLoop(TpccScale scale) {
        return WrongUsage.unless(() -> new OpenLoopSettings(
                scale, mixOr(TransactionMix.Kind.PERCENTAGES), streams, inFlight, warmUp(false), patience, seed));
    }

    /** The conditions of the measurement: the server, this client and the seed. */
    RunConditions conditions(DescribeResponse server, TransactionMix.Kind usual) {
        return new RunConditions(
                server, mixOr(usual), streams, Runtime.getRuntime().availableProcessors(), seed);
    }

    /** Makes the report's folder, and deletes an earlier report in it. */
    Path reportFolder() {
        String time = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        Path folder = report == null ? Path.of("results", "tpcc-" + time) : report;
        try {
            Path made = Files.createDirectories(folder.toAbsolutePath().normalize());
            EarlierReport.delete(made);
            return made;
        } catch (IOException unwritable) {
            throw new WrongUsage("--report is '" + folder + "'; it must be a folder that can be written: "
                    + FailureText.of(unwritable));
        }
    }
}
