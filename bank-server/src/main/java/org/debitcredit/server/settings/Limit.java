package org.debitcredit.server.settings;

import java.time.Duration;
import java.util.function.LongFunction;
import org.debitcredit.bank.BankScale;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.mirror.HangLimit;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.settings.SpaceSettings;
import org.springframework.util.unit.DataSize;

/**
 * The smallest and the largest value of every setting that is a number, a time or a size, and why. The settings are
 * checked against this list, and {@code docs/limits.md} is written from it: see {@code LimitsPageTest}.
 */
enum Limit {
    BRANCHES(
            "bank.branches",
            Unit.COUNT,
            1,
            BankScale.BRANCHES_MAX,
            "An account's id is its branch times a million plus a number, and 100,000 branches are 100 "
                    + "billion accounts; memory or the database is exhausted long before.",
            "The number is fixed when the bank is founded, 10 if none is given; a start that asks for another is refused."),
    KEY_WINDOW(
            "bank.key-window",
            Unit.COUNT,
            1,
            IdempotencyWindow.SIZE_MAX,
            "Keys are found by a table in one Java array, which has at most 2^30 places.",
            "The oldest keys are forgotten; a request under one of them is refused as key-expired and not "
                    + "executed."),
    KEY_AHEAD_MAX(
            "bank.key-ahead-max",
            Unit.TIME,
            1,
            Duration.ofDays(1).toMillis(),
            "A forgotten key expires all keys of earlier times, so one client's clock that is ahead shuts the "
                    + "others out for as long; a wrong time zone is up to 14 hours off.",
            "A key whose time is further ahead is refused as key-ahead and not executed."),
    RING_SIZE(
            "bank.ring-size",
            Unit.POWER_OF_TWO,
            1,
            TransactionEngine.Settings.RING_SIZE_MAX,
            "A place takes about 32 bytes, and a request that waits in it some hundreds.",
            "With every place taken, requests are refused as busy (503, RESOURCE_EXHAUSTED)."),
    GROUP_MAX(
            "bank.group-max",
            Unit.COUNT,
            TransactionEngine.SUBMISSION_MAX,
            JournalWriter.ROWS_MAX,
            "A group must hold the largest batch, and it is one document of the journal, of which readers "
                    + "accept 16 MiB.",
            "The next group begins, and is forced after this one."),
    IN_FLIGHT_MAX(
            "bank.in-flight-max",
            Unit.COUNT,
            TransactionEngine.SUBMISSION_MAX,
            TransactionEngine.Settings.IN_FLIGHT_MAX,
            "The largest batch must be taken at some time, and a transaction that waits takes about 100 bytes "
                    + "of heap, 1.6 GB together, and as much again for its reference.",
            "Batches are refused as busy (RESOURCE_EXHAUSTED) until some of those before them are answered."),
    REQUEST_TIMEOUT(
            "bank.request-timeout",
            Unit.TIME,
            1,
            Duration.ofHours(1).toMillis(),
            "A request that waits holds memory and a connection.",
            "The request is answered outcome-unknown (504, UNKNOWN), and its key tells later what became of " + "it."),
    WARM_UP(
            "bank.warm-up",
            Unit.TIME,
            0,
            Duration.ofMinutes(1).toMillis(),
            "The service is not ready before it ends, and the JVM has compiled the hot path long before a "
                    + "minute is over.",
            "The service becomes ready."),
    JOURNAL_EPOCH(
            "bank.journal.epoch",
            Unit.SIZE,
            DataSize.ofMegabytes(1).toBytes(),
            JournalSettings.EPOCH_BYTES_MAX,
            "Files of an epoch below 1MB take longer to make than to fill, and a Chronicle queue numbers at "
                    + "most 2^32 documents.",
            "The next epoch begins; it begins at an eighth of bank.journal.bytes-max too, because whole epochs are "
                    + "freed."),
    JOURNAL_FILL_AHEAD(
            "bank.journal.fill-ahead",
            Unit.SIZE,
            DataSize.ofMegabytes(1).toBytes(),
            JournalSettings.FILL_AHEAD_BYTES_MAX,
            "Zeros are written in chunks of 1MB, and no file of ext4 is longer than 16TB. The disk must have "
                    + "as much free at every start.",
            "The writer waits for the next zeros, or for the next segment."),
    JOURNAL_BYTES_MAX(
            "bank.journal.bytes-max",
            Unit.SIZE,
            DiskSpace.journalBytesLeast(DataSize.ofMegabytes(1).toBytes(), 1),
            SpaceSettings.BYTES_MAX,
            "It must hold eight of the shortest files, and no file system holds more. Unset it is chosen at each start: the "
                    + "larger of 4GB and twice a snapshot, at most a quarter of what the disk has free or the journal has "
                    + "already.",
            "A snapshot begins at half of it and is complete by three quarters. At the whole, transactions are refused as "
                    + "busy (503, RESOURCE_EXHAUSTED) until a snapshot has freed some; inquiries are answered. What waits "
                    + "at that moment is still journaled, up to "
                    + (JournalWriter.documentBytesMax(1) - JournalWriter.documentBytesMax(0))
                    + " bytes for each transaction of bank.in-flight-max. "
                    + "Where nothing can be freed, readiness goes down and says why. A journal that is almost full at a "
                    + "start may take half of the least again. The last file of each epoch counts as far as it was written: where "
                    + "epochs are shorter than bank.journal.fill-ahead, the disk holds up to one such file more for each."),
    JOURNAL_ACCEPT_LOSS_AFTER(
            "bank.journal.accept-loss-after",
            Unit.COUNT,
            0,
            Long.MAX_VALUE,
            "It is a position, and 0 stands before the first transaction.",
            "A start refuses every position but the last before the damage, and a position serves one start: where it is "
                    + "left in the configuration it does nothing."),
    JOURNAL_ACCEPT_KEY_LOSS_THROUGH(
            "bank.journal.accept-key-loss-through",
            Unit.COUNT,
            0,
            Long.MAX_VALUE,
            "It is a position, and 0 stands before the first transaction.",
            "Where something before the balances is damaged, a start refuses every position but the one that it names; where "
                    + "nothing is, or it was given up before, the position does nothing. A start with it reads the whole "
                    + "journal."),
    MIRROR_FORCE_MAX(
            "bank.journal.mirror.force-max",
            Unit.TIME,
            HangLimit.MAX_LEAST.toMillis(),
            HangLimit.MAX_MOST.toMillis(),
            "A force that waits for another write of its disk takes tens of milliseconds, and no request waits "
                    + "longer than an hour for its answer.",
            "The copy that has not ended a force so long after the other one did counts as lost; "
                    + "bank.journal.mirror.on-loss says what follows."),
    SNAPSHOT_REPLAY_MAX(
            "bank.snapshot.replay-max",
            Unit.TIME,
            1,
            SnapshotSettings.REPLAY_MAX_MAX.toMillis(),
            "A start after a crash may take as long; bank.journal.bytes-max bounds what is journaled in that time.",
            "A snapshot begins when a start would replay for half of it, by what the ledger redoes in a " + "second."),
    HISTORY_RETENTION(
            "bank.history.retention",
            Unit.TIME,
            0,
            SnapshotSettings.HISTORY_RETENTION_MAX.toMillis(),
            "Times are counted in nanoseconds, of which 64 bits hold 292 years.",
            "Archived epochs that ended longer ago are deleted; with 0 none is archived."),
    HISTORY_ARCHIVE_BYTES_MAX(
            "bank.history.archive-bytes-max",
            Unit.SIZE,
            DataSize.ofMegabytes(1).toBytes(),
            SpaceSettings.BYTES_MAX,
            "An epoch has 1MB at least, and no file system holds more. Unset it is chosen at each start: half of what the "
                    + "disk has free or the archive has already, once journal and snapshots are full-grown.",
            "The oldest archived epochs are deleted, and the log names the first position that a restore can reach."),
    HISTORY_ROWS_MAX(
            "bank.history.rows-max",
            Unit.COUNT,
            0,
            1_000_000_000_000L,
            "With 0 the bank chooses by the heap; more rows than that take 300 TB, which no heap has.",
            "The oldest rows of the history are deleted, and statements say from where on there is history."),
    PROJECTION_BACKLOG_MAX(
            "bank.projection.backlog-max",
            Unit.SIZE,
            DataSize.ofMegabytes(1).toBytes(),
            SpaceSettings.BYTES_MAX / 2,
            "An epoch has 1MB at least, and a snapshot begins at half of what the journal may take. Unset it is that half.",
            "The projection ends and says how to get it back; the bank goes on, and the journal is kept for it no longer."),
    DATABASE_OUTAGE_MAX(
            "bank.database.outage-max",
            Unit.TIME,
            0,
            Duration.ofDays(1).toMillis(),
            "Every request waits as long as the bank does, or until its own time-out.",
            "The bank stops, and readiness says so; a restart goes on where it stood."),
    CONNECTIONS_MAX(
            "bank.network.connections-max",
            Unit.COUNT,
            1,
            1 << 20,
            "Each takes a file descriptor and some tens of KB; without a number, as many are taken as the process's file "
                    + "descriptors leave room for.",
            "A connection from an address that has fewer takes the place of the oldest of the address that has most; "
                    + "others are closed at once."),
    CONNECTIONS_PER_ADDRESS_MAX(
            "bank.network.connections-per-address-max",
            Unit.COUNT,
            1,
            1 << 20,
            "Without a number, it is half of the connections in all.",
            "Further connections from that address are closed at once."),
    HANDSHAKE_MAX(
            "bank.network.handshake-max",
            Unit.TIME,
            100,
            Duration.ofSeconds(10).toMillis(),
            "A handshake takes a few round trips, and its connection a descriptor. The HTTP server waits for 10 s at most.",
            "The connection is closed."),
    REQUEST_MAX(
            "bank.network.request-max",
            Unit.TIME,
            100,
            Duration.ofMinutes(10).toMillis(),
            "A request has at most some KB, which the slowest line carries in seconds.",
            "The connection is closed."),
    IDLE_MAX(
            "bank.network.idle-max",
            Unit.TIME,
            100,
            Duration.ofDays(1).toMillis(),
            "A terminal thinks for seconds or minutes between its requests; one that is gone says nothing.",
            "The connection is closed."),
    SEND_MAX(
            "bank.network.send-max",
            Unit.TIME,
            100,
            Duration.ofMinutes(10).toMillis(),
            "An answer that is not read holds memory.",
            "The connection is closed.");

