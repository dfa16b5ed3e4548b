package org.debitcredit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.OldBank;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever size the idempotency window has at each start: a key that was executed is answered or expired, never
 * executed.
 */
class KeyWindowChangeTest {

    @TempDir
    Path data;

    /** From a snapshot near the end, or from the founding; smaller, larger, to and fro; with a crash in between. */
    @ParameterizedTest
    @CsvSource({
        "50, 10, 10, true",
        "50, 10, 10, false",
        "50, 10, 50, true",
        "50, 7, 30, true",
        "10, 50, 10, true",
        "200, 1, 1, true",
        "30, 200, 5, true"
    })
    void no_key_is_executed_twice_after_a_change(int first, int second, int third, boolean snapshots)
            throws IOException {
        BankLives bank = new BankLives(data, JournalKind.FILE);
        bank.replayMax = snapshots ? BankLives.OFTEN : BankLives.SELDOM;
        bank.keyWindow = first;
        bank.live(45);
        bank.keyWindow = second;
        try (RunningBank changed = bank.recover()) {
            assertNoneIsNew(bank, changed, 450);
            bank.run(changed, 1);
        }
        // Once more before any snapshot was taken under the new window.
        try (RunningBank again = bank.recover()) {
            assertNoneIsNew(bank, again, 460);
        }
        bank.keyWindow = third;
        try (RunningBank changed = bank.recover()) {
            assertNoneIsNew(bank, changed, 460);
            bank.run(changed, 30);
            assertNoneIsNew(bank, changed, 760);
        }
        assertThat(bank.audit().firstFault()).isNull();
    }

    /** A window of 23 begins its generations at 69 where one of 19 remembers from 57 on. */
    @Test
    void what_a_narrower_window_remembered_is_replayed_for_a_wider_one_too() {
        assertThat(KeyReplay.rememberedFrom(23, 19, 94)).isEqualTo(57);
        for (int window = 1; window < 60; window++) {
            for (long position = 0; position < 300; position++) {
                assertThat(KeyReplay.rememberedFrom(window, 19, position))
                        .isLessThanOrEqualTo(IdempotencyWindow.rememberedFrom(window, position))
                        .isLessThanOrEqualTo(IdempotencyWindow.rememberedFrom(19, position));
            }
        }
    }

    private static void assertNoneIsNew(BankLives bank, RunningBank open, int keys) {
        for (int key = 0; key < keys; key++) {
            assertThat(bank.status(open, key)).as("key %d", key).isNotEqualTo(KeyStatus.UNKNOWN);
        }
        assertThat(bank.status(open, keys - 1)).isInstanceOf(KeyStatus.Decided.class);
        long position = open.engine().position();
        for (int key = 0; key < keys; key += 13) {
            // Other content: whatever is known of the key, it must not be executed.
            assertThat(send(open, bank.key(key)))
                    .as("key %d", key)
                    .isIn(
                            new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0),
                            new Outcome.Refused(Refusal.KEY_CONFLICT, 0, 0));
        }
        assertThat(open.engine().position()).isEqualTo(position);
    }

    private static Outcome send(RunningBank bank, TransactionKey key) {
        RequestColumns request = RequestColumns.single(Transaction.deposit(0, 1, 123_456_789), key);
        BatchSubmission submission = new BatchSubmission(request, answered -> {});
        bank.engine().submit(submission);
        bank.engine().step();
        return submission.outcome(0);
    }

    /** Nothing tells the window that revision 19a8f2d ran with, so all that it left is read. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_smaller_window_on_a_bank_of_before_executes_nothing_twice(JournalKind kind) throws IOException {
        OldBank.unpack(kind, data);
        BankLives bank = new BankLives(data, kind);
        bank.keyWindow = 10;
        bank.continueAfter(OldBank.keys());
        try (RunningBank changed = bank.recover()) {
            assertNoneIsNew(bank, changed, 250);
        }
    }

    @Test
    void a_restore_with_a_smaller_window_executes_nothing_twice() throws IOException {
        BankLives bank = new BankLives(data.resolve("from"), JournalKind.FILE);
        bank.replayMax = BankLives.OFTEN;
        bank.live(60);
        BankLives restored = bank.restored(data.resolve("to"), 555, 5);
        try (RunningBank open = restored.recover()) {
            assertThat(open.engine().position()).isEqualTo(555);
            assertNoneIsNew(restored, open, 555);
        }
    }
}
