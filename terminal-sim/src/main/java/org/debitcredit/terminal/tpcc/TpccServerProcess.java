package org.debitcredit.terminal.tpcc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.debitcredit.console.EndOfInput;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.GrpcAddress;
import org.debitcredit.terminal.console.RunFailure;
import org.jspecify.annotations.Nullable;

/**
 * A server of {@code tpcc/v1} in a process of its own, from its start to its end, also when this process is
 * interrupted or killed. Its log is a file.
 */
final class TpccServerProcess implements AutoCloseable {

    private static final String REASON = "bank: ";
    private static final String HOST = "127.0.0.1";

    private static final long START_SECONDS_MAX = 120;
    private static final long STOP_SECONDS_MAX = 30;

    private static final int HEAP_MEGABYTES = 1_024;

    /** A warehouse takes about 300 MB of heap in H2 after its load, and runs add to it. */
    private static final int WAREHOUSE_MEGABYTES = 512;

    private final Process process;
    private final Path log;
    private final CompletableFuture<GrpcAddress> address = new CompletableFuture<>();
    private final Thread onInterrupt = new Thread(this::stop, "end-of-tpcc-server");

    private TpccServerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        Thread reader = new Thread(this::read, "tpcc-server-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts it on a free port of loopback.
     *
     * @param warehouses that will be loaded
     */
    static TpccServerProcess start(String databaseUrl, int warehouses, Path log) {
        Path jar = serverJar();
        if (!Files.isRegularFile(jar)) {
            throw new RunFailure(
                    "there is no server jar at " + jar + ". Build it, or give its path by -Dbank.server.jar=FILE");
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions(
                System.getProperty("bank.server.java-options"),
                System.getenv("BANK_JAVA_OPTS"),
                databaseUrl,
                warehouses));
        command.addAll(List.of("-jar", jar.toString(), "tpcc-serve", "--database", databaseUrl, "--grpc-port", "0"));
        try {
            return new TpccServerProcess(
                    new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
        } catch (IOException failed) {
            throw new RunFailure("the server could not be started: " + FailureText.of(failed), failed);
        }
    }

    /**
     * The options of its JVM. A database of H2 in memory is in its heap, and one of SQLite is not. A server that has no
     * memory left ends, because it would answer nothing.
     *
     * @param named options instead of the heap, one a line; null if there are none
     * @param environment options of every JVM, separated by spaces; null if there are none
     */
    static List<String> javaOptions(
            @Nullable String named, @Nullable String environment, String databaseUrl, int warehouses) {
        List<String> options = new ArrayList<>(List.of("-XX:+ExitOnOutOfMemoryError", EndOfInput.JVM_OPTION));
        if (named == null) {
            long inHeap = databaseUrl.startsWith("jdbc:h2:mem:") ? (long) WAREHOUSE_MEGABYTES * warehouses : 0;
            options.add("-Xmx" + (HEAP_MEGABYTES + inHeap) + "m");
        } else {
            named.lines().forEach(options::add);
        }
        if (environment != null && !environment.isBlank()) {
            options.addAll(List.of(environment.strip().split("\\s+", -1)));
        }
        return options;
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("{\"ready\"")) {
                    address.complete(new GrpcAddress(HOST, port(line)));
                }
            }
        } catch (IOException unreadable) {
            address.completeExceptionally(unreadable);
        }
        address.completeExceptionally(new RunFailure("the server ended"));
    }

    private static int port(String ready) throws JsonProcessingException {
        JsonNode port = new ObjectMapper().readTree(ready).path("grpcPort");
        if (!port.canConvertToInt()) {
            throw new RunFailure("the server says '" + ready + "', which has no grpcPort");
        }
        return port.intValue();
    }

    /** Where it listens, once it is ready. */
    GrpcAddress address() {
        try {
            return address.orTimeout(START_SECONDS_MAX, TimeUnit.SECONDS).join();
        } catch (CompletionException notReady) {
            throw new RunFailure("the server was not ready; " + state(), notReady);
        }
    }

    /** Where its log is; if it has ended, also its exit code and the reason in the log, if there is one. */
    String state() {
        if (process.isAlive()) {
            return "the server's log is " + log;
        }
        return "the server ended with exit code " + process.exitValue() + lastError() + "; its log is " + log;
    }

    /** The last line of the log in which a command of the server gives the reason of its end; empty without one. */
    private String lastError() {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.startsWith(REASON))
                    .reduce((first, second) -> second)
                    .map(line -> ": " + line.substring(REASON.length()))
                    .orElse("");
        } catch (IOException | UncheckedIOException unreadable) {
            return "";
        }
    }

    private void stop() {
        // Through its handle, because Process.destroy would close the pipe to which the server still writes.
        process.toHandle().destroy();
        try {
            if (process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException ending) {
            // The hook is running, and stops the server as well.
        }
    }

    /** The server's jar: named by {@code bank.server.jar}, else where the build puts it, seen from this jar. */
    private static Path serverJar() {
        String named = System.getProperty("bank.server.jar");
        if (named != null) {
            return Path.of(named);
        }
        URI here = URI.create(TpccServerProcess.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString());
        return Path.of(here)
                .resolve("../../../bank-server/target/bank-server.jar")
                .normalize();
    }
}
