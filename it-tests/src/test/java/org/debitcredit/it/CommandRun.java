package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command that ran to its end. */
record CommandRun(int exitCode, String stdout, String stderr) {

    private static final long SECONDS_MAX = 150;

    static CommandRun of(String... command) {
        return of(List.of(command), Map.of());
    }

    static CommandRun of(List<String> command, Map<String, String> environment) {
        return of(command, environment, SECONDS_MAX);
    }

    static CommandRun of(List<String> command, Map<String, String> environment, long secondsMax) {
        try {
            Path out = Files.createTempFile("bank-it", ".out");
            Path err = Files.createTempFile("bank-it", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().putAll(environment);
            try {
                int exitCode = exitCode(builder.start(), command, secondsMax);
                return new CommandRun(exitCode, Files.readString(out), Files.readString(err));
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Why a command fails; empty when it does not. */
    static String failure(String... command) {
        try {
            CommandRun run = of(command);
            return run.exitCode() == 0 ? "" : command[0] + ": " + run.stderr().strip();
        } catch (UncheckedIOException e) {
            return e.toString();
        }
    }

    private static int exitCode(Process process, List<String> command, long secondsMax) throws IOException {
        process.getOutputStream().close();
        try {
            assertThat(process.waitFor(secondsMax, TimeUnit.SECONDS))
                    .as("%s ended within %d s", command, secondsMax)
                    .isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** The last line of stdout, by contract one JSON object. */
    JsonNode json() {
        List<String> lines = stdout.lines().toList();
        assertThat(lines).as("stdout; stderr was:\n%s", stderr).isNotEmpty();
        return JsonText.parse(lines.get(lines.size() - 1));
    }
}
