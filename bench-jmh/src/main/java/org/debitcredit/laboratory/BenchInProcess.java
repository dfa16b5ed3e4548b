package org.debitcredit.laboratory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Currency;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.recovery.LedgerChoice;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.settings.SpaceSettings;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.FileSystemKind;
import org.debitcredit.streams.EngineStreams;
import org.debitcredit.streams.SecondListener;
import org.debitcredit.streams.StreamSettings;

/**
 * A bank that is created for the run, in this process, and deleted afterwards. A bank on a database is kept with its
 * journal, and the next run continues it.
 *
 * @param directory where it is made
 * @param isMadeAhead whether the journal's files are made before the run
 */
record BenchInProcess(
        LedgerChoice ledger,
        JournalKind journal,
        BankScale scale,
        SnapshotSettings snapshots,
        int keyWindow,
        Path directory,
        boolean isMadeAhead)
        implements BenchTarget {

    private static final String CURRENCY = "USD";

    @Override
    public BenchFigures run(StreamSettings settings, SecondListener listener) throws IOException {
        Files.createDirectories(directory);
        SqlDatabase database = ledger.database();
        Path data = database == null
                ? Files.createTempDirectory(directory.toAbsolutePath(), "bank-")
                : Files.createDirectories(directory.resolve(String.format(
                        "on-%s-%08x", ledger.kind(), database.url().hashCode())));
        try {
            boolean isDurable = !FileSystemKind.of(data).isMemory();
            EngineStreams.Outcome outcome = EngineStreams.run(
                    bank(data), Preset.TPCA, ledger.opener(), settings, listener, ProgressLines.ofCommand()::at);
            return new BenchFigures(
                    settings,
                    outcome.result(),
                    ledger.kind(),
                    journal.toString(),
                    scale.accounts(),
                    isDurable,
                    outcome.totals().hold(),
                    true);
        } catch (IllegalStateException e) {
            throw database == null ? e : new IllegalStateException(e.getMessage() + " (" + hint(data) + ")", e);
        } finally {
            if (database == null) {
                DurableFiles.deleteTree(data);
            }
        }
    }

    private static String hint(Path data) {
        return "the journal of this URL is in " + data + ". For a new database, remove that directory";
    }

    private BankSettings bank(Path data) throws IOException {
        return BankSettings.of(data, scale, Currency.getInstance(CURRENCY))
                .with(JournalSettings.of(journal)
                        .with(isMadeAhead ? SpaceSettings.CHOSEN.madeAhead() : SpaceSettings.CHOSEN))
                .with(snapshots)
                .withKeyWindow(keyWindow)
                .founding(BankFolders.isEmpty(data));
    }
}
