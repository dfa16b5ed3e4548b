package org.debitcredit.terminal.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.Json;

/** A bank server in a separate process, from its start to its clean end. Its output goes to a log. */
final class ServerProcess implements AutoCloseable {

    /** Where it listens on loopback. */
    record Ports(int http, int grpc) {}

    private static final long START_MINUTES_MAX = 5;
    private static final long STOP_SECONDS_MAX = 30;
    private static final long LAST_WORDS_MILLIS_MAX = 1_000;
    private static final int LAST_LINES = 20;
    private static final long PROGRESS_SECONDS = 2;
    private static final String PROGRESS_LOGGER = " Progress: ";

    private final Process process;
    private final CompletableFuture<Ports> ports = new CompletableFuture<>();
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final Thread reader;

    private ServerProcess(Process process, Path log) {
        this.process = process;
        reader = new Thread(() -> read(log), "server-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts it on free ports; {@link #ports} waits until it is ready.
     *
     * @param javaOptions options for its JVM
     */
    static ServerProcess start(Path jar, List<String> javaOptions, Path data, int branches, Preset preset, Path log) {
        if (!Files.isRegularFile(jar)) {
            throw new RunFailure(
                    "there is no server jar at " + jar + ". Build it, or give its path by " + "-Dbank.server.jar=FILE");
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions);
        command.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                "-jar",
                jar.toString(),
                "serve",
                "--found",
                "--data",
                data.toString(),
                "--branches",
                Integer.toString(branches),
                "--preset",
                preset.toString(),
                "--port",
                "0",
                "--grpc-port",
                "0"));
        try {
            return new ServerProcess(
                    new ProcessBuilder(command).redirectErrorStream(true).start(), log);
        } catch (IOException failed) {
            throw new RunFailure("the server could not be started: " + failed, failed);
        }
    }

    /** Where it listens, once it is ready. */
    Ports ports() {
        try {
            return ports.orTimeout(START_MINUTES_MAX, TimeUnit.MINUTES).join();
        } catch (CompletionException notReady) {
            String reason = notReady.getCause() instanceof TimeoutException
                    ? "was not ready after " + START_MINUTES_MAX + " minutes"
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
                if (seconds >= TimeUnit.MINUTES.toSeconds(START_MINUTES_MAX)) {
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

    /** The latest progress line in the server's log. */
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
                BufferedWriter copy = Files.newBufferedWriter(log)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                copy.write(line);
                copy.newLine();
                copy.flush();
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
        }
        if (line.startsWith("{\"ready\"")) {
            JsonNode ready = Json.read(line.getBytes(StandardCharsets.UTF_8));
            ports.complete(new Ports(Json.integer(ready, "httpPort"), Json.integer(ready, "grpcPort")));
        }
    }

    private String lastLines() {
        synchronized (lastLines) {
            return String.join("\n", lastLines);
        }
    }

    /** Asks it to stop, and makes it stop if it does not. */
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
