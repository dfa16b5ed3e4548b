package org.debitcredit.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs a server whose forces return at once and force nothing: {@code strace} answers the calls in the kernel's place.
 */
final class UnforcedServer {

    private static final Path STRACE = Path.of("/usr/bin/strace");

    private UnforcedServer() {}

    /** Why it cannot be used here; empty when it can. */
    static String hindrance(Path folder) {
        if (!Files.isExecutable(STRACE)) {
            return "there is no " + STRACE;
        }
        List<String> trial = new ArrayList<>(command(folder.resolve("trial")));
        trial.add("true");
        CommandRun run = CommandRun.of(trial, Map.of());
        return run.exitCode() == 0
                ? ""
                : "strace does not work: " + run.stderr().strip();
    }

    /** Goes before a command. */
    static List<String> command(Path log) {
        String calls = "fsync,fdatasync,msync,sync_file_range";
        return List.of(
                STRACE.toString(),
                "-D",
                "-f",
                "--seccomp-bpf",
                "-e",
                "trace=" + calls,
                "-e",
                "inject=" + calls + ":retval=0",
                "-o",
                log.toString());
    }
}
