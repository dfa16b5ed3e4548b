package org.debitcredit.recovery;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Currency;
import java.util.UUID;
import java.util.function.Supplier;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.projection.ProjectionOpener;
import org.jspecify.annotations.Nullable;

/**
 * What a bank is opened with.
 *
 * @param data directory that holds the bank
 * @param scale of the bank: used to found it, and checked against what it was founded with
 * @param currency as the scale
 * @param keyWindow least number of latest keys to remember
 * @param keyAheadMax how far a key's time may lie ahead of the bank's
 * @param journal how the journal is kept
 * @param snapshots when snapshots are taken
 * @param ledgerOutageMax how long the bank waits for the database of a persistent ledger before it stops
 * @param projection opens the database that the journal is projected into; null for none
 * @param engine ring and group sizes
 * @param clocks the machine's
 * @param ids random ids: of the bank when it is founded, of each epoch; and the seeds of the keys' hash
 * @param founds whether a bank is founded, which is refused where a trace of one is; else one must be there
 */
public record BankSettings(
        Path data,
        BankScale scale,
        Currency currency,
        int keyWindow,
        Duration keyAheadMax,
        JournalSettings journal,
        SnapshotSettings snapshots,
        Duration ledgerOutageMax,
        @Nullable ProjectionOpener projection,
        TransactionEngine.Settings engine,
        Clocks clocks,
        Supplier<UUID> ids,
        boolean founds) {

    /** A million keys. */
    public static final int KEY_WINDOW_DEFAULT = 1_000_000;

    public static final Duration KEY_AHEAD_MAX_DEFAULT = Duration.ofSeconds(10);

    public static final Duration LEDGER_OUTAGE_MAX_DEFAULT = Duration.ofSeconds(30);

    /** Everything but the bank itself as usual. */
    public static BankSettings of(Path data, BankScale scale, Currency currency) {
        return new BankSettings(
                data,
                scale,
                currency,
                KEY_WINDOW_DEFAULT,
                KEY_AHEAD_MAX_DEFAULT,
                JournalSettings.DEFAULT,
                SnapshotSettings.DEFAULT,
                LEDGER_OUTAGE_MAX_DEFAULT,
                null,
                TransactionEngine.Settings.DEFAULT,
                Clocks.SYSTEM,
                UUID::randomUUID,
                false);
    }

    /** The same with another journal. */
    public BankSettings with(JournalSettings other) {
        return new BankSettings(
                data,
                scale,
                currency,
                keyWindow,
                keyAheadMax,
                other,
                snapshots,
                ledgerOutageMax,
                projection,
                engine,
                clocks,
                ids,
                founds);
    }

    /** The same with other snapshots. */
    public BankSettings with(SnapshotSettings other) {
        return new BankSettings(
                data,
                scale,
                currency,
                keyWindow,
                keyAheadMax,
                journal,
                other,
                ledgerOutageMax,
                projection,
                engine,
                clocks,
                ids,
                founds);
    }

    /** The same with another window of keys. */
    public BankSettings withKeyWindow(int other) {
        return new BankSettings(
                data,
                scale,
                currency,
                other,
                keyAheadMax,
                journal,
                snapshots,
                ledgerOutageMax,
                projection,
                engine,
                clocks,
                ids,
                founds);
    }

    /** The same in another directory. */
    public BankSettings in(Path other) {
        return new BankSettings(
                other,
                scale,
                currency,
                keyWindow,
                keyAheadMax,
                journal,
                snapshots,
                ledgerOutageMax,
                projection,
                engine,
                clocks,
                ids,
                founds);
    }

    /** The same, to found a bank or not. */
    public BankSettings founding(boolean other) {
        return new BankSettings(
                data,
                scale,
                currency,
                keyWindow,
                keyAheadMax,
                journal,
                snapshots,
                ledgerOutageMax,
                projection,
                engine,
                clocks,
                ids,
                other);
    }
}
