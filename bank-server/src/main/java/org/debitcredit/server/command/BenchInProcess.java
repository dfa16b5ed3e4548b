package org.debitcredit.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Currency;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.probe.Medium;
import org.debitcredit.recovery.BankSettings;
import org.debitcredit.recovery.JournalKind;
import org.debitcredit.recovery.JournalSettings;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.recovery.SnapshotSettings;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.streams.EngineStreams;
import org.debitcredit.streams.SecondListener;
import org.debitcredit.streams.StreamSettings;

/**
 * A bank that is made for the run, in this process, and deleted afterwards.
 *
 * @param directory where it is made
 */
record BenchInProcess(
        String ledger, JournalKind journal, BankScale scale, SnapshotSettings snapshots, int keyWindow, Path directory)
        implements BenchTarget {

    private static final String CURRENCY = "USD";

    @Override
    public BenchFigures run(StreamSettings settings, SecondListener listener) throws IOException {
        LedgerOpener opener = opener();
        Files.createDirectories(directory);
        Path data = Files.createTempDirectory(directory.toAbsolutePath(), "bank-");
        try {
            boolean isDurable = !Medium.of(data).isMemory();
            EngineStreams.Outcome outcome =
                    EngineStreams.run(bank(data), Preset.TPCA, opener, settings, listener, new ConsoleProgress());
            return new BenchFigures(
                    settings,
                    outcome.result(),
                    ledger,
                    journal.toString(),
                    scale.accounts(),
                    isDurable,
                    outcome.totals().hold(),
                    true);
        } finally {
            DurableFiles.deleteTree(data);
        }
    }

    private BankSettings bank(Path data) {
        return BankSettings.of(data, scale, Currency.getInstance(CURRENCY))
                .with(JournalSettings.of(journal))
                .with(snapshots)
                .withKeyWindow(keyWindow);
    }

    private LedgerOpener opener() {
        return switch (ledger) {
            case "memory" -> (identity, progress) -> new MemoryLedger(identity);
            case "h2" ->
                (identity, progress) -> SqlLedger.openH2InMemory(
                        identity, (done, total) -> progress.at("filling the bank, accounts", done, total));
            default -> throw new IllegalArgumentException("ledger is '" + ledger + "'; it must be memory or h2");
        };
    }
}
