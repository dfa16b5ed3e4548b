package org.debitcredit.server.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Currency;
import java.util.Optional;
import java.util.OptionalLong;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.bank.Preset;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.ledger.sql.HistoryRows;
import org.debitcredit.recovery.BoundedStart;
import org.debitcredit.recovery.LedgerChoice;
import org.debitcredit.server.security.JwtProperties;
import org.debitcredit.server.security.SecurityProperties;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.settings.SpaceSettings;
import org.debitcredit.storage.MediumWatch;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The bank's configuration, {@code bank.*}. {@code config/application-example.yaml} explains every key.
 *
 * @param data directory that holds the bank
 * @param ledger where the balances are kept: {@code h2} or {@code memory}, both filled from snapshot and journal at
 *     start, or the JDBC URL of a database
 * @param database user and settings of that database
 * @param projection the database for statements, if the ledger has no history
 * @param found whether this start founds the bank, which is refused where there is or was one
 * @param preset rule set that the bank is founded by, gray2005 unless given; a bank that exists is checked against it
 * @param branches size that the bank is founded with, 10 unless given; likewise
 * @param currency ISO 4217, USD unless given; likewise
 * @param keyWindow least number of latest keys to remember
 * @param keyAheadMax how far a key's time may lie ahead of the bank's
 * @param journal how the journal is kept
 * @param snapshot when snapshots are taken
 * @param history how long history is kept
 * @param backup where backups are put
 * @param ringSize requests that may wait, a power of two
 * @param groupMax most transactions of one force
 * @param inFlightMax most transactions that waiting batches may hold together
 * @param requestTimeout how long a request waits for its answer
 * @param warmUp how long the hot path is run on a temporary bank once the bank is open; zero for not at all
 * @param network what connections may take
 * @param security who may do what
 * @param audit where refusals and operators' acts are recorded
 * @param region the regions of a nationwide bank
 */
