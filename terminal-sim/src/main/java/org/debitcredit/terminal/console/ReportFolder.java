package org.debitcredit.terminal.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import org.debitcredit.console.FailureText;
import org.jspecify.annotations.Nullable;

/** The folder of a run's report. */
public final class ReportFolder {

    private ReportFolder() {}

    /**
     * Makes it.
     *
     * @param asked as a person gave it; null for one in {@code results}, with the command's name and the time
     */
    public static Path make(@Nullable Path asked, String command) {
        String time = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        Path folder = asked == null ? Path.of("results", command + "-" + time) : asked;
        try {
            return Files.createDirectories(folder.toAbsolutePath().normalize());
        } catch (IOException unwritable) {
            throw new WrongUsage("--report is '" + folder + "'; it must be a folder that can be written: "
                    + FailureText.of(unwritable));
        }
    }
}
