package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.engine.SteppedBank.key;
import static org.debitcredit.transaction.Transaction.deposit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.journal.ForwardingJournal;
import org.debitcredit.journal.Journal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever looks while the writer waits for its journal sees for how long; the bank's clock is driven by hand. */
class JournalActivityTest {

    private static final long MINUTE_MICROS = 60_000_000;

    @TempDir
    Path temp;

    /** What was seen in the middle of a step: nanoseconds. */
    private final List<Long> seen = new ArrayList<>();

    private boolean isSlow;
    private boolean fails;
    private @Nullable SteppedBank steppedBank;

    @Test
    void a_slow_append_a_slow_force_and_a_slow_epoch_are_seen_and_over_afterwards() throws IOException {
        SteppedBank bank = new SteppedBank(temp, 1_000, ledger -> ledger, SlowJournal::new);
        steppedBank = bank;
        bank.execute(deposit(0, 0, 1), key(1));
        isSlow = true;
        bank.execute(deposit(0, 0, 1), key(2));
        assertThat(seen).as("append, then force").containsExactly(minutes(1), minutes(2));
        assertThat(bank.engine.journal().waitNanos()).isZero();
        seen.clear();
        bank.engine.submit(new SnapshotBoundary(SnapshotBoundary.Kind.START));
        bank.engine.step();
        assertThat(seen).as("beginning an epoch").isNotEmpty().doesNotContain(0L);
        assertThat(bank.engine.journal().waitNanos()).isZero();
        isSlow = false;
        bank.close();
    }

    @Test
    void nobody_waits_for_a_journal_that_has_failed() throws IOException {
        SteppedBank bank = new SteppedBank(temp, 1_000, ledger -> ledger, SlowJournal::new);
        steppedBank = bank;
        isSlow = true;
        fails = true;
        bank.execute(deposit(0, 0, 1), key(1));
        assertThat(bank.engine.stoppedBy()).isNotNull();
        bank.clockMicros += MINUTE_MICROS;
        assertThat(bank.engine.journal().waitNanos()).isZero();
        fails = false;
        bank.kill();
    }

    private static long minutes(int minutes) {
        return minutes * MINUTE_MICROS * 1_000;
    }

    /** Each step takes a minute, and fails then if it is to. */
    private final class SlowJournal extends ForwardingJournal {

        SlowJournal(Journal real) {
            super(real);
        }

        private void step() throws IOException {
            SteppedBank bank = steppedBank;
            if (isSlow && bank != null) {
                bank.clockMicros += MINUTE_MICROS;
                seen.add(bank.engine.journal().waitNanos());
            }
            if (fails) {
                throw new IOException("planted");
            }
        }

        @Override
        public void beginEpoch(long epoch) throws IOException {
            step();
            super.beginEpoch(epoch);
        }

        @Override
        public void append(ByteBuffer document) throws IOException {
            step();
            super.append(document);
        }

        @Override
        public void force() throws IOException {
            step();
            super.force();
        }
    }
}
