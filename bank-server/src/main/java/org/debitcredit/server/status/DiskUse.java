package org.debitcredit.server.status;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much of its disks the bank uses, as one measurement found it.
 *
 * @param places the data directory, and the mirror if there is one
 * @param backupMillis when the newest backup was made, milliseconds since 1970; {@link #NEVER} without one
 * @param epochs live epochs of the journal; 0 while the bank is closed
 * @param measuredNanos when this was measured, nanoseconds by the clock of the {@link DiskMeter}
 */
public record DiskUse(List<Place> places, long backupMillis, int epochs, long measuredNanos) {

    /** Stands for the time of something that never happened. */
    public static final long NEVER = Long.MIN_VALUE;

    /**
     * A directory of the bank.
     *
     * @param name {@code data} or {@code mirror}
     * @param freeBytes of its file system, for this process
     * @param totalBytes of its file system
     * @param bytes of its files by kind: {@code journal}, {@code archive}, {@code snapshots}, {@code backups}, {@code
     *     other}
     * @param snapshotMillis when the newest snapshot was written, milliseconds since 1970; {@link DiskUse#NEVER}
     *     without one
     */
    public record Place(String name, long freeBytes, long totalBytes, Map<String, Long> bytes, long snapshotMillis) {}

    /** Bytes of the files in the data directory, and of the backups, by kind. */
    public Map<String, Long> bytesOfData() {
        return places.isEmpty() ? Map.of() : new TreeMap<>(places.get(0).bytes());
    }

    /** When the newest snapshot was written, milliseconds since 1970; {@link #NEVER} without one. */
    public long snapshotMillis() {
        return places.stream().mapToLong(Place::snapshotMillis).max().orElse(NEVER);
    }
}
