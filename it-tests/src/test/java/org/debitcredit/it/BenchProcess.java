package org.debitcredit.it;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The packaged {@code bank bench} against a server, as a process of its own. */
final class BenchProcess implements AutoCloseable {

    private static final int BATCH = 1_000;
    private static final int IN_FLIGHT = 16;

    /** Of a load at a rate, which must not wait for its own answers while a force takes longer. */
    private static final int IN_FLIGHT_AT_RATE = 32;

    private final Process process;
    private final Path out;

    private BenchProcess(Process process, Path out) {
        this.process = process;
        this.out = out;
    }

    /**
     * Starts a load.
     *
     * @param perSecond transactions, sent at their own times; 0 for as fast as answers come
     */
    static BenchProcess start(TestedServer server, int seconds, long perSecond) {
        try {
            Path out = Files.createTempFile("bank-bench", ".json");
            List<String> command = new ArrayList<>(List.of(
                    Artifacts.java().toString(),
                    "-Xmx256m",
                    "-jar",
                    Artifacts.laboratoryJar().toString(),
                    "bench",
                    "--json",
                    "--url",
                    "127.0.0.1:" + server.grpcPort(),
                    "--batch=" + BATCH,
                    "--in-flight=" + (perSecond > 0 ? IN_FLIGHT_AT_RATE : IN_FLIGHT),
                    "--seconds=" + seconds));
            if (perSecond > 0) {
                command.add("--rate=" + perSecond);
            }
            Process process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new BenchProcess(process, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end; what it measured. */
    JsonNode await() {
        try {
            int exit = process.waitFor();
            List<String> lines = Files.readAllLines(out);
            if (lines.isEmpty()) {
                throw new AssertionError("bench ended with exit code " + exit + " and said nothing");
            }
            return JsonText.parse(lines.get(lines.size() - 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