    /** What a number counts, and how it is written. */
    enum Unit {
        COUNT(Long::toString),
        POWER_OF_TWO(Long::toString),
        /** Milliseconds. */
        TIME(Limit::time),
        /** Bytes. */
        SIZE(Limit::size);

        private final LongFunction<String> text;

        Unit(LongFunction<String> text) {
            this.text = text;
        }

        String text(long value) {
            return text.apply(value);
        }
    }

    final String property;
    final Unit unit;
    final long min;
    final long max;
    /** What the two limits follow from. */
    final String boundedBy;
    /** What happens when the service reaches the configured value. */
    final String atTheBound;

    Limit(String property, Unit unit, long min, long max, String boundedBy, String atTheBound) {
        this.property = property;
        this.unit = unit;
        this.min = min;
        this.max = max;
        this.boundedBy = boundedBy;
        this.atTheBound = atTheBound;
    }

    /** Smallest and largest value in words. */
    String range() {
        return (unit == Unit.POWER_OF_TWO ? "a power of two, " : "") + unit.text(min) + " to " + unit.text(max);
    }

    /**
     * Checks a number.
     *
     * @throws IllegalArgumentException when it is none of those allowed
     */
    void require(long value) {
        if (value < min || value > max || (unit == Unit.POWER_OF_TWO && Long.bitCount(value) != 1)) {
            throw refusal(unit.text(value));
        }
    }

