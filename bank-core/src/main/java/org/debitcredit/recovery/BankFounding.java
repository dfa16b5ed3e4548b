package org.debitcredit.recovery;

import java.io.IOException;
import java.util.List;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.directory.Medium;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.engine.KeyHash;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.founding.RecordCheck;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.storage.MediumWatch;
import org.jspecify.annotations.Nullable;

/** Founds a bank without serving it: its record, its first epoch, and its database if it has one. */
public final class BankFounding {

    private BankFounding() {}

    /**
     * Founds a bank, or completes a founding that was interrupted.
     *
     * @param database opens a persistent ledger; null if the balances are rebuilt from the journal
     * @return the bank
     * @throws FoundingRefused if there is a bank, or a trace of one
     * @throws org.debitcredit.storage.MediumHangs if a medium does not respond
     */
    public static BankIdentity found(BankSettings settings, @Nullable LedgerOpener database, Progress progress)
            throws IOException {
        MediumWatch watch = new MediumWatch();
        Medium disk = Medium.watched(watch);
        return BoundedStart.of(settings.journal(), settings.clocks())
                .run(watch, () -> found(settings, List.of(disk, disk), database, progress));
    }

    /**
     * The same on other media.
     *
     * @param media for the data directory and for the mirror
     */
    public static BankIdentity found(
            BankSettings settings, List<? extends Medium> media, @Nullable LedgerOpener database, Progress progress)
            throws IOException {
        BankSettings founding = settings.founding(true);
        try (BankFiles opened = BankFolders.open(founding, BankEvent.IGNORE, media)) {
            BankIdentity identity = Identification.of(opened, founding, RecoverySource.of(opened));
            DiskSpace.conclude(opened, founding, identity.scale());
            if (database != null) {
                opened.records().foundingReachesDatabase();
            }
            try (Ledger ledger = database == null ? null : database.open(identity, progress)) {
                JournalWriter journal = begin(opened, identity, founding);
                if (ledger != null) {
                    ledger.commit(journal.logPosition());
                }
                journal.end();
            }
            return identity;
        }
    }

    private static JournalWriter begin(BankFiles files, BankIdentity identity, BankSettings settings)
            throws IOException {
        IdempotencyWindow noKeys = new IdempotencyWindow(
                settings.keyWindow(), settings.keyAheadMax().toMillis(), KeyHash.of(settings.ids()));
        JournalTail tail = JournalReader.read(files.journal(), (batch, logPosition) -> {});
        new RecordCheck(files.records().latest(), files.records().place()).requireNotOlder(tail);
        return JournalWriter.begin(
                files.journal(),
                identity,
                tail,
                new JournalWriter.Settings(
                        settings.ids(),
                        settings.journal().epochBytes(),
                        settings.engine().groupMax(),
                        new OwningBank(identity, files, noKeys)),
                settings.clocks().wallMicros().getAsLong());
    }
}
