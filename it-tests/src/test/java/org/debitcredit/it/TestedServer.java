package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A process of the server's jar: when it is ready, how it ends, what it wrote. */
final class TestedServer implements AutoCloseable {

    /** The shell's number for an end by SIGTERM: 128 + 15. */
    static final int ENDED_BY_SIGTERM = 143;

    private static final long READY_SECONDS_MAX = 120;
    private static final int EXIT_SECONDS_MAX = 60;

    private record Ports(int http, int grpc) {}

    private final List<String> command;
    private final Process process;
    private final Path log;
    private final CompletableFuture<Ports> ports = new CompletableFuture<>();

    private TestedServer(List<String> command, Process process, Path log) {
        this.command = command;
        this.process = process;
        this.log = log;
        Thread reader = new Thread(this::readStdout, "server-stdout");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts it; what it writes to stderr goes to a file. */
    static TestedServer start(ServerCommand command, Path log) {
        try {
            Process process = new ProcessBuilder(command.line())
                    .redirectError(log.toFile())
                    .start();
            return new TestedServer(command.line(), process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readStdout() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("{\"ready\":true")) {
                    ports.complete(new Ports(
                            // The server of tpcc/v1 has none.
                            JsonText.parse(line).path("httpPort").intValue(),
                            JsonText.parse(line).required("grpcPort").intValue()));
                }
            }
        } catch (IOException | RuntimeException e) {
            ports.completeExceptionally(e);
        }
        ports.completeExceptionally(new IllegalStateException("it ended before it was ready"));
    }

    /** Waits until it serves. */
    TestedServer awaitReady() {
        try {
            Ports known = ports.orTimeout(READY_SECONDS_MAX, TimeUnit.SECONDS).join();
            if (known.http != 0) {
                // A bank's server writes its log from a queue, so its first lines may come after the ports.
                Awaitility.await()
                        .atMost(READY_SECONDS_MAX, TimeUnit.SECONDS)
                        .until(() -> log().contains("ServeCommand: ready"));
            }
            return this;
        } catch (CompletionException e) {
            throw new AssertionError("the server was not ready: " + e.getCause(), e);
        }
    }

    int httpPort() {
        return ports.join().http;
    }

    int grpcPort() {
        return ports.join().grpc;
    }

    RestBank rest() {
        return RestBank.on(httpPort());
    }

    GrpcBank grpc() {
        return GrpcBank.on(grpcPort(), null);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Whether nothing of it runs any more, though the kernel may still hold one of its threads in a call. */
    boolean isZombieOrGone() throws IOException {
        Path status = Path.of("/proc", Long.toString(pid()), "status");
        try {
            return Files.readString(status).contains("State:\tZ");
        } catch (NoSuchFileException gone) {
            return true;
        }
    }

    /** Has its JVM collect garbage, and waits for that. */
    void collectGarbage() {
        String jcmd = Artifacts.java().resolveSibling("jcmd").toString();
        assertThat(CommandRun.failure(jcmd, Long.toString(pid()), "GC.run")).isEmpty();
    }

    /** SIGSTOP: the process stops where it is. */
    void pause() {
        assertThat(CommandRun.of("kill", "-STOP", Long.toString(process.pid())).exitCode())
                .isZero();
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL: nothing more of it runs. */
    void kill9() {
        process.destroyForcibly();
        awaitExit();
    }

    /** SIGTERM, by the handle: {@code Process.destroy} would close the pipes that it still writes to. */
    void signalTerm() {
        process.toHandle().destroy();
    }

    /** SIGTERM, and its end; answers the exit code. */
    int terminate() {
        signalTerm();
        return awaitExit();
    }

    /** Waits for its end; answers the exit code. */
    int awaitExit() {
        return awaitExit(EXIT_SECONDS_MAX);
    }

    /** Waits so many seconds for its end; answers the exit code. */
    int awaitExit(int secondsMax) {
        try {
            assertThat(process.waitFor(secondsMax, TimeUnit.SECONDS))
                    .as("the server ended within " + secondsMax + " s")
                    .isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What it wrote to stderr until now. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its command, its log, and its state. */
    String story() {
        String end = process.isAlive() ? "still running" : "exit code " + process.exitValue();
        return String.join(" ", command) + "\n" + log() + "(" + end + ")";
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill9();
        }
    }
}
