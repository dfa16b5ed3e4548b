package org.debitcredit.probe;

import java.io.IOException;
import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalWriter;

/** Appends a group to a journal and forces it, as the engine's writer does. */
final class JournalRun implements Operation {

    private static final BankIdentity BANK =
            new BankIdentity(new UUID(0x0bec, 0x0bec), BatchSupply.SCALE, Currency.getInstance("USD"));

    private final JournalWriter writer;
    private final BatchSupply supply;

    /** A run of one group size. The caller owns the writer, and may run other sizes on it before and after. */
    JournalRun(JournalWriter writer, BatchSupply supply) {
        this.writer = writer;
        this.supply = supply;
    }

    /** Begins the first epoch of an empty journal; closing the writer closes the journal. */
    static JournalWriter begin(Journal journal, int transactionsMax) throws IOException {
        return JournalWriter.begin(
                journal,
                BANK,
                JournalReader.read(journal, (batch, logPosition) -> {}),
                new JournalWriter.Settings(UUID::randomUUID, Long.MAX_VALUE, transactionsMax),
                0);
    }

    @Override
    public void run() throws IOException {
        writer.append(supply.next(writer.position() + 1));
        writer.force();
    }
}