    /** The same for a time. */
    void require(Duration value) {
        boolean isIn = value.compareTo(Duration.ofMillis(min)) >= 0 && value.compareTo(Duration.ofMillis(max)) <= 0;
        if (!isIn) {
            boolean isWhole = value.getNano() % 1_000_000 == 0 && value.abs().compareTo(Duration.ofDays(1_000_000)) < 0;
            throw refusal(isWhole ? unit.text(value.toMillis()) : value.toString());
        }
    }

    /** The same for a size. */
    void require(DataSize value) {
        require(value.toBytes());
    }

    private IllegalArgumentException refusal(String value) {
        return new IllegalArgumentException(property + " is " + value + "; it must be " + range() + ". " + boundedBy);
    }

    private static String time(long millis) {
        long[] units = {86_400_000, 3_600_000, 60_000, 1_000};
        String[] names = {"d", "h", "m", "s"};
        for (int i = 0; i < units.length; i++) {
            if (millis != 0 && millis % units[i] == 0) {
                return millis / units[i] + names[i];
            }
        }
        return millis == 0 ? "0s" : millis + "ms";
    }

    static String size(long bytes) {
        String[] names = {"TB", "GB", "MB", "KB"};
        for (int i = 0; i < names.length; i++) {
            long unit = 1L << 10 * (names.length - i);
            if (bytes != 0 && bytes % unit == 0) {
                return bytes / unit + names[i];
            }
        }
        return bytes + "B";
    }
}
