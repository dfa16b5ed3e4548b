package org.debitcredit.probe;

import java.nio.file.Path;

/**
 * The settings of a probe.
 *
 * @param directory exists and can be written
 * @param seconds about how long everything together takes, 1 to {@value #SECONDS_MAX}; files are sized after it
 * @param disk the data sheet for the computed row
 * @param fillAheadBytes how far the journals write zeros ahead, as the server's do
 */
public record ProbeSettings(Path directory, long seconds, Disk disk, long fillAheadBytes) {

    public static final int SECONDS_DEFAULT = 60;
    static final int SECONDS_MAX = 3_600;

    private static final long MIB = 1 << 20;
    private static final long BYTES_PER_SECOND = 4 * MIB;
    private static final long BOUT_BYTES_PER_SECOND = MIB;
    private static final long BOUT_BYTES_MIN = 8 * MIB;
    private static final long BYTES_MAX = 256 * MIB;

    public ProbeSettings {
        if (seconds < 1 || seconds > SECONDS_MAX) {
            throw new IllegalArgumentException("--duration is " + seconds + "s; it must be 1s to " + SECONDS_MAX + "s");
        }
    }

    /** Length of the file that is overwritten in a circle and read from. */
    long preparedBytes() {
        return Math.min(BYTES_MAX, Math.max(PreparedFile.BYTES_MIN, seconds * BYTES_PER_SECOND));
    }

    /** Most that one bout may add to the disk, warm-up aside. */
    long boutBytesMax() {
        return Math.min(BYTES_MAX, Math.max(BOUT_BYTES_MIN, seconds * BOUT_BYTES_PER_SECOND));
    }
}
