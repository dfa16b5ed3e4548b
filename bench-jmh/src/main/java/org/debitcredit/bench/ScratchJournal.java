package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.Clocks;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.settings.JournalSettings;

/** A new, empty journal in a scratch directory, ready to be appended to. */
final class ScratchJournal implements AutoCloseable {

    private final ScratchDirectory directory;
    private final Journal journal;
    private final JournalWriter writer;

    ScratchJournal(Path parent, BankIdentity identity, StorageMedium medium, Durability durability) throws IOException {
        this(parent, identity, medium, durability, JournalSettings.EPOCH_BYTES_DEFAULT);
    }

    ScratchJournal(Path parent, BankIdentity identity, StorageMedium medium, Durability durability, long epochBytes)
            throws IOException {
        directory = new ScratchDirectory(parent);
        Journal opened = medium.open(directory.path());
        journal = durability == Durability.FORCED ? opened : new UnforcedJournal(opened);
        JournalTail tail = JournalReader.read(journal, (batch, logPosition) -> {});
        writer = JournalWriter.begin(
                journal,
                identity,
                tail,
                new JournalWriter.Settings(UUID::randomUUID, epochBytes, TransactionEngine.Settings.DEFAULT.groupMax()),
                Clocks.SYSTEM.wallMicros().getAsLong());
    }

    JournalWriter writer() {
        return writer;
    }

    /** Removes every epoch before the one being written. */
    void removeEarlier() throws IOException {
        journal.removeThrough(writer.epochNumber() - 1);
    }

    @Override
    public void close() throws IOException {
        try (directory) {
            writer.close();
        }
    }
}
