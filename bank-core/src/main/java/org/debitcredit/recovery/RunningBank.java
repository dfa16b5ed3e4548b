package org.debitcredit.recovery;

import java.io.IOException;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.engine.EngineObserver;
import org.debitcredit.engine.KeyWindow;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.journal.ChronicleJournal;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.Ledger;
import org.jspecify.annotations.Nullable;

/**
 * A bank that was opened, brought up to date from its journal, and started. Recovery is the same for every ledger: ask
 * for its mark, redo what the journal has after it, begin a new epoch.
 */
public final class RunningBank implements AutoCloseable {

    private final BankIdentity identity;
    private final BankSettings settings;
    private final Recovered recovered;
    private final Ledger ledger;
    private final JournalWriter journal;
    private final TransactionEngine engine;

    /**
     * What recovery found.
     *
     * @param transactions read from the journal
     * @param endedInOrder whether the server before this one stopped in order
     * @param documentsCut documents cut off at the end because they were not whole: unacknowledged, or damaged
     */
    public record Recovered(long transactions, boolean endedInOrder, int documentsCut) {}

    private RunningBank(
            BankIdentity identity,
            BankSettings settings,
            Recovered recovered,
            Ledger ledger,
            JournalWriter journal,
            TransactionEngine engine) {
        this.identity = identity;
        this.settings = settings;
        this.recovered = recovered;
        this.ledger = ledger;
        this.journal = journal;
        this.engine = engine;
    }

    /**
     * Opens the bank in a data directory, founding it where there is none, and starts its engine.
     *
     * @throws IOException when the directory cannot be used: not writable, full, or in use by another server
     * @throws IllegalArgumentException when the bank in it is not the one asked for; names both
     * @throws org.debitcredit.journal.JournalDamage when something acknowledged may be missing
     */
    public static RunningBank open(
            BankSettings settings, LedgerOpener opener, EngineObserver observer, Progress progress) throws IOException {
        Journal journal = ChronicleJournal.open(settings.journalDirectory(), settings.fillAheadBytes());
        Ledger ledger = null;
        try {
            BankIdentity identity = identity(settings, JournalReader.identity(journal));
            ledger = opener.open(identity, progress);
            KeyWindow keys =
                    new KeyWindow(settings.keyWindow(), settings.keyAheadMax().toMillis());
            JournalTail tail = redo(journal, ledger, keys, progress);
            JournalWriter writer = JournalWriter.begin(
                    journal,
                    identity,
                    tail,
                    UUID.randomUUID(),
                    settings.engine().groupMax(),
                    settings.clockMicros().getAsLong());
            TransactionEngine engine =
                    new TransactionEngine(ledger, writer, keys, settings.clockMicros(), observer, settings.engine());
            engine.start();
            Recovered recovered = new Recovered(tail.position(), tail.endedInOrder(), tail.documentsCut());
            return new RunningBank(identity, settings, recovered, ledger, writer, engine);
        } catch (IOException | RuntimeException | Error e) {
            closeQuietly(journal, e);
            closeQuietly(ledger, e);
            throw e;
        }
    }

    private static BankIdentity identity(BankSettings settings, @Nullable BankIdentity found) {
        if (found == null) {
            return new BankIdentity(UUID.randomUUID(), settings.scale(), settings.currency());
        }
        if (!found.scale().equals(settings.scale())) {
            throw new IllegalArgumentException("the bank in " + settings.data() + " has " + found.scale()
                    + "; asked for were " + settings.scale());
        }
        if (!found.currency().equals(settings.currency())) {
            throw new IllegalArgumentException("the bank in " + settings.data() + " keeps its money in "
                    + found.currency() + "; asked for was " + settings.currency());
        }
        return found;
    }

    /** Reads the whole journal: every key, and for the ledger what lies behind its mark. */
    private static JournalTail redo(Journal journal, Ledger ledger, KeyWindow keys, Progress progress)
            throws IOException {
        Redo redo = new Redo(ledger);
        JournalTail tail = JournalReader.read(journal, (batch, mark) -> {
            keys.remember(batch);
            redo.batch(batch, mark);
            progress.at("replaying the journal, transactions", mark.position(), 0);
        });
        redo.requireFound(tail.position());
        return tail;
    }

    public BankIdentity identity() {
        return identity;
    }

    public BankSettings settings() {
        return settings;
    }

    public Recovered recovered() {
        return recovered;
    }

    public TransactionEngine engine() {
        return engine;
    }

    /** Stops the intake, carries everyone on board to the end, writes the end record, and closes everything. */
    @Override
    public void close() throws IOException {
        engine.close();
        try (ledger;
                journal) {
            if (engine.stoppedBy() == null) {
                journal.end();
            }
        }
    }

    private static void closeQuietly(@Nullable AutoCloseable closeable, Throwable reason) {
        try {
            if (closeable != null) {
                closeable.close();
            }
        } catch (Exception e) {
            reason.addSuppressed(e);
        }
    }
}
