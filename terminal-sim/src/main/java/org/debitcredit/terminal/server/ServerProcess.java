package org.debitcredit.terminal.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.debitcredit.console.EndOfInput;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.Json;

/** A bank server in a separate process, from its start to its clean end. Its output goes to a log. */
final class ServerProcess implements AutoCloseable {

    private static final long STOP_SECONDS_MAX = 30;
    private static final long LAST_WORDS_MILLIS_MAX = 1_000;
    private static final int LAST_LINES = 20;
    private static final long PROGRESS_SECONDS = 2;
    private static final String PROGRESS_LOGGER = " Progress: ";
    private static final String RECOVERY_LOGGER = " BankLifecycle: ";

    private final Process process;
    private final Duration startMax;
    private final CompletableFuture<ServerPorts> ports = new CompletableFuture<>();
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final List<String> recovery = new ArrayList<>();
    private final Thread reader;

    private ServerProcess(Process process, Path log, Duration startMax) {
        this.process = process;
        this.startMax = startMax;
        reader = new Thread(() -> read(log), "server-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts it; {@link #ports} waits until it is ready.
     *
     * @param arguments of {@code serve}, besides those of the plan
     * @param ports that it should listen on; 0 takes a free one
     */
    static ServerProcess start(ServerPlan plan, List<String> arguments, ServerPorts ports, Path log) {
        if (!Files.isRegularFile(plan.jar())) {
            throw new RunFailure("there is no server jar at " + plan.jar()
                    + ". Build it, or give its path by -Dbank.server.jar=FILE");
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(plan.javaOptions());
        command.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                EndOfInput.JVM_OPTION,
                "-jar",
                plan.jar().toString(),
                "serve"));
        command.addAll(List.of("--branches", Integer.toString(plan.branches())));
        command.addAll(List.of("--preset", plan.preset().toString()));
        command.addAll(List.of("--port", Integer.toString(ports.http())));
        command.addAll(List.of("--grpc-port", Integer.toString(ports.grpc())));
        command.addAll(arguments);
        command.addAll(plan.settings());
        try {
            return new ServerProcess(
                    new ProcessBuilder(command).redirectErrorStream(true).start(), log, plan.startMax());
        } catch (IOException failed) {
            throw new RunFailure("the server could not be started: " + FailureText.of(failed), failed);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it at once by its process id, as {@code kill -9} does, and waits until it has ended. */
    void kill() {
        // Through its handle, because Process.destroyForcibly would close the pipe with its last output.
        process.toHandle().destroyForcibly();
        try {
            process.waitFor();
            reader.join(LAST_WORDS_MILLIS_MAX);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Where it listens, once it is ready. */
    ServerPorts ports() {
        try {
            return ports.orTimeout(startMax.toSeconds(), TimeUnit.SECONDS).join();
        } catch (CompletionException notReady) {
            String reason = notReady.getCause() instanceof TimeoutException
                    ? "was not ready after " + startMax.toMinutes() + " minutes"
                    : "ended or failed before it was ready";
            throw new RunFailure("the server " + reason + "; its last lines:\n" + lastLines(), notReady);
        }
    }

    /**
     * Waits until it is ready or has failed, and prints its progress every two seconds. {@link #ports} shows the
     * result.
     */
    void awaitReady(Talk talk) {
        long begun = System.nanoTime();
        while (!ports.isDone()) {
            try {
                ports.get(PROGRESS_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException notYet) {
                long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
                if (seconds >= startMax.toSeconds()) {
                    return;
                }
                talk.say("  %,4d s: %s", seconds, progress());
            } catch (ExecutionException failed) {
                return;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** The latest progress line among the last lines of the server's output. */
    private String progress() {
        synchronized (lastLines) {
            for (Iterator<String> lines = lastLines.descendingIterator(); lines.hasNext(); ) {
                String line = lines.next();
                int at = line.indexOf(PROGRESS_LOGGER);
                if (at >= 0) {
                    return line.substring(at + PROGRESS_LOGGER.length());
                }
            }
        }
        return "the service is starting";
    }

    private void read(Path log) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
                PrintStream copy = new PrintStream(
                        Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                        true,
                        StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                // Lines that the disk of the log has no room for are dropped: the server would wait for its reader.
                copy.println(line);
                take(line);
            }
        } catch (IOException | RunFailure unreadable) {
            ports.completeExceptionally(unreadable);
        }
        ports.completeExceptionally(new RunFailure("the server ended"));
    }

    private void take(String line) {
        synchronized (lastLines) {
            lastLines.addLast(line);
            if (lastLines.size() > LAST_LINES) {
                lastLines.removeFirst();
            }
            int at = line.indexOf(RECOVERY_LOGGER);
            if (at >= 0 && !ports.isDone()) {
                recovery.add(line.substring(at + RECOVERY_LOGGER.length()));
            }
        }
        if (line.startsWith("{\"ready\"")) {
            JsonNode ready = Json.read(line.getBytes(StandardCharsets.UTF_8));
            ports.complete(new ServerPorts(Json.integer(ready, "httpPort"), Json.integer(ready, "grpcPort")));
        }
    }

    /** The lines about the bank that it found, which it logged before it was ready: each a sentence. */
    List<String> recovery() {
        synchronized (lastLines) {
            return List.copyOf(recovery);
        }
    }

    private String lastLines() {
        synchronized (lastLines) {
            return String.join("\n", lastLines);
        }
    }

    /** Asks it to stop, and kills it if it has not ended after {@value #STOP_SECONDS_MAX} seconds. */
    @Override
    public void close() {
        // Through its handle, because Process.destroy would close the pipe to which the server still writes.
        process.toHandle().destroy();
        try {
            if (process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                reader.join(LAST_WORDS_MILLIS_MAX);
                return;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
