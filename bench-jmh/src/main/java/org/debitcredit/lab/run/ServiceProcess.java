package org.debitcredit.lab.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.debitcredit.console.ProgressLines;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code serve} in a process of its own, on free ports of loopback. */
final class ServiceProcess implements Service {

    private static final long START_SECONDS_MAX = 120;
    private static final long STOP_SECONDS_MAX = 20;
    private static final long END_SECONDS_MAX = 2;
    private static final int LAST_LINES = 8;
    private static final Duration METERS_MAX = Duration.ofSeconds(20);
    private static final int OK = 200;

    private final Process process;
    private final Thread reader = new Thread(this::read, "service-output");
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(METERS_MAX)
            .build();
    private final CompletableFuture<JsonNode> ready = new CompletableFuture<>();
    private final Deque<String> lastLines = new ArrayDeque<>();

    private ServiceProcess(Process process) {
        this.process = process;
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts it; {@link #awaitReady} waits until it serves. */
    static ServiceProcess start(List<String> command) throws IOException {
        return new ServiceProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                take(line);
            }
        } catch (IOException ended) {
            ready.completeExceptionally(ended);
        }
        ready.completeExceptionally(new IOException("the service ended before it was ready"));
    }

    private void take(String line) {
        synchronized (lastLines) {
            lastLines.addLast(line);
            if (lastLines.size() > LAST_LINES) {
                lastLines.removeFirst();
            }
        }
        if (line.startsWith("{\"ready\":true")) {
            ready.complete(JsonMapper.shared().readTree(line));
        }
    }

    /**
     * Waits until it serves.
     *
     * @throws IOException if it ends before, or takes too long; with its last lines
     */
    void awaitReady(ProgressLines progress) throws IOException {
        long begun = System.nanoTime();
        while (true) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
            try {
                ready.get(1, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException notYet) {
                progress.at("the service is starting, seconds", seconds, 0);
                if (seconds >= START_SECONDS_MAX) {
                    throw new IOException("the service was not ready after " + seconds + " s; " + lastLines(), notYet);
                }
            } catch (ExecutionException failed) {
                throw new IOException("the service ended or failed before it was ready; " + lastLines(), failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while the service was starting", interrupted);
            }
        }
    }

    private String lastLines() {
        synchronized (lastLines) {
            return lastLines.isEmpty() ? "it printed nothing" : "its last lines: " + String.join(" / ", lastLines);
        }
    }

    /** Waits for a moment, because connections break before a process has ended. */
    @Override
    public Optional<String> ended() {
        try {
            if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
                return Optional.empty();
            }
            reader.join(TimeUnit.SECONDS.toMillis(END_SECONDS_MAX));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
        return Optional.of("the service ended with exit code " + process.exitValue() + "; " + lastLines());
    }

    /** Its own gRPC port. */
    @Override
    public int clientsPort() {
        return ready.join().path("grpcPort").asInt();
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public ServiceMeters meters() throws IOException {
        URI meters =
                URI.create("http://127.0.0.1:" + ready.join().path("httpPort").asInt() + "/actuator/prometheus");
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(meters).timeout(METERS_MAX).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new IOException(meters + " answered " + answer.statusCode());
            }
            return ServiceMeters.parse(answer.body());
        } catch (HttpTimeoutException late) {
            throw new IOException(meters + " did not answer within " + METERS_MAX.toSeconds() + " s", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the meters were read", interrupted);
        }
    }

    /** Asks it to stop, makes it stop if it does not in time, and waits for its end. */
    void stop() {
        process.toHandle().destroy();
        try {
            if (process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                return;
            }
            process.destroyForcibly().waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
