package org.debitcredit.server.status;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much of its disks the bank uses, as the latest measurements found it.
 *
 * @param places the data directory, and the mirror if there is one; those that do not answer are left out
 * @param backupMillis when the newest backup of this bank was made whose time is not in the future, milliseconds since
 *     1970; {@link #NEVER} without one; null if the directory of the backups does not answer
 * @param backupBytes of the files of that backup that it does not share with the archive; null without one, or if the
 *     directory of the backups does not answer
 * @param backupSpace of the disk of the backups; null if their directory is not there yet, or does not answer
 * @param epochs live epochs of the journal; 0 while the bank is closed; null if the data directory does not answer
 */
public record DiskUse(
        List<Place> places,
        @Nullable Long backupMillis,
        @Nullable Long backupBytes,
        @Nullable Space backupSpace,
        @Nullable Integer epochs) {

    /** Stands for the time of something that never happened. */
    public static final long NEVER = Long.MIN_VALUE;

    /** Name of the data directory. */
    static final String DATA = "data";

    /**
     * A directory of the bank.
     *
     * @param name {@code data} or {@code mirror}
     * @param freeBytes of its file system, for this process
     * @param totalBytes of its file system
     * @param bytes of its files by kind: {@code journal}, {@code archive}, {@code snapshots}, {@code backups}, {@code
     *     other}; without {@code backups} if their directory does not answer
     * @param snapshotMillis when the newest snapshot was written whose time is not in the future, milliseconds since
     *     1970; {@link DiskUse#NEVER} without one
     */
    public record Place(String name, long freeBytes, long totalBytes, Map<String, Long> bytes, long snapshotMillis) {}

    /**
     * The space of a disk.
     *
     * @param freeBytes for this process
     */
    public record Space(long freeBytes, long totalBytes) {}

    /** Bytes of the files in the data directory, and of the backups, by kind. */
    public Map<String, Long> bytesOfData() {
        return places.stream()
                .filter(place -> place.name().equals(DATA))
                .findFirst()
                .<Map<String, Long>>map(place -> new TreeMap<>(place.bytes()))
                .orElse(Map.of());
    }

    /**
     * When the newest snapshot was written whose time is not in the future, milliseconds since 1970; {@link #NEVER}
     * without one; null if the data directory does not answer.
     */
    public @Nullable Long snapshotMillis() {
        return places.stream().noneMatch(place -> place.name().equals(DATA))
                ? null
                : Long.valueOf(
                        places.stream().mapToLong(Place::snapshotMillis).max().orElse(NEVER));
    }
}
