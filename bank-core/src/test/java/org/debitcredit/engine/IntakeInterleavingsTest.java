package org.debitcredit.engine;

import static org.debitcredit.Interleavings.join;
import static org.debitcredit.Interleavings.require;
import static org.debitcredit.Interleavings.start;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.debitcredit.Interleavings;
import org.debitcredit.bank.Clocks;
import org.debitcredit.event.BankEvent;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever the ring takes while the engine closes is told once, and the close ends. */
@Timeout(120)
class IntakeInterleavingsTest {

    private static final TransactionKey KEY = SteppedBank.key(1);

    @TempDir
    Path temp;

    @Test
    void a_submission_that_is_taken_during_the_close_is_answered_once() throws IOException {
        try (Journal journal = FileJournal.open(DiskFolder.open(temp), 1 << 16);
                Ledger ledger = new MemoryLedger(SteppedBank.BANK)) {
            JournalWriter writer = JournalWriter.begin(
                    journal,
                    SteppedBank.BANK,
                    JournalReader.read(journal, (batch, logPosition) -> {}),
                    new JournalWriter.Settings(UUID::randomUUID, 1 << 30, 16_384),
                    1);
            IdempotencyWindow keys =
                    new IdempotencyWindow(100, SteppedBank.KEY_AHEAD_MILLIS_MAX, new KeyHash(1, 2, 3, 4));
            Interleavings.tryOut(() -> {
                TransactionEngine engine = new TransactionEngine(
                        ledger,
                        writer,
                        keys,
                        new BankClock(Clocks.neverSet(() -> 1), 0),
                        BankEvent.IGNORE,
                        new TransactionEngine.Settings(2, 8, 8));
                AtomicInteger taken = new AtomicInteger();
                AtomicInteger told = new AtomicInteger();
                engine.start();
                Thread closing = start(engine::close);
                if (engine.submit(new Inquiry.Key(KEY, answered -> told.incrementAndGet()))) {
                    taken.incrementAndGet();
                }
                join(closing);
                require(told.get() == taken.get(), "taken " + taken.get() + ", told " + told.get());
            });
        }
    }
}
