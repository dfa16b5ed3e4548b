package org.debitcredit.recovery;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.function.LongSupplier;
import org.debitcredit.bank.BankScale;
import org.debitcredit.engine.TransactionEngine;

/**
 * What a bank is opened with.
 *
 * @param data directory that holds the journal
 * @param scale of the bank: used to found it, and checked against what it was founded with
 * @param currency as the scale
 * @param keyWindow least number of latest keys to remember
 * @param keyAheadMax how far a key's time may lie ahead of the bank's
 * @param fillAheadBytes how far the journal writes zeros ahead
 * @param engine ring and group sizes
 * @param clockMicros the time, microseconds since 1970 UTC
 */
public record BankSettings(
        Path data,
        BankScale scale,
        Currency currency,
        int keyWindow,
        Duration keyAheadMax,
        long fillAheadBytes,
        TransactionEngine.Settings engine,
        LongSupplier clockMicros) {

    /** A million keys. */
    public static final int KEY_WINDOW_DEFAULT = 1_000_000;

    public static final Duration KEY_AHEAD_MAX_DEFAULT = Duration.ofSeconds(10);

    /** 64 MiB. */
    public static final long FILL_AHEAD_BYTES_DEFAULT = 64L << 20;

    /** Everything but the bank itself as usual. */
    public static BankSettings of(Path data, BankScale scale, Currency currency) {
        return new BankSettings(
                data,
                scale,
                currency,
                KEY_WINDOW_DEFAULT,
                KEY_AHEAD_MAX_DEFAULT,
                FILL_AHEAD_BYTES_DEFAULT,
                TransactionEngine.Settings.DEFAULT,
                BankSettings::systemMicros);
    }

    /** Journal directory inside the data directory. */
    public Path journalDirectory() {
        return data.resolve("journal");
    }

    public static long systemMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }
}
