package org.debitcredit.terminal.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.RunFailure;
import org.jspecify.annotations.Nullable;

/**
 * Where a temporary bank is. Its data and its mirror are deleted in the end; the log stays.
 *
 * @param data directory of the bank
 * @param mirror second directory of the bank; null without a mirror
 * @param log of the server's output; that of a later start is appended
 */
public record TemporaryBankFolders(Path data, @Nullable Path mirror, Path log) {

    /** New data and mirror in given folders, which are made where they are missing. */
    public static TemporaryBankFolders in(Path dataFolder, @Nullable Path mirrorFolder, Path log) {
        return new TemporaryBankFolders(
                made(dataFolder, "data-"), mirrorFolder == null ? null : made(mirrorFolder, "mirror-"), log);
    }

    private static Path made(Path folder, String prefix) {
        Interrupt.requireNone();
        try {
            Files.createDirectories(folder);
            return Files.createTempDirectory(folder, prefix);
        } catch (IOException unwritable) {
            throw new RunFailure(
                    "cannot make a data directory in " + folder + ": " + FailureText.of(unwritable), unwritable);
        }
    }
}
