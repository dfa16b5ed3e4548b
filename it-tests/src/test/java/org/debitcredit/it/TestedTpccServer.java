package org.debitcredit.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.ledger.sql.SqlDatabase;

/** A process of {@code tpcc serve} on a free port of loopback. */
final class TestedTpccServer implements AutoCloseable {

    private final Process process;
    private final int port;

    private TestedTpccServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it and waits until it is ready; what it writes to stderr goes to a file. */
    static TestedTpccServer start(SqlDatabase database, int threads, Path log) {
        // A database of H2 in memory is in the heap.
        String heap = database.url().startsWith("jdbc:h2:mem:") ? "-Xmx1536m" : "-Xmx512m";
        List<String> command = new ArrayList<>(List.of(Artifacts.java().toString(), heap));
        command.addAll(ServerCommand.SHORT_LIVED);
        command.addAll(List.of("-jar", Artifacts.serverJar().toString(), "tpcc-serve", "--grpc-port", "0"));
        command.addAll(List.of("--database", database.url(), "--user", database.user(), "--threads", "" + threads));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().put("BANK_TPCC_PASSWORD", database.password());
        try {
            Process process = builder.start();
            return new TestedTpccServer(process, port(process, log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int port(Process process, Path log) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        if (line == null) {
            process.destroyForcibly();
            throw new AssertionError("the server was not ready; its log is " + log);
        }
        return JsonText.parse(line).required("grpcPort").intValue();
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    /** SIGSTOP or SIGCONT: the process stops where it is, or goes on. */
    void signal(String name) {
        CommandRun kill = CommandRun.of("kill", "-" + name, Long.toString(process.pid()));
        if (kill.exitCode() != 0) {
            throw new AssertionError(kill.toString());
        }
    }

    void kill9() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        process.toHandle().destroy();
        process.onExit().join();
    }
}
