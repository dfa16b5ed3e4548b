package org.debitcredit.terminal.tpcc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.tpcc.run.FakeServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import picocli.CommandLine;

/** A server for each test, the commands on it, and what they print. */
final class TpccConsole implements BeforeEachCallback, AfterEachCallback {

    private final StringWriter err = new StringWriter();
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final PrintStream before = System.out;
    private @Nullable FakeServer server;

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        server = FakeServer.start();
        System.setOut(new PrintStream(stdout, true, StandardCharsets.UTF_8));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        System.setOut(before);
        server().close();
    }

    FakeServer server() {
        if (server == null) {
            throw new IllegalStateException("there is a server only during a test");
        }
        return server;
    }

    /** Runs a command; answers its exit code. */
    int execute(String... arguments) {
        return execute(new CommandLine(new TpccCommand()), arguments);
    }

    /** The same of a command that a test has made. */
    int execute(CommandLine line, String... arguments) {
        line.setErr(new PrintWriter(err));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            err.append(String.valueOf(failure.getMessage()));
            return failure instanceof WrongUsage ? 2 : failure instanceof RunFailure ? 1 : 99;
        });
        return line.execute(arguments);
    }

    /**
     * Runs a command that measures the server, after a short warm-up.
     *
     * @param report folder of the report
     */
    int drive(Path report, String command, String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                command,
                "--url",
                server().address().toString(),
                "--report",
                report.toString(),
                "--warm-up",
                "200ms",
                "--json"));
        all.addAll(List.of(arguments));
        return execute(all.toArray(String[]::new));
    }

    /** What was printed to stderr. */
    String err() {
        return err.toString();
    }

    /** The last line of stdout. */
    JsonNode json() throws IOException {
        List<String> lines = stdout.toString(StandardCharsets.UTF_8).lines().toList();
        return new ObjectMapper().readTree(lines.get(lines.size() - 1));
    }
}
