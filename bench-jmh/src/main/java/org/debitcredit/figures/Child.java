package org.debitcredit.figures;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process that is started, read to its end, and ended by its handle should it take too long. */
final class Child {

    private static final int ERRORS_SHOWN = 12;

    private Child() {}

    /**
     * Runs a command and returns the lines of its standard output.
     *
     * @throws IOException when it fails, with the last lines of its standard error, or takes too long
     */
    static List<String> run(List<String> command, int timeLimitSeconds) throws IOException {
        return run(command, timeLimitSeconds, true);
    }

    /** The same for a command that may measure something and still fail: its lines are returned if it wrote any. */
    static List<String> said(List<String> command, int timeLimitSeconds) throws IOException {
        return run(command, timeLimitSeconds, false);
    }

    private static List<String> run(List<String> command, int timeLimitSeconds, boolean mustSucceed)
            throws IOException {
        Process process = new ProcessBuilder(command).start();
        try {
            process.getOutputStream().close();
            CompletableFuture<List<String>> errors = CompletableFuture.supplyAsync(() -> last(process));
            CompletableFuture<List<String>> lines = CompletableFuture.supplyAsync(
                    () -> process.inputReader().lines().toList());
            List<String> said = lines.get(timeLimitSeconds, TimeUnit.SECONDS);
            int exit = process.waitFor();
            if (exit != 0 && (mustSucceed || said.isEmpty())) {
                throw new IOException(
                        String.join(" ", command) + ": exit code " + exit + "\n" + String.join("\n", errors.get()));
            }
            return said;
        } catch (TimeoutException e) {
            throw new IOException(String.join(" ", command) + ": took more than " + timeLimitSeconds + " s", e);
        } catch (ExecutionException e) {
            throw new IOException(String.join(" ", command) + ": its output cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    private static List<String> last(Process process) {
        Deque<String> kept = new ArrayDeque<>();
        process.errorReader().lines().forEach(line -> {
            kept.add(line);
            if (kept.size() > ERRORS_SHOWN) {
                kept.remove();
            }
        });
        return List.copyOf(kept);
    }
}
