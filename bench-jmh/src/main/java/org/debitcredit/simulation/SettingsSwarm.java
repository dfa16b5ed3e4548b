package org.debitcredit.simulation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Currency;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.settings.SpaceSettings;

/**
 * Draws the settings of each run of a process, each between its smallest and its largest legal value. Small values are
 * preferred, because with them everything is reused soonest. Settings that need much memory are drawn seldom.
 */
final class SettingsSwarm {

    /** Names of the data directories, one on each disk. */
    static final Path DATA = Path.of("bank");

    static final Path MIRROR = Path.of("mirror");

    /** Of this many lives one has the largest ring, which takes much memory. */
    private static final int LARGE_RING_ONE_IN = 4_000;

    /** Bytes of an epoch of one group, with its beginning and its end, if it is in one segment. */
    private static final long EPOCH_BYTES_LEAST = 6_600;

    /** The same if it takes a page of each of several segments. */
    private static final long EPOCH_BYTES_LEAST_SHORT = 5 * 4_096;

    private static final int EPOCHS_BESIDE_KEYS = 8;

    private static final long DAY_MILLIS = 86_400_000;

    private final RandomGenerator random;
    private final Terms terms;
    private final Set<Mode> modes;

    SettingsSwarm(RandomGenerator random, Terms terms, Set<Mode> modes) {
        this.random = random;
        this.terms = terms;
        this.modes = modes;
    }

    /**
     * Settings of a life.
     *
     * @param mirrored whether the bank is kept on both disks
     * @param acceptsLoneCopy whether one that was mirrored may start without its mirror
     */
    BankSettings draw(boolean mirrored, boolean acceptsLoneCopy) {
        int keyWindow = keyWindow();
        long segmentBytes = segmentBytes();
        JournalSettings journal = new JournalSettings(
                        JournalKind.FILE, epochBytes(), segmentBytes, OptionalLong.empty())
                .with(space(segmentBytes, keyWindow))
                .accepting(acceptsLoneCopy ? LoneCopy.ANY : LoneCopy.NONE);
        return BankSettings.builder(DATA, Terms.SCALE, Currency.getInstance("USD"))
                .keyWindow(keyWindow)
                .keyAheadMax(Duration.ofMillis(keyAheadMillis()))
                .journal(
                        mirrored
                                ? journal.mirroredIn(MIRROR, random.nextInt(3) == 0 ? OnLoss.STOP : OnLoss.DEGRADE)
                                : journal)
                .snapshots(new SnapshotSettings(replayMax(), retention()))
                .engine(engine(mirrored))
                .clocks(terms.clock.clocks())
                .ids(terms::id)
                .build();
    }

    private TransactionEngine.Settings engine(boolean mirrored) {
        boolean isLarge = terms.isLarge && !mirrored;
        int groupMax =
                isLarge ? limit(JournalWriter.ROWS_MAX) : random.nextInt(6) == 0 ? limit(1) : oneOf(2, 40, 1_000);
        int ringSize = isLarge ? 1 << 10 : random.nextInt(6) == 0 ? limit(1) : 1 << 1 + random.nextInt(8);
        if (random.nextInt(LARGE_RING_ONE_IN) == 0) {
            ringSize = limit(TransactionEngine.Settings.RING_SIZE_MAX);
        }
        int submissionMax = Math.min(TransactionEngine.SUBMISSION_MAX, groupMax);
        int inFlightMax = isLarge || random.nextInt(6) == 0
                ? limit(TransactionEngine.Settings.IN_FLIGHT_MAX)
                : random.nextInt(4) == 0 ? limit(submissionMax) : submissionMax + random.nextInt(64);
        return new TransactionEngine.Settings(ringSize, groupMax, inFlightMax);
    }

    private int keyWindow() {
        if (terms.isNarrow) {
            return random.nextInt(4) == 0 ? limit(1) : 1 + random.nextInt(6);
        }
        return random.nextInt(8) == 0 ? limit(1) : oneOf(2, 48, 2_000);
    }

    private long keyAheadMillis() {
        return switch (random.nextInt(6)) {
            case 0 -> limit(1);
            case 1 -> limit(DAY_MILLIS);
            default -> 1_000;
        };
    }

    private long epochBytes() {
        return switch (random.nextInt(20)) {
            case 0 -> limit(1L);
            case 1 -> limit(JournalSettings.EPOCH_BYTES_MAX);
            default -> 1_000 + random.nextInt(10_000);
        };
    }

    private long segmentBytes() {
        return random.nextInt(6) == 0 ? limit(FileJournal.SEGMENT_BYTES_MIN) : 4_096L * (2 + random.nextInt(3));
    }

    /**
     * Snapshots end epochs too: so the journal has room for each key in an epoch of its own and for some more, and for
     * as much again between two snapshots.
     */
    private SpaceSettings space(long segmentBytes, int keyWindow) {
        SpaceSettings space = SpaceSettings.CHOSEN;
        if (!terms.isLarge && (terms.isNarrow || random.nextInt(3) == 0)) {
            long least = DiskSpace.journalBytesLeast(segmentBytes, keyWindow);
            long ofKeys = 2
                    * (2L * keyWindow + EPOCHS_BESIDE_KEYS)
                    * (segmentBytes < 2 * 4_096 ? EPOCH_BYTES_LEAST_SHORT : EPOCH_BYTES_LEAST);
            space = space.withJournalBytesMax(Math.max(least, ofKeys) + random.nextInt(10_000));
        }
        if (!terms.keepsHistory && random.nextInt(3) == 0) {
            space = space.withArchiveBytesMax(random.nextInt(3) == 0 ? limit(0L) : random.nextInt(50_000));
        }
        return space;
    }

    /** The memory ledger redoes 4 transactions a microsecond, and a snapshot starts after half of that time. */
    private Duration replayMax() {
        return switch (random.nextInt(10)) {
            case 0 -> Duration.ofNanos(limit(1));
            case 1 -> SnapshotSettings.REPLAY_MAX_MAX;
            default -> Duration.ofNanos(500L * (10 + random.nextInt(40)));
        };
    }

    private Duration retention() {
        if (terms.keepsHistory) {
            return random.nextInt(3) == 0 ? SnapshotSettings.HISTORY_RETENTION_MAX : Duration.ofDays(90);
        }
        return random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(1 + random.nextInt(2_000));
    }

    private int oneOf(int least, int small, int large) {
        return random.nextInt(10) == 0 ? large : least + random.nextInt(small);
    }

    private long limit(long value) {
        modes.add(Mode.SETTING_AT_A_LIMIT);
        return value;
    }

    private int limit(int value) {
        modes.add(Mode.SETTING_AT_A_LIMIT);
        return value;
    }
}
