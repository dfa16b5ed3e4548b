package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.engine.TransactionEngine.Settings;
import org.debitcredit.event.BankEvent;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine at both ends of its limits, and one beyond. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineLimitsTest {

    private static final BankIdentity BANK =
            new BankIdentity(new UUID(5, 5), new BankScale(1, 1, 10), Currency.getInstance("USD"));
    private static final int SMALLEST_SEGMENT = 4_096 + 88;
    private static final long NOW = 1_700_000_000_000_000L;

    @TempDir
    Path temp;

    @Test
    void settings_are_taken_at_both_ends_and_refused_one_beyond() {
        new Settings(1, 1, 1);
        new Settings(Settings.RING_SIZE_MAX, JournalWriter.ROWS_MAX, Settings.IN_FLIGHT_MAX);
        new Settings(1, 100, 100);
        for (int ring :
                new int[] {Integer.MIN_VALUE, -1, 0, 3, Settings.RING_SIZE_MAX + 1, 2 * Settings.RING_SIZE_MAX}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Settings(ring, 1, 1))
                    .withMessage("ringSize is " + ring + "; it must be a power of two, 1 to 1048576");
        }
        for (int group : new int[] {-1, 0, JournalWriter.ROWS_MAX + 1, 400_000, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Settings(1, group, Settings.IN_FLIGHT_MAX))
                    .withMessageContaining("groupMax is " + group + "; it must be 1 to " + JournalWriter.ROWS_MAX);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Settings(1, 100, 99))
                .withMessageContaining("at least the largest submission, 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Settings(1, 10_000, 8_191))
                .withMessageContaining("at least the largest submission, 8192");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Settings(1, 1, Settings.IN_FLIGHT_MAX + 1))
                .withMessageContaining("at most 16777216");
    }

    @Test
    void a_window_of_keys_is_taken_at_its_smallest_and_refused_one_beyond_either_end() {
        new IdempotencyWindow(1, 0, HASH);
        for (int size : new int[] {Integer.MIN_VALUE, 0, IdempotencyWindow.SIZE_MAX + 1, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new IdempotencyWindow(size, 0, HASH))
                    .withMessageContaining(
                            "is set to " + size + " keys; it must hold 1 to " + IdempotencyWindow.SIZE_MAX);
        }
        assertThat(KeyIndex.slots(IdempotencyWindow.SIZE_MAX)).isEqualTo(1 << 30);
        assertThat(KeyIndex.slots(IdempotencyWindow.SIZE_MAX + 1))
                .as("an int overflows")
                .isNegative();
    }

    @Test
    void a_bank_with_the_smallest_limits_of_all_serves_and_is_read_back() throws Exception {
        int transactions = 40;
        CountDownLatch answered = new CountDownLatch(transactions);
        try (Opened bank = open(new Settings(1, 1, 1), 1)) {
            bank.engine.start();
            for (int i = 0; i < transactions; i++) {
                BatchSubmission one = new BatchSubmission(requests(i, 1), submission -> answered.countDown());
                while (!bank.engine.submit(one)) {
                    Thread.yield();
                }
            }
            bank.engine.close();
            answered.await();
            assertThat(bank.engine.stoppedBy()).isNull();
            assertThat(bank.engine.position()).isEqualTo(transactions);
        }
        try (FileJournal journal = journal()) {
            assertThat(JournalReader.read(
                                    journal,
                                    (batch, logPosition) ->
                                            assertThat(batch.size()).isEqualTo(1))
                            .position())
                    .isEqualTo(transactions);
        }
    }

    @Test
    void a_submission_larger_than_a_group_is_refused_with_both_named() throws IOException {
        try (Opened bank = open(new Settings(4, 5, 5), 10)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bank.engine.submit(new BatchSubmission(requests(0, 6), submission -> {})))
                    .withMessage("the submission has 6 transactions; the largest allowed has 5: at most 8192, and no "
                            + "more than a"
                            + " group, 5");
            int[] answers = new int[1];
            assertThat(bank.engine.submit(new BatchSubmission(requests(0, 5), submission -> answers[0]++)))
                    .isTrue();
            bank.engine.step();
            assertThat(answers[0]).isEqualTo(1);
            assertThat(bank.engine.position()).isEqualTo(5);
        }
        try (Opened bank = open(new Settings(4, 10_000, 10_000), 10)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bank.engine.submit(new BatchSubmission(requests(0, 8_193), submission -> {})))
                    .withMessageContaining("the largest allowed has 8192")
                    .withMessageContaining("a group, 10000");
        }
    }

    @Test
    void the_largest_groups_are_read_back_after_a_kill() throws IOException {
        int submissions = JournalWriter.ROWS_MAX / TransactionEngine.SUBMISSION_MAX;
        try (Opened bank = open(new Settings(64, JournalWriter.ROWS_MAX, 1 << 18), 1_000_000)) {
            for (int i = 0; i < submissions; i++) {
                bank.engine.submit(new BatchSubmission(
                        requests(i * TransactionEngine.SUBMISSION_MAX, TransactionEngine.SUBMISSION_MAX),
                        submission -> {}));
            }
            bank.engine.step();
            assertThat(bank.engine.stoppedBy()).isNull();
        }
        try (FileJournal journal = journal()) {
            JournalTail tail = JournalReader.read(journal, (batch, logPosition) -> {});
            assertThat(tail.position()).isEqualTo((long) submissions * TransactionEngine.SUBMISSION_MAX);
            assertThat(tail.documentsCut()).isZero();
        }
    }

    @Test
    void a_reversal_takes_two_rows_also_of_a_group_of_one() throws IOException {
        try (Opened bank = open(new Settings(4, 1, 1), 10)) {
            ReversalSubmission first = reversal(1);
            ReversalSubmission second = reversal(3);
            bank.engine.submit(first);
            bank.engine.submit(second);
            bank.engine.submit(new BatchSubmission(requests(100, 1), submission -> {}));
            bank.engine.step();
            assertThat(bank.engine.stoppedBy()).isNull();
            assertThat(first.outcome()).isEqualTo(new Outcome.Committed(2, 0));
            assertThat(second.outcome()).isEqualTo(new Outcome.Committed(4, 0));
            assertThat(bank.engine.position()).isEqualTo(5);
        }
    }

    @Test
    void as_many_reversals_go_into_a_group_as_its_document_has_room_for() throws IOException {
        int reversals = 16_000;
        try (Opened bank = open(new Settings(1 << 14, JournalWriter.ROWS_MAX, 1 << 18), 1_000_000)) {
            for (int i = 0; i < reversals; i++) {
                assertThat(bank.engine.submit(reversal(2 * i))).isTrue();
            }
            bank.engine.step();
            assertThat(bank.engine.stoppedBy()).isNull();
            assertThat(bank.engine.position()).isEqualTo(2L * reversals);
        }
        List<Integer> bytes = new ArrayList<>();
        try (FileJournal journal = journal()) {
            JournalReader.read(journal, (batch, logPosition) -> bytes.add(batch.requests.sectionBytes()));
        }
        assertThat(bytes).hasSizeGreaterThan(1).allMatch(each -> each <= JournalWriter.SECTION_BYTES_MAX);
        assertThat(bytes.get(0)).isGreaterThan(JournalWriter.SECTION_BYTES_MAX - 300);
    }

    /** Of a transaction that has not arrived, with the longest reference. */
    private static ReversalSubmission reversal(int number) {
        RequestColumns keys = requests(number, 2);
        Transaction original = Transaction.deposit(0, 1, 5).with(Reference.of("r".repeat(Reference.BYTES_MAX)));
        return new ReversalSubmission(
                new Reversal(keys.keys.keyOf(0), original, 0), keys.keys.keyOf(1), submission -> {});
    }

    /** Well-formed deposits, each of a later key than the one before, of which it is not the next. */
    private static RequestColumns requests(int from, int count) {
        RequestColumns requests = new RequestColumns(count);
        for (int i = 0; i < count; i++) {
            UUID key = TransactionKey.uuidV7(NOW / 1_000 - 1_000_000 + from + i, from + i, ~(from + i));
            requests.add(Transaction.deposit(0, 1, 1), TransactionKey.of(0, key));
        }
        return requests;
    }

    private FileJournal journal() throws IOException {
        return FileJournal.open(DiskFolder.open(temp), SMALLEST_SEGMENT);
    }

    private static final KeyHash HASH = new KeyHash(1, 2, 3, 4);
    private static final BankClock CLOCK = new BankClock(Clocks.neverSet(() -> NOW), 0);

    private record Opened(TransactionEngine engine, JournalWriter writer, MemoryLedger ledger)
            implements AutoCloseable {
        /** As a killed server would leave it. */
        @Override
        public void close() throws IOException {
            writer.close();
            ledger.close();
        }
    }

    private Opened open(Settings settings, int keyWindow) throws IOException {
        FileJournal journal = journal();
        MemoryLedger ledger = new MemoryLedger(BANK);
        IdempotencyWindow keys = new IdempotencyWindow(keyWindow, 10_000, HASH);
        JournalTail tail = JournalReader.read(journal, (batch, logPosition) -> {
            keys.remember(batch);
            ledger.redo(batch, 0, logPosition);
        });
        JournalWriter writer = JournalWriter.begin(
                journal, BANK, tail, new JournalWriter.Settings(UUID::randomUUID, 1, settings.groupMax()), NOW);
        return new Opened(
                new TransactionEngine(ledger, writer, keys, CLOCK, BankEvent.IGNORE, settings), writer, ledger);
    }
}
