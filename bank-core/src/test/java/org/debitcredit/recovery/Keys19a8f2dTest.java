package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.LongStream;
import org.debitcredit.backup.Restore;
import org.debitcredit.bank.BankScale;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.directory.StoredBank;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup of revision 19a8f2d, with keys that are refused today: {@code 19a8f2d/keys/README.md} describes it. */
class Keys19a8f2dTest {

    private static final int TRANSACTIONS = 307;

    @TempDir
    Path folder;

    private Path backup;

    @BeforeEach
    void copyBackup() throws IOException, URISyntaxException {
        backup = folder.resolve("backup");
        Path resource =
                Path.of(Keys19a8f2dTest.class.getResource("/19a8f2d/keys").toURI());
        BankLives.copy(resource, backup);
    }

    /** The keys as 19a8f2d stored them, in order of position. */
    private static List<TransactionKey> stored() {
        List<TransactionKey> keys = new ArrayList<>();
        for (long low : new long[] {-2, -1, 0, 1}) {
            keys.add(new TransactionKey(0, 0x1234567890ab4cdfL, low));
        }
        for (int row = 0; row < 300; row++) {
            keys.add(new TransactionKey(0, 0x018bcfe568007123L, 0xa000000000000064L + row));
        }
        for (String untimed : List.of(
                "d9428888-122b-4e1f-b85c-61cd3cbb3210",
                "00000000-0000-0000-0000-000000000000",
                "018bcfe5-6800-7000-c000-000000000000")) {
            keys.add(TransactionKey.of(0, UUID.fromString(untimed)));
        }
        return keys;
    }

    private static Outcome send(RunningBank bank, Transaction transaction, TransactionKey key) {
        BatchSubmission submission = new BatchSubmission(RequestColumns.single(transaction, key), answered -> {});
        bank.engine().submit(submission);
        bank.engine().step();
        return submission.outcome(0);
    }

    /** Position of the stored answer; 0 for a key that the bank does not know. */
    private static long position(RunningBank bank, TransactionKey key) {
        Inquiry.Key inquiry = new Inquiry.Key(key, answered -> {});
        bank.engine().submit(inquiry);
        bank.engine().step();
        if (!(inquiry.status() instanceof KeyStatus.Decided decided)) {
            return 0;
        }
        return decided.outcome() instanceof Outcome.Committed committed
                ? committed.position()
                : ((Outcome.Refused) decided.outcome()).position();
    }

    @Test
    void its_keys_are_read_exactly_as_they_were_stored() throws IOException {
        List<TransactionKey> read = new ArrayList<>();
        try (StoredBank bank = StoredBank.open(backup)) {
            JournalReader.read(bank.epochs(), (batch, logPosition) -> {
                for (int row = 0; row < batch.size(); row++) {
                    read.add(batch.requests.keys.keyOf(row));
                }
            });
        }
        assertThat(read).isEqualTo(stored());
    }

    @Test
    void a_bank_made_of_it_gives_the_stored_answer_of_every_key_and_executes_none_again() throws IOException {
        BankSettings settings = BankSettings.of(
                        folder.resolve("restored"), new BankScale(1, 1, 3), Currency.getInstance("USD"))
                .with(new JournalSettings(JournalKind.FILE, 1 << 20, 17 << 20, OptionalLong.empty()));
        Restore.restore(backup, OptionalLong.empty(), settings, Progress.NONE);
        try (RunningBank bank = RunningBank.recover(
                BankFolders.open(settings, BankEvent.IGNORE),
                settings,
                (identity, progress) -> new MemoryLedger(identity),
                BankEvent.IGNORE,
                Progress.NONE)) {
            List<Long> positions = new ArrayList<>();
            for (TransactionKey key : stored()) {
                positions.add(position(bank, key));
            }
            assertThat(positions)
                    .isEqualTo(LongStream.rangeClosed(1, TRANSACTIONS).boxed().toList());
            assertThat(send(bank, Transaction.deposit(0, 0, 103), stored().get(3)))
                    .as("the fourth of the keys that wrapped")
                    .isEqualTo(new Outcome.Committed(4, 203));
            assertThat(send(bank, Transaction.deposit(0, 0, 1), stored().get(304)))
                    .as("a UUIDv4")
                    .isEqualTo(new Outcome.Committed(305, 25_054));
            assertThat(send(bank, Transaction.withdrawal(0, 2, 1_000_000), stored().get(306)))
                    .isEqualTo(new Outcome.Refused(Refusal.INSUFFICIENT_FUNDS, 307, 25_152));
            assertThat(send(bank, Transaction.deposit(0, 0, 2), stored().get(304)))
                    .isEqualTo(new Outcome.Refused(Refusal.KEY_CONFLICT, 0, 0));
            assertThat(bank.engine().position()).isEqualTo(TRANSACTIONS);
        }
    }
}
