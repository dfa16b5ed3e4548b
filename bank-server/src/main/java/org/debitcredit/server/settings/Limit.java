package org.debitcredit.server.settings;

import java.time.Duration;
import java.util.function.LongFunction;
import org.debitcredit.bank.BankScale;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.mirror.HangLimit;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.region.Correspondents;
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
            "An account's id is its branch times a million plus a number, so a million branches can have "
                    + "a trillion accounts. Memory or the database is exhausted long before that.",
            "The number is fixed when the bank is founded (10 by default). A start that asks for another is refused."),
    KEY_WINDOW(
            "bank.key-window",
            Unit.COUNT,
            1,
            IdempotencyWindow.SIZE_MAX,
            "Keys are looked up in one Java array, which has at most 2^30 slots.",
            "The oldest keys are forgotten. A request under one of them is refused as key-expired and not "
                    + "executed."),
    KEY_AHEAD_MAX(
            "bank.key-ahead-max",
            Unit.TIME,
            1,
            Duration.ofDays(1).toMillis(),
            "A forgotten key expires all keys of earlier times, so one client whose clock is ahead shuts the "
                    + "others out for that long. A wrong time zone is up to 14 hours off.",
            "A key whose time is further ahead is refused as key-ahead and not executed."),
    RING_SIZE(
            "bank.ring-size",
            Unit.POWER_OF_TWO,
            1,
            TransactionEngine.Settings.RING_SIZE_MAX,
            "A slot takes about 32 bytes, and a waiting request some hundreds.",
            "When every slot is taken, requests are refused as busy (503, RESOURCE_EXHAUSTED)."),
    GROUP_MAX(
            "bank.group-max",
            Unit.COUNT,
            TransactionEngine.SUBMISSION_MAX,
            JournalWriter.ROWS_MAX,
            "A group must be able to hold the largest batch. It is one document of the journal, and documents have "
                    + "at most "
                    + "16 MiB.",
            "The next group begins. It is forced after this one."),
    IN_FLIGHT_MAX(
            "bank.in-flight-max",
            Unit.COUNT,
            TransactionEngine.SUBMISSION_MAX,
            TransactionEngine.Settings.IN_FLIGHT_MAX,
            "The largest batch must fit. A waiting transaction takes about 100 bytes "
                    + "of heap (1.6 GB at the maximum), and as much again for its reference.",
            "Batches are refused as busy (RESOURCE_EXHAUSTED) until some earlier ones are answered."),
    REQUEST_TIMEOUT(
            "bank.request-timeout",
            Unit.TIME,
            1,
            Duration.ofHours(1).toMillis(),
            "A waiting request holds memory and a connection.",
            "The request is answered outcome-unknown (504, UNKNOWN). Look its key up later to learn the outcome."),
    WARM_UP(
            "bank.warm-up",
            Unit.TIME,
            0,
            Duration.ofMinutes(1).toMillis(),
            "The JVM has compiled the hot path long before a minute is over.",
            "The warm-up ends. The service was ready before it began."),
    REGION_NUMBER(
            "bank.region.number",
            Unit.COUNT,
            0,
            Correspondents.REGIONS_MAX - 1,
            "Regions are numbered from 0, and there are at most as many as bank.region.count can be.",
            "A number of bank.region.count or more is refused at the start. The first start records the number, and another "
                    + "one is refused from then on."),
    REGION_COUNT(
            "bank.region.count",
            Unit.COUNT,
            2,
            Correspondents.REGIONS_MAX,
            "Each region needs a teller and an account of its own in every other region, and some branches have to "
                    + "remain for customers.",
            "The first start records it, and another one is refused from then on. A start at which the bank has too few "
                    + "branches for it is refused."),
    REGION_UNSETTLED_MAX(
            "bank.region.unsettled-max",
            Unit.COUNT,
            1,
            1_000_000,
            "Each takes about 500 bytes of heap, for each other region.",
            "New out-of-town transactions with that region are refused as busy until some are settled."),
    REGION_CALL_MAX(
            "bank.region.call-max",
            Unit.TIME,
            10,
            Duration.ofMinutes(1).toMillis(),
            "A customer at the till waits for it. Below 10 ms, a region whose force is slow would count as away.",
            "The region counts as away. A payment in is accepted, and the other region's half follows later. A payment "
                    + "out is refused as region-away, or answered outcome-unknown if it was sent."),
    JOURNAL_EPOCH(
            "bank.journal.epoch",
            Unit.SIZE,
            DataSize.ofMegabytes(1).toBytes(),
            JournalSettings.EPOCH_BYTES_MAX,
            "An epoch's files below 1MB take longer to create than to fill, and a Chronicle queue can number at "
                    + "most 2^32 documents.",
            "The next epoch begins. It also begins at an eighth of bank.journal.bytes-max, because whole epochs are "
                    + "freed."),
    JOURNAL_FILL_AHEAD(
            "bank.journal.fill-ahead",
            Unit.SIZE,
            DataSize.ofMegabytes(1).toBytes(),
            JournalSettings.FILL_AHEAD_BYTES_MAX,
            "Zeros are written in chunks of 1MB, and no file on ext4 is longer than 16TB. The disk must have "
                    + "this much free space at every start.",
            "The writer waits for the next zeros or the next segment."),
    JOURNAL_BYTES_MAX(
            "bank.journal.bytes-max",
            Unit.SIZE,
            DiskSpace.journalBytesLeast(DataSize.ofMegabytes(1).toBytes(), 1),
            SpaceSettings.BYTES_MAX,
            "The journal must have room for eight of the shortest files, and no file system has room for more than "
                    + "the maximum. If unset, it is chosen at each start: the "
                    + "larger of 4GB and twice a snapshot, but at most a quarter of the disk space that is free or "
                    + "that the journal uses "
                    + "already.",
            "A snapshot begins when half of it is used and is complete by three quarters. When all of it is used, "
                    + "transactions are refused as "
                    + "busy (503, RESOURCE_EXHAUSTED) until a snapshot has freed some; inquiries are answered. "
                    + "Transactions that are waiting "
                    + "at that moment are still journaled, up to "
                    + (JournalWriter.documentBytesMax(2) - JournalWriter.documentBytesMax(0))
                    + " bytes for each transaction of bank.in-flight-max, because a reversal can take two rows. "
                    + "Where nothing can be freed, readiness goes down and says why. A journal that is almost full "
                    + "at a "
                    + "start may take half of the minimum more. The last file of each epoch counts only as far as it "
                    + "was written. Where "
                    + "epochs are shorter than bank.journal.fill-ahead, the disk holds up to one such file more for "
                    + "each epoch. Chronicle gives back what an epoch of up to 16 MiB did not use."),
    JOURNAL_ACCEPT_LOSS_AFTER(
            "bank.journal.accept-loss-after",
            Unit.COUNT,
            0,
            Long.MAX_VALUE,
            "It is a position; 0 is the position before the first transaction.",
            "A start accepts only the last position before the damage, and uses it once: if it is "
                    + "left in the configuration, it has no effect."),
    MIRROR_ACCEPT_LONE_COPY(
            "bank.journal.mirror.accept-lone-copy",
            Unit.COUNT,
            0,
            LoneCopy.NUMBER_MAX,
            "It is a checksum of the end of a copy's journal, and of which of the two copies it is.",
            "A start accepts only the number that its refusal names, and uses it once: the end of the journal is "
                    + "another one after each start. If it is left in the configuration, it has no effect."),
    JOURNAL_ACCEPT_KEY_LOSS_THROUGH(
            "bank.journal.accept-key-loss-through",
            Unit.COUNT,
            0,
            Long.MAX_VALUE,
            "It is a position; 0 is the position before the first transaction.",
            "If something before the oldest balances is damaged, a start accepts only the position that it names. If "
                    + "nothing is, or it was discarded earlier, the position has no effect. A start with it reads "
                    + "the whole "
                    + "journal."),
    MIRROR_FORCE_MAX(
            "bank.journal.mirror.force-max",
            Unit.TIME,
            HangLimit.MAX_LEAST.toMillis(),
            HangLimit.MAX_MOST.toMillis(),
            "A force that waits for another write to its disk takes tens of milliseconds, and no request waits "
                    + "longer than an hour for its answer.",
            "A copy that has not finished a force this long after the other one counts as lost. "
                    + "bank.journal.mirror.on-loss decides what happens then."),
    SNAPSHOT_REPLAY_MAX(
            "bank.snapshot.replay-max",
            Unit.TIME,
            1,
            SnapshotSettings.REPLAY_MAX_MAX.toMillis(),
            "A start after a crash may take this long. bank.journal.bytes-max limits how much is journaled in that "
                    + "time.",
            "A snapshot begins when a replay would take half of it, estimated from how much the ledger redoes in a "
                    + "second."),
    HISTORY_RETENTION(
            "bank.history.retention",
            Unit.TIME,
            0,
            SnapshotSettings.HISTORY_RETENTION_MAX.toMillis(),
            "Times are 64-bit nanoseconds, which span 292 years.",
            "Archived epochs that ended longer ago are deleted. With 0, none is archived."),
    HISTORY_ARCHIVE_BYTES_MAX(
            "bank.history.archive-bytes-max",
            Unit.SIZE,
            DataSize.ofMegabytes(1).toBytes(),
            SpaceSettings.BYTES_MAX,
            "An epoch has at least 1MB, and no file system has room for more than the maximum. If unset, it is "
                    + "chosen at each start: half of what the "
                    + "disk has free or the archive already uses, after room for journal and snapshots at their full "
                    + "size is set aside.",
            "The oldest archived epochs are deleted, and the log names the first position that can still be restored. "
                    + "Epochs that were archived early for a backup count once the journal has removed them."),
    HISTORY_ROWS_MAX(
            "bank.history.rows-max",
            Unit.COUNT,
            0,
            1_000_000_000_000L,
            "With 0, the bank chooses the number from the heap. The maximum would take 300 TB, which no heap has.",
            "The oldest rows of the history are deleted, and statements say at which position the history begins."),
    PROJECTION_BACKLOG_MAX(
            "bank.projection.backlog-max",
            Unit.SIZE,
            DataSize.ofMegabytes(1).toBytes(),
            SpaceSettings.BYTES_MAX / 2,
            "An epoch has at least 1MB, and a snapshot begins when the journal is half full. If unset, it is that "
                    + "half.",
            "The projection ends, and its message says how to repair it. The bank keeps running, and the journal is "
                    + "no longer kept for the projection."),
    DATABASE_OUTAGE_MAX(
            "bank.database.outage-max",
            Unit.TIME,
            0,
            Duration.ofDays(1).toMillis(),
            "Every request waits as long as the bank does, or until it times out.",
            "The bank stops and is no longer ready. A restart continues from the same position."),
    BACKUPS_KEPT(
            "bank.backup.keep",
            Unit.COUNT,
            0,
            100_000,
            "With 0, all are kept. A directory with more entries than the maximum is slow to list.",
            "When a backup is complete, the oldest ones in bank.backup.directory are deleted."),
    CONNECTIONS_MAX(
            "bank.network.connections-max",
            Unit.COUNT,
            1,
            1 << 20,
            "Each takes a file descriptor and some tens of KB. If unset, as many are accepted as the process's file "
                    + "descriptors and heap allow, beside one descriptor for each segment of a full file journal. A "
                    + "larger value is lowered to that, which the log says. A start is refused if a journal of "
                    + "bank.journal.bytes-max would need more descriptors than the process may have.",
            "A new connection replaces the oldest one of the address that has most, if its own address has fewer. "
                    + "Otherwise it is closed at once."),
    CONNECTIONS_PER_ADDRESS_MAX(
            "bank.network.connections-per-address-max",
            Unit.COUNT,
            1,
            1 << 20,
            "If unset, it is half of all connections.",
            "Further connections from that address are closed at once."),
    HANDSHAKE_MAX(
            "bank.network.handshake-max",
            Unit.TIME,
            100,
            Duration.ofSeconds(10).toMillis(),
            "A handshake takes a few round trips, and its connection occupies a descriptor. The HTTP server waits "
                    + "for at most 10 s.",
            "The connection is closed."),
    REQUEST_MAX(
            "bank.network.request-max",
            Unit.TIME,
            100,
            Duration.ofMinutes(10).toMillis(),
            "A request has at most some KB, which the slowest network transfers in seconds.",
            "The connection is closed."),
    IDLE_MAX(
            "bank.network.idle-max",
            Unit.TIME,
            100,
            Duration.ofDays(1).toMillis(),
            "A terminal is idle for seconds or minutes between its requests, and one that has disappeared sends "
                    + "nothing.",
            "The connection is closed."),
    SEND_MAX(
            "bank.network.send-max",
            Unit.TIME,
            100,
            Duration.ofMinutes(10).toMillis(),
            "An answer that the client does not read holds memory.",
            "The connection is closed."),
    AUDIT_BYTES_MAX(
            "bank.audit.bytes-max",
            Unit.SIZE,
            1L << 20,
            1L << 40,
            "A line has some 250 bytes.",
            "The file is renamed, and the next one begins."),
    AUDIT_FILES(
            "bank.audit.files",
            Unit.COUNT,
            1,
            1_000,
            "Each change of the file renames all of them.",
            "The oldest file is deleted."),
    JWT_REFRESH(
            "bank.security.jwt.refresh",
            Unit.TIME,
            1_000,
            Duration.ofDays(1).toMillis(),
            "After the issuer withdraws a key, its tokens are accepted for up to this time. Each refresh is a request to "
                    + "the issuer's server.",
            "The issuer's keys are read again. Tokens whose key has been withdrawn are refused."),
    JWT_CLOCK_SKEW(
            "bank.security.jwt.clock-skew",
            Unit.TIME,
            0,
            Duration.ofMinutes(5).toMillis(),
            "A token is good for that long after its expiry. Synchronized clocks differ by less than a second.",
            "A token is refused when its expiry, or its \"not before\", is further away.");

    /** The unit of a number, and its notation. */
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
    /** The reason for the two limits. */
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
     * @throws IllegalArgumentException if it is not allowed
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
