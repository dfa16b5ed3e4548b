package org.debitcredit.terminal.headquarters;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.Json;
import org.jspecify.annotations.Nullable;

/**
 * The directory of headquarters. Each file is replaced as a whole, and durably.
 *
 * <pre>
 *   state.json              how far the streams are read, and what was made of them; names the day that was closed last
 *   days/2026-11-26.json    a closed day, never changed
 *   index.html              the page
 *   lock                    held by the process that uses the directory
 * </pre>
 *
 * <p>A day is closed by the state that names it; its file is written afterwards, and at the next start if a crash came
 * in between.
 */
final class HeadquartersFiles implements AutoCloseable {

    static final String PAGE = "index.html";

    private static final String STATE = "state.json";
    private static final String DAYS = "days";
    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}\\.json");

    private final Path directory;
    private final DiskFolder folder;
    private final DiskFolder days;
    private final FileChannel lock;

    /**
     * Takes a directory, made where missing.
     *
     * @throws RunFailure if another process uses it
     */
    HeadquartersFiles(Path directory) throws IOException {
        this.directory = directory.toAbsolutePath().normalize();
        this.folder = DiskFolder.open(this.directory);
        this.days = DiskFolder.open(this.directory.resolve(DAYS));
        this.lock =
                FileChannel.open(this.directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (taken(lock) == null) {
            lock.close();
            throw new RunFailure("the directory " + this.directory
                    + " is used by another headquarters; stop that process, or give another --directory");
        }
    }

    private static @Nullable FileLock taken(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException usedHere) {
            return null;
        }
    }

    /**
     * What was kept; null in a new directory.
     *
     * @throws RunFailure if it is damaged, or missing beside closed days
     */
    @Nullable
    HeadquartersState state() throws IOException {
        Path file = directory.resolve(STATE);
        if (!Files.exists(file)) {
            if (!dayFiles().isEmpty()) {
                throw new RunFailure(directory + " has closed days, but no " + STATE
                        + "; restore that file, or give an empty --directory");
            }
            return null;
        }
        HeadquartersState state;
        try {
            state = StateJson.read(Files.readString(file));
        } catch (RuntimeException e) {
            throw damaged(file, e);
        }
        DayReport lastClosed = state.lastClosed();
        if (lastClosed != null) {
            keep(lastClosed);
        }
        return state;
    }

    void keep(HeadquartersState state) throws IOException {
        DurableFiles.replace(folder, STATE, StateJson.of(state));
    }

    /**
     * Writes a day, unless it is there.
     *
     * @throws RunFailure if it is there with other figures
     */
    void keep(DayReport report) throws IOException {
        String name = report.day() + ".json";
        Path file = days.path().resolve(name);
        String text = DayJson.of(report) + "\n";
        if (!Files.exists(file)) {
            DurableFiles.replace(days, name, text);
        } else if (!Files.readString(file).equals(text)) {
            throw new RunFailure(file + " has other figures than those that this state closes the day with; " + STATE
                    + " is older than the day's file, so give an empty --directory");
        }
    }

    private List<String> dayFiles() throws IOException {
        return days.names().stream()
                .filter(name -> DAY.matcher(name).matches())
                .sorted()
                .toList();
    }

    /** The last closed days, the oldest first. */
    List<DayReport> lastDays(int max) throws IOException {
        List<String> names = dayFiles();
        List<DayReport> reports = new ArrayList<>();
        for (String name : names.subList(Math.max(0, names.size() - max), names.size())) {
            Path file = days.path().resolve(name);
            try {
                reports.add(DayJson.read(Json.read(Files.readAllBytes(file))));
            } catch (RuntimeException e) {
                throw damaged(file, e);
            }
        }
        return reports;
    }

    private static RunFailure damaged(Path file, RuntimeException e) {
        return new RunFailure(file + " cannot be read: " + e.getMessage(), e);
    }

    /** Writes the page, and returns its path. */
    Path write(String page) throws IOException {
        DurableFiles.replace(folder, PAGE, page);
        return page();
    }

    Path page() {
        return directory.resolve(PAGE);
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
