package org.debitcredit.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Currency;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/** Founds a bank in this process, moves money once, and stops. */
public final class EmbeddedBank {

    private EmbeddedBank() {}

    /** The argument is the bank's directory, empty or not there. */
    public static void main(String[] arguments) throws IOException {
        BankSettings settings = BankSettings.of(
                        Path.of(arguments[0]), Preset.GRAY2005.scale(10), Currency.getInstance("USD"))
                .with(JournalSettings.of(JournalKind.FILE))
                .founding(true); // at the first start only
        try (RunningBank bank = RunningBank.open(
                settings, (identity, progress) -> new MemoryLedger(identity), BankEvent.IGNORE, Progress.NONE)) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            UUID key = TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong());
            CompletableFuture<Outcome> answer = new CompletableFuture<>();
            SingleSubmission submission = new SingleSubmission(answered -> answer.completeAsync(answered::outcome));
            submission.ask(Transaction.deposit(3_000_007, 3_004_711, 12_500), TransactionKey.of(0, key));
            if (!bank.engine().submit(submission)) {
                throw new IllegalStateException(
                        "the ring or the journal is full; nothing was executed, and the key can be sent again");
            }
            System.out.println(answer.join());
        }
    }
}
