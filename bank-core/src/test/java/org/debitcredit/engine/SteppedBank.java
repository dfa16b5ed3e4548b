package org.debitcredit.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.event.BankEvent;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.journal.chronicle.ChronicleJournal;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/** A real engine on a real journal and a real ledger, whose writer takes a step when the test says so. */
final class SteppedBank implements AutoCloseable {

    static final BankIdentity BANK =
            new BankIdentity(new UUID(5, 5), new BankScale(2, 2, 10), Currency.getInstance("USD"));

    static final long KEY_AHEAD_MILLIS_MAX = 10_000;

    private static final long START_MILLIS = 1_700_000_000_000L;

    final List<Throwable> failures = new ArrayList<>();
    final TransactionEngine engine;
    private final Ledger ledger;
    private final JournalWriter writer;
    private final Journal journal;
    long clockMicros = START_MILLIS * 1_000;

    SteppedBank(Path directory) throws IOException {
        this(directory, 1_000, ledger -> ledger, journal -> journal);
    }

    SteppedBank(
            Path directory,
            int keyWindow,
            UnaryOperator<Ledger> ledgerDecorator,
            UnaryOperator<Journal> journalDecorator)
            throws IOException {
        this(
                directory,
                keyWindow,
                ledgerDecorator.apply(SqlLedger.openH2InMemory(BANK, (done, total) -> {})),
                journalDecorator);
    }

    SteppedBank(Path directory, int keyWindow, Ledger ledger, UnaryOperator<Journal> journalDecorator)
            throws IOException {
        this.journal = journalDecorator.apply(ChronicleJournal.open(directory, 1 << 20));
        this.ledger = ledger;
        IdempotencyWindow keys = new IdempotencyWindow(keyWindow, KEY_AHEAD_MILLIS_MAX, new KeyHash(1, 2, 3, 4));
        JournalTail tail = JournalReader.read(journal, (batch, logPosition) -> {
            keys.remember(batch);
            ledger.redo(batch, 0, logPosition);
        });
        writer = JournalWriter.begin(
                journal, BANK, tail, new JournalWriter.Settings(UUID::randomUUID, 1 << 30, 16_384), clockMicros);
        Consumer<BankEvent> events = event -> {
            if (event instanceof BankEvent.Fault fault) {
                failures.add(fault.cause());
            }
        };
        engine = new TransactionEngine(
                ledger,
                writer,
                keys,
                new BankClock(Clocks.neverSet(() -> clockMicros), 0),
                events,
                new TransactionEngine.Settings(64, 8_192, 8_192));
    }

    /** A key of when the bank's clock began, a millisecond later for every thousand. */
    static TransactionKey key(long number) {
        return NumberedKeys.key(START_MILLIS + number / 1_000, number);
    }

    /** Submits one transaction and leaves it waiting. */
    Submitted submit(Transaction transaction, TransactionKey key) {
        return submit(RequestColumns.single(transaction, key));
    }

    Submitted submit(RequestColumns requests) {
        Submitted submitted = new Submitted();
        submitted.submission = new BatchSubmission(requests, submission -> submitted.answers++);
        submitted.taken = engine.submit(submitted.submission);
        return submitted;
    }

    /** Submits one transaction, turns the writer, and answers the outcome. */
    Outcome execute(Transaction transaction, TransactionKey key) {
        Submitted submitted = submit(transaction, key);
        engine.step();
        return submitted.outcome();
    }

    long balance(BalanceKind kind, long id) {
        Inquiry.Balance inquiry = new Inquiry.Balance(kind, id, answered -> {});
        engine.submit(inquiry);
        engine.step();
        if (!inquiry.available()) {
            throw new IllegalStateException("the bank could not answer this inquiry");
        }
        return inquiry.balanceMinor();
    }

    KeyStatus status(TransactionKey key) {
        Inquiry.Key inquiry = new Inquiry.Key(key, answered -> {});
        engine.submit(inquiry);
        engine.step();
        return inquiry.status();
    }

    /** Dies without an end record: what a killed server leaves. */
    void kill() throws IOException {
        ledger.close();
        journal.close();
    }

    @Override
    public void close() throws IOException {
        engine.close();
        if (engine.stoppedBy() == null) {
            writer.end();
        }
        kill();
    }

    /** A submission in flight. */
    static final class Submitted {
        BatchSubmission submission = new BatchSubmission(new RequestColumns(0), ignored -> {});
        boolean taken;
        int answers;

        Outcome outcome() {
            return outcome(0);
        }

        Outcome outcome(int i) {
            if (answers != 1) {
                throw new AssertionError("answered " + answers + " times");
            }
            return submission.outcome(i);
        }
    }
}
