package org.debitcredit.probe;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.debitcredit.storage.FileSystemKind;

/**
 * The results of one run of the probe.
 *
 * @param directory that was measured
 * @param medium its file system
 * @param began when
 * @param seconds how long it took
 * @param preparedBytes length of the file that was overwritten in rotation
 * @param forces the storage floor
 * @param model what the floor's overwriting writes cost
 * @param seeks random reads
 * @param disk the data sheet of the computed row
 * @param groups the grouping curve on the floor
 * @param journals the journals against the floor
 * @param fillAhead Chronicle with zeros ahead and without
 */
public record ProbeResult(
        Path directory,
        FileSystemKind medium,
        Instant began,
        double seconds,
        long preparedBytes,
        List<ForceRow> forces,
        CostModel model,
        SeekRow seeks,
        Disk disk,
        List<GroupRow> groups,
        List<JournalRow> journals,
        FillAheadRow fillAhead) {

    /** The floor at one size, one way. */
    public ForceRow force(ForceWay way, int blockBytes) {
        return forces.stream()
                .filter(row -> row.way() == way && row.blockBytes() == blockBytes)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(blockBytes + " bytes, " + way + ": this was not measured"));
    }
}
