package org.debitcredit.server.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.recovery.BankSettings;
import org.debitcredit.recovery.SnapshotSettings;
import org.debitcredit.server.security.SecurityProperties;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bank's configuration, {@code bank.*}. {@code config/application-example.yaml} explains every key.
 *
 * @param data directory that holds the bank
 * @param ledger where the balances are kept: {@code h2} or {@code memory}, both filled from snapshot and journal at start,
 *     or the JDBC URL of a database
 * @param database who opens that database, and how
 * @param projection the database that statements come from, where the ledger is none itself
 * @param preset rule set the bank is founded by
 * @param branches size of the bank
 * @param currency ISO 4217
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
 * @param warmUp how long the hot path is run before the bank is ready; zero for not at all
 * @param security who may do what
 */
@ConfigurationProperties(prefix = "bank", ignoreUnknownFields = false)
public record BankProperties(
        @DefaultValue("./data") Path data,
        @DefaultValue("h2") String ledger,
        @DefaultValue DatabaseProperties database,
        @DefaultValue ProjectionProperties projection,
        @DefaultValue("gray2005") String preset,
        @DefaultValue("10") int branches,
        @DefaultValue("USD") String currency,
        @DefaultValue("1000000") int keyWindow,
        @DefaultValue("10s") Duration keyAheadMax,
        @DefaultValue JournalProperties journal,
        @DefaultValue SnapshotProperties snapshot,
        @DefaultValue HistoryProperties history,
        @DefaultValue BackupProperties backup,
        @DefaultValue("16384") int ringSize,
        @DefaultValue("16384") int groupMax,
        @DefaultValue("131072") int inFlightMax,
        @DefaultValue("10s") Duration requestTimeout,
        @DefaultValue("2s") Duration warmUp,
        @DefaultValue SecurityProperties security) {

    private static final Duration WARM_UP_MAX = Duration.ofMinutes(1);

    public BankProperties {
        try {
            LedgerChoice.parse(ledger, "", "", database.commit());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("bank." + e.getMessage());
        }
        requirePositive("bank.key-window", keyWindow);
        requirePositive("bank.key-ahead-max", keyAheadMax);
        requirePositive("bank.request-timeout", requestTimeout);
        if (warmUp.isNegative() || warmUp.compareTo(WARM_UP_MAX) > 0) {
            throw new IllegalArgumentException(
                    "bank.warm-up is " + warmUp.toMillis() + "ms; it must be 0s to " + WARM_UP_MAX.toSeconds() + "s");
        }
        if (ringSize < 1 || Integer.bitCount(ringSize) != 1) {
            throw new IllegalArgumentException("bank.ring-size is " + ringSize + "; it must be a power of two");
        }
        if (groupMax < TransactionEngine.SUBMISSION_MAX) {
            throw new IllegalArgumentException("bank.group-max is " + groupMax
                    + "; it must be at least the largest batch, " + TransactionEngine.SUBMISSION_MAX);
        }
        if (inFlightMax < groupMax) {
            throw new IllegalArgumentException("bank.in-flight-max is " + inFlightMax + " and bank.group-max is "
                    + groupMax + "; a group must fit into what may be in flight");
        }
        if (!projection.url().isEmpty() && projection.url().equals(ledger)) {
            throw new IllegalArgumentException(
                    "bank.projection.url is the ledger's own database; that tells statements itself, without a projection");
        }
        rules(preset, branches);
        currency(currency);
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be at least 1");
        }
    }

    private static void requirePositive(String name, Duration value) {
        if (value.toMillis() < 1) {
            throw new IllegalArgumentException(name + " is " + value.toMillis() + "ms; it must be at least 1ms");
        }
    }

    private static Preset rules(String preset, int branches) {
        try {
            Preset rules = Preset.parse(preset);
            rules.scale(branches);
            return rules;
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

    /** The rule set. */
    public Preset rules() {
        return rules(preset, branches);
    }

    /** What the bank is opened with. */
    public BankSettings bankSettings() {
        return new BankSettings(
                data,
                rules().scale(branches),
                currency(currency),
                keyWindow,
                keyAheadMax,
                journal.settings(),
                new SnapshotSettings(snapshot.replayMax(), history.retention()),
                database.outageMax(),
                projection.opener(),
                new TransactionEngine.Settings(ringSize, groupMax, inFlightMax),
                BankSettings::systemMicros,
                UUID::randomUUID);
    }

    /** Directory that backups are put into. */
    public Path backupDirectory() {
        Path directory = backup.directory();
        return directory == null ? data.resolve("backups") : directory;
    }

    /** Where the balances are kept. */
    public LedgerChoice ledgerChoice() {
        return LedgerChoice.parse(ledger, database).withHistoryRowsMax(history.rowsMax());
    }
}
