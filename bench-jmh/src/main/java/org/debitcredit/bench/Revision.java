package org.debitcredit.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.debitcredit.history.BenchmarkRun;

/** Which revision of the sources is measured. */
public final class Revision {

    private Revision() {}

    /**
     * The commit of the work tree around a directory, followed by {@code -dirty} if anything is changed except
     * documents and recorded figures; {@link BenchmarkRun#UNKNOWN_REVISION} if git cannot tell it.
     */
    public static String of(Path directory) {
        try {
            String commit = git(directory, "rev-parse", "HEAD");
            return git(
                                    directory,
                                    "status",
                                    "--porcelain",
                                    "--",
                                    ":/",
                                    ":(top,exclude)README.md",
                                    ":(top,exclude)docs",
                                    ":(top,exclude)bench-jmh/history")
                            .isEmpty()
                    ? commit
                    : commit + "-dirty";
        } catch (IOException e) {
            return BenchmarkRun.UNKNOWN_REVISION;
        }
    }

    private static String git(Path directory, String... arguments) throws IOException {
        String[] command = new String[arguments.length + 1];
        command[0] = "git";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process = new ProcessBuilder(command)
                .directory(directory.toAbsolutePath().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("no git here");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return said;
    }
}
