package org.debitcredit.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Times of the machine's processors since it started, in ticks, from the first line of {@code /proc/stat} ({@code
 * proc(5)}).
 *
 * @param total in every state
 * @param stolen by other guests of the same host while this machine had work
 */
public record ProcessorTimes(long total, long stolen) {

    private static final Path STAT = Path.of("/proc/stat");
    private static final String NAME = "cpu";
    private static final int STOLEN = 8;

    /** Reads the times of this machine now; empty where there is no {@code /proc/stat}, which only Linux has. */
    public static Optional<ProcessorTimes> read() {
        return read(STAT);
    }

    static Optional<ProcessorTimes> read(Path stat) {
        if (!Files.isReadable(stat)) {
            return Optional.empty();
        }
        try (BufferedReader lines = Files.newBufferedReader(stat)) {
            return Optional.ofNullable(lines.readLine()).map(ProcessorTimes::parse);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the line.
     *
     * @throws IllegalArgumentException when the text is not the first line of {@code /proc/stat}
     */
    public static ProcessorTimes parse(String line) {
        String[] fields = line.trim().split("\\s+");
        if (fields.length <= STOLEN || !fields[0].equals(NAME)) {
            throw new IllegalArgumentException("\"" + line + "\" is not the first line of /proc/stat");
        }
        long total = 0;
        // What follows is the time of guests, which is in the time of users already.
        for (int i = 1; i <= STOLEN; i++) {
            total += Long.parseLong(fields[i]);
        }
        return new ProcessorTimes(total, Long.parseLong(fields[STOLEN]));
    }

    /** The part of the time since an earlier reading that was stolen, 0 to 1. */
    public double stolenShareSince(ProcessorTimes earlier) {
        long passed = total - earlier.total;
        return passed <= 0 ? 0 : (double) (stolen - earlier.stolen) / passed;
    }
}
