package org.debitcredit.terminal.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The verdict and the figures of an earlier run in the same folder. A run that comes to no end must not leave them as
 * if they were its own.
 */
public final class EarlierReport {

    private static final List<String> FILES =
            List.of("report.html", "report.json", "verdict.json", "result.json", "result.csv", "index.html");

    private EarlierReport() {}

    /** Deletes them from a folder, if they are there. */
    public static void delete(Path folder) {
        for (String name : FILES) {
            try {
                Files.deleteIfExists(folder.resolve(name));
            } catch (IOException undeletable) {
                throw new RunFailure(
                        "the earlier report " + folder.resolve(name) + " cannot be deleted: " + undeletable
                                + "; delete it, or give another folder by --report",
                        undeletable);
            }
        }
    }
}
