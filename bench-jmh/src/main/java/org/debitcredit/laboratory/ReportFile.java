package org.debitcredit.laboratory;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.console.FailureText;

/** The file of {@code --report}. */
final class ReportFile {

    private ReportFile() {}

    /**
     * Makes the folder of a file that is written only after a long measurement, and tries whether the file can be
     * written, so that no result is lost. A file that is there keeps its content; one that is not there is not made.
     *
     * @param chosen as a person gave it
     * @return the same file by its absolute path
     * @throws IllegalArgumentException if it cannot be written
     */
    static Path prepared(Path chosen) {
        Path file = chosen.toAbsolutePath().normalize();
        Path folder = file.getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new IllegalArgumentException(
                    "--report is '" + chosen + "'; it must be a file, but it is a directory");
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--report is '" + chosen + "'; its folder cannot be made: " + FailureText.of(e), e);
        }
        try {
            tryToWrite(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--report is '" + chosen + "', which cannot be written: " + FailureText.of(e)
                            + ". Name another file",
                    e);
        }
        return file;
    }

    private static void tryToWrite(Path file) throws IOException {
        if (!Files.exists(file)) {
            Files.delete(Files.createFile(file));
        } else if (!Files.isWritable(file)) {
            throw new AccessDeniedException(file.toString());
        }
    }
}
