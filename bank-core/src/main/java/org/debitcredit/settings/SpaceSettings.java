package org.debitcredit.settings;

import java.util.OptionalLong;
import org.debitcredit.directory.DiskSpace;

/**
 * The disk space that a bank may take. Empty values are chosen at the start: see {@link DiskSpace}.
 *
 * @param journalBytesMax bytes of the live epochs from which on no transaction is accepted until a snapshot has freed
 *     some, at most {@link #BYTES_MAX}
 * @param backlogBytesMax bytes of the live epochs from which on none is kept for a projection alone
 * @param archiveBytesMax bytes of the archived epochs above which the oldest is deleted, 0 to {@link #BYTES_MAX}
 * @param isMadeAhead whether files for as much as the journal usually takes are made before the bank opens, so that
 *     none is made while it begins to work
 */
public record SpaceSettings(
        OptionalLong journalBytesMax, OptionalLong backlogBytesMax, OptionalLong archiveBytesMax, boolean isMadeAhead) {

    /** 512 TiB: more than a file system holds, and far from where a long ends. */
    public static final long BYTES_MAX = 1L << 49;

    /** Everything is chosen at the start, and nothing is made ahead. */
    public static final SpaceSettings CHOSEN =
            new SpaceSettings(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), false);

    public SpaceSettings {
        require("journalBytesMax", journalBytesMax, 1);
        require("backlogBytesMax", backlogBytesMax, 1);
        require("archiveBytesMax", archiveBytesMax, 0);
    }

    private static void require(String name, OptionalLong bytes, long min) {
        if (bytes.isPresent() && (bytes.getAsLong() < min || bytes.getAsLong() > BYTES_MAX)) {
            throw new IllegalArgumentException(
                    name + " is " + bytes.getAsLong() + "; it must be " + min + " to " + BYTES_MAX);
        }
    }

    /** The same with a size limit for the journal. */
    public SpaceSettings withJournalBytesMax(long bytes) {
        return new SpaceSettings(OptionalLong.of(bytes), backlogBytesMax, archiveBytesMax, isMadeAhead);
    }

    /** The same with a size limit for the journal that is kept for a projection. */
    public SpaceSettings withBacklogBytesMax(long bytes) {
        return new SpaceSettings(journalBytesMax, OptionalLong.of(bytes), archiveBytesMax, isMadeAhead);
    }

    /** The same with a size limit for the archive. */
    public SpaceSettings withArchiveBytesMax(long bytes) {
        return new SpaceSettings(journalBytesMax, backlogBytesMax, OptionalLong.of(bytes), isMadeAhead);
    }

    /** The same with the journal's files made ahead. */
    public SpaceSettings madeAhead() {
        return new SpaceSettings(journalBytesMax, backlogBytesMax, archiveBytesMax, true);
    }
}
