package org.debitcredit.server.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.debitcredit.console.EndOfInput;
import org.debitcredit.server.settings.Password;
import org.debitcredit.server.tpcc.TpccServer;
import org.debitcredit.server.tpcc.TpccServerSettings;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the server of the workload until it is stopped. People type {@code tpcc serve}; the launcher turns that into
 * {@code tpcc-serve}.
 */
@Command(
        name = "tpcc-serve",
        description = "Serve a database of the workload derived from TPC-C over gRPC, without a bank. Any property of"
                + " the configuration can be given as --name.of.property=value.",
        mixinStandardHelpOptions = true)
final class TpccServeCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(TpccServeCommand.class);
    private static final String PASSWORD = "BANK_TPCC_PASSWORD";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--database",
            paramLabel = "URL",
            defaultValue = "jdbc:sqlite::memory:",
            description = "JDBC URL of SQLite, H2, PostgreSQL or MariaDB (default: ${DEFAULT-VALUE}).")
    private String database = "";

    @Option(names = "--user", paramLabel = "NAME", description = "User of the database.")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "File whose first line is the password; or set the environment variable " + PASSWORD + ".")
    private @Nullable Path passwordFile;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that execute, each on a connection of its own (default: 1 on SQLite, else 2 for "
                    + "each processor).")
    private @Nullable Integer threads;

    @Option(
            names = "--group-commits",
            paramLabel = "N",
            description = "Most transactions that share a commit, of those that wait; 1 commits each by itself, which"
                    + " databases other than SQLite need (default: 32 on SQLite in a file, else 1).")
    private @Nullable Integer groupCommits;

    @Option(names = "--grpc-port", paramLabel = "N", description = "gRPC port; 0 chooses a free one (default: 9090).")
    private @Nullable Integer grpcPort;

    @Option(names = "--address", paramLabel = "ADDRESS", description = "Address of the port (default: 127.0.0.1).")
    private @Nullable String address;

    @Unmatched
    private List<String> properties = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        BankOptions.requireProperties(properties, spec());
        EndOfInput.watchIfAsked();
        TpccServerSettings settings = settings();
        BankOptions.add(properties, "spring.grpc.server.port", grpcPort);
        BankOptions.add(properties, "spring.grpc.server.address", address);
        System.clearProperty("logback.configurationFile");
        // Standard output is for other programs to read, so the log goes to standard error.
        PrintStream out = System.out;
        System.setOut(System.err);
        try (TpccServer server = TpccServer.start(settings, properties.toArray(String[]::new))) {
            LOG.info(
                    "serving tpcc/v1 of {} with {} threads on port {}; {}",
                    settings.database(),
                    settings.threads(),
                    server.port(),
                    settings.commits());
            out.println(
                    JsonMapper.shared().createObjectNode().put("ready", true).put("grpcPort", server.port()));
            server.awaitClosed();
            return CommandLine.ExitCode.OK;
        } catch (RuntimeException failure) {
            StartFailure start = StartFailure.of(failure);
            System.err.println("bank: " + start.message());
            return start.exitCode();
        } finally {
            System.setOut(out);
        }
    }

    private TpccServerSettings settings() {
        try {
            String password = Password.read("--password-file", environmentPassword(), passwordFile);
            TpccDatabase chosen = new TpccDatabase(database, user, password.isEmpty() ? null : password);
            TpccServerSettings fitting = TpccServerSettings.fitting(chosen);
            TpccServerSettings settings = threads == null ? fitting : fitting.withThreads(threads);
            return groupCommits == null ? settings : settings.withGroupMax(groupCommits);
        } catch (IllegalArgumentException wrong) {
            throw new CommandLine.ParameterException(spec().commandLine(), String.valueOf(wrong.getMessage()));
        }
    }

    private static String environmentPassword() {
        String given = System.getenv(PASSWORD);
        return given == null ? "" : given;
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("internal error: the command was not started by the command line");
        }
        return spec;
    }
}
