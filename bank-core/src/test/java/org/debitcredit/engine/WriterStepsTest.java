package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.engine.SteppedBank.key;
import static org.debitcredit.transaction.Transaction.deposit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import org.debitcredit.engine.WriterSteps.Step;
import org.debitcredit.journal.ForwardingJournal;
import org.debitcredit.journal.Journal;
import org.debitcredit.ledger.ForwardingLedger;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each step of a group is timed by itself, and the time between groups is nobody's; the clock is driven by hand. */
class WriterStepsTest {

    private static final long NANOS_PER_MICRO = 1_000;
    private static final int EXECUTE_MICROS = 7;
    private static final int APPEND_MICROS = 11;
    private static final int FORCE_MICROS = 130;
    private static final int COMMIT_MICROS = 17;
    private static final int BETWEEN_MICROS = 1_000_000;

    @TempDir
    Path temp;

    private @Nullable SteppedBank steppedBank;

    private void pass(int micros) {
        SteppedBank bank = steppedBank;
        if (bank != null) {
            bank.clockMicros += micros;
        }
    }

    @Test
    void each_step_has_its_own_time() throws IOException {
        SteppedBank bank = new SteppedBank(temp, 1_000, SlowLedger::new, SlowJournal::new);
        steppedBank = bank;
        for (int group = 1; group <= 3; group++) {
            bank.execute(deposit(0, 0, 1), key(group));
            bank.clockMicros += BETWEEN_MICROS;
        }
        assertThat(nanos(bank))
                .containsEntry(Step.EXECUTE, 3 * EXECUTE_MICROS * NANOS_PER_MICRO)
                .containsEntry(Step.APPEND, 3 * APPEND_MICROS * NANOS_PER_MICRO)
                .containsEntry(Step.FORCE, 3 * FORCE_MICROS * NANOS_PER_MICRO)
                .containsEntry(Step.COMMIT, 3 * COMMIT_MICROS * NANOS_PER_MICRO)
                .containsEntry(Step.ANSWER, 0L);
        steppedBank = null;
        bank.close();
    }

    @Test
    void the_wait_for_the_first_command_of_a_group_is_not_counted_and_an_inquiry_is_answered_only() throws IOException {
        SteppedBank bank = new SteppedBank(temp, 1_000, SlowLedger::new, SlowJournal::new);
        bank.engine.submit(new Inquiry.Sums(sums -> bank.clockMicros += FORCE_MICROS));
        bank.clockMicros += BETWEEN_MICROS;
        bank.engine.step();
        assertThat(nanos(bank))
                .containsEntry(Step.ANSWER, FORCE_MICROS * NANOS_PER_MICRO)
                .containsEntry(Step.EXECUTE, 0L)
                .containsEntry(Step.FORCE, 0L);
        bank.close();
    }

    private static Map<Step, Long> nanos(SteppedBank bank) {
        Map<Step, Long> nanos = new EnumMap<>(Step.class);
        for (Step step : Step.values()) {
            nanos.put(step, bank.engine.steps().nanos(step));
        }
        return nanos;
    }

    private final class SlowLedger extends ForwardingLedger {

        SlowLedger(Ledger real) {
            super(real);
        }

        @Override
        public void execute(TransactionBatch batch) {
            pass(EXECUTE_MICROS);
            super.execute(batch);
        }

        @Override
        public void commit(UUID epoch, long position, int chainChecksum) {
            pass(COMMIT_MICROS);
            super.commit(epoch, position, chainChecksum);
        }
    }

    private final class SlowJournal extends ForwardingJournal {

        SlowJournal(Journal real) {
            super(real);
        }

        @Override
        public void append(ByteBuffer document) throws IOException {
            pass(APPEND_MICROS);
            super.append(document);
        }

        @Override
        public void force() throws IOException {
            pass(FORCE_MICROS);
            super.force();
        }
    }
}
