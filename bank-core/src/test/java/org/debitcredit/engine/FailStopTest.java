package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.engine.SteppedBank.key;
import static org.debitcredit.transaction.Transaction.deposit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import org.debitcredit.engine.SteppedBank.Submitted;
import org.debitcredit.journal.ForwardingJournal;
import org.debitcredit.journal.Journal;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.ForwardingLedger;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Outcome.Failed;
import org.debitcredit.transaction.TransactionBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Any error of a step stops the writer for good; what became of its group shows after the restart, by key. */
@Timeout(60)
class FailStopTest {

    @TempDir
    Path temp;

    private String failAt = "";

    @Test
    void a_failed_force_stops_the_writer_and_leaves_its_group_unknown_until_the_restart() throws IOException {
        try (SteppedBank bank = faulty()) {
            assertThat(bank.execute(deposit(0, 0, 1), key(1))).isEqualTo(new Committed(1, 1));
            failAt = "force";
            assertStops(bank, Failure.OUTCOME_UNKNOWN);
        }
        try (SteppedBank bank = new SteppedBank(temp)) {
            // It was written, and this disk kept it though it said it could not.
            assertThat(bank.status(key(2))).extracting("outcome").isEqualTo(new Committed(2, 2));
            assertThat(bank.status(key(3))).isEqualTo(KeyStatus.UNKNOWN);
            assertThat(bank.execute(deposit(0, 0, 1), key(2))).isEqualTo(new Committed(2, 2));
            assertThat(bank.balance(BalanceKind.ACCOUNT, 0)).isEqualTo(2);
        }
    }

    @Test
    void a_failed_append_leaves_its_group_unknown_and_after_the_restart_not_executed() throws IOException {
        try (SteppedBank bank = faulty()) {
            bank.execute(deposit(0, 0, 1), key(1));
            failAt = "append";
            assertStops(bank, Failure.OUTCOME_UNKNOWN);
        }
        try (SteppedBank bank = new SteppedBank(temp)) {
            assertThat(bank.status(key(2))).isEqualTo(KeyStatus.UNKNOWN);
            assertThat(bank.execute(deposit(0, 0, 1), key(2))).isEqualTo(new Committed(2, 2));
        }
    }

    @Test
    void a_ledger_that_fails_to_execute_leaves_its_group_not_executed() throws IOException {
        try (SteppedBank bank = faulty()) {
            bank.execute(deposit(0, 0, 1), key(1));
            failAt = "execute";
            assertStops(bank, Failure.NOT_EXECUTED);
        }
        try (SteppedBank bank = new SteppedBank(temp)) {
            assertThat(bank.engine.position()).isEqualTo(1);
        }
    }

    @Test
    void a_ledger_that_fails_to_commit_is_redone_from_the_journal() throws IOException {
        try (SteppedBank bank = faulty()) {
            bank.execute(deposit(0, 0, 1), key(1));
            failAt = "commit";
            assertStops(bank, Failure.OUTCOME_UNKNOWN);
        }
        try (SteppedBank bank = new SteppedBank(temp)) {
            assertThat(bank.balance(BalanceKind.ACCOUNT, 0)).isEqualTo(2);
        }
    }

    @Test
    void a_ledger_that_fails_to_read_stops_the_bank_but_not_the_answers_already_durable() throws IOException {
        try (SteppedBank bank = faulty()) {
            failAt = "read";
            Submitted submitted = bank.submit(deposit(0, 0, 1), key(1));
            Inquiry.Balance inquiry = new Inquiry.Balance(BalanceKind.ACCOUNT, 0, answered -> {});
            bank.engine.submit(inquiry);
            bank.engine.step();
            assertThat(submitted.outcome()).isEqualTo(new Committed(1, 1));
            assertThat(inquiry.available()).isFalse();
            assertThat(bank.engine.stoppedBy()).hasMessage("planted in read");
        }
    }

    private void assertStops(SteppedBank bank, Failure ofTheGroup) {
        Submitted inGroup = bank.submit(deposit(0, 0, 1), key(2));
        Inquiry.Key inquiry = new Inquiry.Key(key(1), answered -> {});
        bank.engine.submit(inquiry);
        bank.engine.step();
        assertThat(inGroup.outcome()).isEqualTo(new Failed(ofTheGroup));
        assertThat(inquiry.available()).isFalse();
        assertThat(bank.engine.stoppedBy()).hasMessage("planted in " + failAt);
        assertThat(bank.failures).hasSize(1);

        failAt = "";
        Submitted after = bank.submit(deposit(0, 0, 1), key(3));
        bank.engine.step();
        assertThat(after.outcome()).isEqualTo(new Failed(Failure.NOT_EXECUTED));
        assertThat(bank.engine.position()).isEqualTo(1);
    }

    private SteppedBank faulty() throws IOException {
        return new SteppedBank(temp, 1_000, FaultyLedger::new, FaultyJournal::new);
    }

    private void failHere(String step) {
        if (step.equals(failAt)) {
            throw new IllegalStateException("planted in " + step);
        }
    }

    private final class FaultyJournal extends ForwardingJournal {

        FaultyJournal(Journal real) {
            super(real);
        }

        @Override
        public void append(ByteBuffer document) throws IOException {
            failHere("append");
            super.append(document);
        }

        @Override
        public void force() throws IOException {
            if (failAt.equals("force")) {
                throw new IOException("planted in force");
            }
            super.force();
        }
    }

    private final class FaultyLedger extends ForwardingLedger {

        FaultyLedger(Ledger real) {
            super(real);
        }

        @Override
        public void execute(TransactionBatch batch) {
            failHere("execute");
            super.execute(batch);
        }

        @Override
        public void commit(UUID epoch, long position, int chainChecksum) {
            failHere("commit");
            super.commit(epoch, position, chainChecksum);
        }

        @Override
        public void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
            failHere("read");
            super.read(kind, ids, count, balancesMinor);
        }
    }
}
