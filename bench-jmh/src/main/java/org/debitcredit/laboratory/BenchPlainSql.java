package org.debitcredit.laboratory;

import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.streams.PlainSqlStreams;
import org.debitcredit.streams.SecondListener;
import org.debitcredit.streams.StreamSettings;

/**
 * Streams against a database without the service.
 *
 * @param kind of the database
 */
record BenchPlainSql(String kind, SqlDatabase database, BankScale scale) implements BenchTarget {

    /** Always the same id, so that a database is filled only once. No bank of a service has it. */
    private static final UUID BANK = new UUID(0, 1);

    private static final String CURRENCY = "USD";

    @Override
    public BenchFigures run(StreamSettings settings, SecondListener listener) {
        BankIdentity identity = new BankIdentity(BANK, scale, Currency.getInstance(CURRENCY));
        PlainSqlStreams.Outcome outcome =
                PlainSqlStreams.run(database, identity, Preset.TPCA, settings, listener, ProgressLines.ofCommand()::at);
        return new BenchFigures(
                settings,
                outcome.result(),
                kind,
                "none",
                scale.accounts(),
                true,
                outcome.totals().hold(),
                false);
    }
}