@ConfigurationProperties(prefix = "bank", ignoreUnknownFields = false)
public record BankProperties(
        @DefaultValue("./data") Path data,
        @DefaultValue("h2") String ledger,
        @NestedConfigurationProperty @DefaultValue DatabaseProperties database,
        @NestedConfigurationProperty @DefaultValue ProjectionProperties projection,
        @DefaultValue("false") boolean found,
        @Nullable String preset,
        @Nullable Integer branches,
        @Nullable String currency,
        @DefaultValue("1000000") int keyWindow,
        @DefaultValue("10s") Duration keyAheadMax,
        @NestedConfigurationProperty @DefaultValue JournalProperties journal,
        @NestedConfigurationProperty @DefaultValue SnapshotProperties snapshot,
        @NestedConfigurationProperty @DefaultValue HistoryProperties history,
        @NestedConfigurationProperty @DefaultValue BackupProperties backup,
        @DefaultValue("16384") int ringSize,
        @DefaultValue("16384") int groupMax,
        @DefaultValue("131072") int inFlightMax,
        @DefaultValue("10s") Duration requestTimeout,
        @DefaultValue("2s") Duration warmUp,
        @NestedConfigurationProperty @DefaultValue NetworkProperties network,
        @NestedConfigurationProperty @DefaultValue SecurityProperties security,
        @NestedConfigurationProperty @DefaultValue AuditProperties audit,
        @NestedConfigurationProperty @DefaultValue RegionProperties region) {

    private static final int BRANCHES_DEFAULT = 10;
    private static final String CURRENCY_DEFAULT = "USD";

    public BankProperties {
        try {
            LedgerChoice.parse(ledger, "", "", database.commit());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("bank." + e.getMessage());
        }
        if (branches != null) {
            Limit.BRANCHES.require(branches);
        }
        Limit.KEY_WINDOW.require(keyWindow);
        Limit.KEY_AHEAD_MAX.require(keyAheadMax);
        Limit.REQUEST_TIMEOUT.require(requestTimeout);
        Limit.WARM_UP.require(warmUp);
        Limit.RING_SIZE.require(ringSize);
        Limit.GROUP_MAX.require(groupMax);
        Limit.IN_FLIGHT_MAX.require(inFlightMax);
        JwtProperties jwt = security.jwt();
        if (jwt != null) {
            Limit.JWT_REFRESH.require(jwt.refresh());
            Limit.JWT_CLOCK_SKEW.require(jwt.clockSkew());
        }
        requireTogether(keyWindow, journal, groupMax, inFlightMax);
        requireHeap(keyWindow, history);
        requireRoom(keyWindow, journal, projection);
        if (!projection.url().isEmpty() && projection.url().equals(ledger)) {
            throw new IllegalArgumentException(
                    "bank.projection.url is the ledger's own database, which returns statements without a "
                            + "projection. Leave bank.projection.url out");
        }
        if (preset != null) {
            rules(preset).scale(branches == null ? BRANCHES_DEFAULT : branches);
        }
        if (currency != null) {
            currency(currency);
        }
    }

    private static void requireTogether(int keyWindow, JournalProperties journal, int groupMax, int inFlightMax) {
        Relation.GROUP_IN_FLIGHT.require(
                inFlightMax >= groupMax, "bank.in-flight-max is " + inFlightMax + " and bank.group-max is " + groupMax);
        long segmentBytes = FileJournal.segmentBytesFor(JournalWriter.documentBytesMax(groupMax));
        Relation.GROUP_IN_SEGMENT.require(
                !journal.isFile() || journal.fillAhead().toBytes() >= segmentBytes,
                "bank.journal.fill-ahead is " + Limit.size(journal.fillAhead().toBytes()) + " and bank.group-max is "
                        + groupMax + ", which takes " + Limit.size(segmentBytes));
    }

    private static void requireHeap(int keyWindow, HistoryProperties history) {
        long heapBytes = IdempotencyWindow.heapBytes(keyWindow);
        long heapBytesMax = Runtime.getRuntime().maxMemory();
        Relation.KEYS_IN_HEAP.require(
                heapBytes <= heapBytesMax / 2,
                "bank.key-window is " + keyWindow + ", which takes " + (heapBytes >> 20)
                        + "MB, and the heap has at most " + (heapBytesMax >> 20) + "MB");
        long rowsBytes = history.rowsMax() * HistoryRows.BYTES_MOST;
        Relation.KEYS_AND_HISTORY_IN_HEAP.require(
                heapBytes + rowsBytes <= heapBytesMax / 4 * 3,
                "bank.history.rows-max is " + history.rowsMax() + " and bank.key-window is " + keyWindow
                        + ", which take " + ((heapBytes + rowsBytes) >> 20) + "MB, and the heap has at most "
                        + (heapBytesMax >> 20) + "MB");
    }

    private static void requireRoom(int keyWindow, JournalProperties journal, ProjectionProperties projection) {
        DataSize bytesMax = journal.bytesMax();
        if (bytesMax == null) {
            return;
        }
        long least = DiskSpace.journalBytesLeast(journal.fillAhead().toBytes(), keyWindow);
        Relation.FILES_AND_KEYS_IN_JOURNAL.require(
                bytesMax.toBytes() >= least,
                "bank.journal.bytes-max is " + Limit.size(bytesMax.toBytes()) + ", bank.journal.fill-ahead is "
                        + Limit.size(journal.fillAhead().toBytes()) + " and bank.key-window is " + keyWindow
                        + ", which take " + Limit.size(least));
        DataSize backlogMax = projection.backlogMax();
        Relation.BACKLOG_IN_JOURNAL.require(
                backlogMax == null || backlogMax.toBytes() <= bytesMax.toBytes() / 2,
                "bank.projection.backlog-max is " + (backlogMax == null ? "" : Limit.size(backlogMax.toBytes()))
                        + " and bank.journal.bytes-max is " + Limit.size(bytesMax.toBytes()));
    }

    private static OptionalLong bytes(@Nullable DataSize size) {
        return size == null ? OptionalLong.empty() : OptionalLong.of(size.toBytes());
    }

    private static Preset rules(String preset) {
        try {
            return Preset.parse(preset);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("bank." + e.getMessage());
        }
    }

    private static Currency currency(String code) {
        try {
            return Currency.getInstance(code);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("bank.currency is '" + code + "'; it must be an ISO 4217 code");
        }
    }

    /** The rule set: the one asked for, else that of the bank on record, else {@link Preset#GRAY2005}. */
    public Preset rules() {
        if (preset != null) {
            return rules(preset);
        }
        BankIdentity known = onRecord();
        Preset recorded = known == null ? null : Preset.of(known.scale());
        return recorded == null ? Preset.GRAY2005 : recorded;
    }

    /** The size: what is not configured is taken from the bank on record. */
    private BankScale scale() {
        BankIdentity known = onRecord();
        if (branches == null && preset == null && known != null) {
            return known.scale();
        }
        int recorded = known == null ? BRANCHES_DEFAULT : known.scale().branches();
        return rules().scale(branches == null ? recorded : branches);
    }

    private Currency money() {
        BankIdentity known = onRecord();
        if (currency != null) {
            return currency(currency);
        }
        return known == null ? Currency.getInstance(CURRENCY_DEFAULT) : known.currency();
    }

    /**
     * The bank on record; null if there is none. Also null if the record cannot be read, which the start reports later.
     * If the disk hangs at this first access, the start is refused here.
     */
    private @Nullable BankIdentity onRecord() {
        try {
            MediumWatch watch = new MediumWatch();
            return BoundedStart.of(journal.settings(SpaceSettings.CHOSEN), Clocks.SYSTEM)
                    .run(watch, () -> Optional.ofNullable(onRecord(watch)))
                    .orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    private @Nullable BankIdentity onRecord(MediumWatch watch) throws IOException {
        BankIdentity known = BankFolders.onRecord(data, watch);
        Path mirror = journal.mirror().directory();
        return known == null && mirror != null ? BankFolders.onRecord(mirror, watch) : known;
    }

    /** The settings with which the bank is opened. */
    public BankSettings bankSettings() {
        return BankSettings.builder(data, scale(), money())
                .keyWindow(keyWindow)
                .keyAheadMax(keyAheadMax)
                .journal(journal.settings(new SpaceSettings(
                        bytes(journal.bytesMax()),
                        bytes(projection.backlogMax()),
                        bytes(history.archiveBytesMax()),
                        false)))
                .snapshots(new SnapshotSettings(snapshot.replayMax(), history.retention()))
                .ledgerOutageMax(database.outageMax())
                .projection(projection.opener())
                .engine(new TransactionEngine.Settings(ringSize, groupMax, inFlightMax))
                .founds(found)
                .build();
    }

    /** How many backups are kept in {@link #backupDirectory}; 0 for all. */
    public int backupsKept() {
        return backup.keep();
    }

    /** Directory of the backups. */
    public Path backupDirectory() {
        Path directory = backup.directory();
        return directory == null ? data.resolve("backups") : directory;
    }

    /** The kind of the ledger. */
    public LedgerChoice ledgerChoice() {
        return database.ledger(ledger).withHistoryRowsMax(history.rowsMax());
    }
}
