package org.debitcredit.terminal.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.RunFailure;

/** A folder that is deleted with everything in it, even if the run is interrupted. */
public final class TemporaryFolder implements AutoCloseable {

    private final Path path;
    private final Thread onInterrupt;

    private TemporaryFolder(Path path) {
        this.path = path;
        this.onInterrupt = new Thread(() -> Deletion.of(path), "end-of-folder");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    /** Makes one in another folder, which is made where it is missing. */
    public static TemporaryFolder in(Path folder, String prefix) {
        Interrupt.requireNone();
        try {
            return new TemporaryFolder(Files.createTempDirectory(Files.createDirectories(folder), prefix));
        } catch (IOException unwritable) {
            throw new RunFailure(
                    "cannot make a directory in " + folder + ": " + FailureText.of(unwritable), unwritable);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        Deletion.of(path);
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException interrupted) {
            // The hook is running; it does the same.
        }
    }
}
