package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.engine.SteppedBank.key;
import static org.debitcredit.transaction.Transaction.deposit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.debitcredit.engine.SteppedBank.Submitted;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Outcome.Refused;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys without a time: once forgotten, such a key could not be told from a new one. */
class UntimedKeysTest {

    private static final Refused REFUSED = new Refused(Refusal.KEY_WITHOUT_TIME, 0, 0);
    private static final UUID VERSION_4 = UUID.fromString("d9428888-122b-4e1f-b85c-61cd3cbb3210");

    @TempDir
    Path temp;

    @Test
    void an_unknown_key_that_is_no_uuid_of_version_7_is_never_executed() throws IOException {
        try (SteppedBank bank = new SteppedBank(temp)) {
            for (String uuid : List.of(
                    "d9428888-122b-4e1f-b85c-61cd3cbb3210",
                    "d9428888-122b-11e1-b85c-61cd3cbb3210",
                    "018bcfe5-6800-7123-c000-000000000000",
                    "018bcfe5-6800-7123-0000-000000000000",
                    "018bcfe5-6800-7123-4000-000000000000",
                    "018bcfe5-6800-6123-8000-000000000000",
                    "018bcfe5-6800-8123-8000-000000000000",
                    "00000000-0000-0000-0000-000000000000",
                    "ffffffff-ffff-ffff-ffff-ffffffffffff")) {
                TransactionKey untimed = TransactionKey.of(0, UUID.fromString(uuid));
                assertThat(bank.execute(deposit(0, 1, 100), untimed)).as(uuid).isEqualTo(REFUSED);
                assertThat(bank.status(untimed)).as(uuid).isEqualTo(KeyStatus.UNKNOWN);
            }
            assertThat(bank.engine.position()).isZero();
        }
    }

    @Test
    void the_other_transactions_of_a_batch_are_executed() throws IOException {
        try (SteppedBank bank = new SteppedBank(temp)) {
            RequestColumns requests = new RequestColumns(RunLengthKeys.BLOCK_KEYS + 3);
            requests.add(deposit(0, 1, 1), key(1));
            for (int i = 0; i < RunLengthKeys.BLOCK_KEYS; i++) {
                requests.add(deposit(0, 1, 1), new TransactionKey(0, VERSION_4.getMostSignificantBits(), 5 + i));
            }
            requests.add(deposit(0, 1, 1), key(2));
            requests.add(deposit(0, 1, 1), key(3));
            Submitted submitted = bank.submit(requests);
            bank.engine.step();
            assertThat(submitted.outcome(0)).isEqualTo(new Committed(1, 1));
            for (int i = 1; i <= RunLengthKeys.BLOCK_KEYS; i++) {
                assertThat(submitted.outcome(i)).isEqualTo(REFUSED);
            }
            assertThat(submitted.outcome(RunLengthKeys.BLOCK_KEYS + 2)).isEqualTo(new Committed(3, 3));
        }
    }

    @Test
    void one_transaction_alone_is_refused_likewise() throws IOException {
        try (SteppedBank bank = new SteppedBank(temp)) {
            SingleSubmission single = new SingleSubmission(answered -> {});
            bank.engine.submit(single.ask(deposit(0, 1, 1), TransactionKey.of(0, VERSION_4)));
            bank.engine.step();
            assertThat(single.outcome()).isEqualTo(REFUSED);
        }
    }

    /** A window into which a journal of revision 19a8f2d is replayed. */
    private static IdempotencyWindow replayed(int size, int untimed, long groupMicros) {
        IdempotencyWindow keys = new IdempotencyWindow(size, SteppedBank.KEY_AHEAD_MILLIS_MAX, new KeyHash(1, 2, 3, 4));
        for (int position = 1; position <= untimed; position++) {
            TransactionBatch batch = new TransactionBatch(1);
            batch.begin(position, groupMicros);
            batch.requests.add(
                    TransactionType.DEPOSIT.code(),
                    0,
                    1,
                    Transaction.NO_TARGET,
                    100,
                    0,
                    VERSION_4.getMostSignificantBits(),
                    position);
            batch.commit(0, 100L * position, 0, 0, 0);
            keys.remember(batch);
        }
        return keys;
    }

    @Test
    void one_in_an_older_journal_has_its_stored_answer_while_the_window_holds_it_and_is_expired_then() {
        IdempotencyWindow keys = replayed(4, 12, 1_000_000_000);
        TransactionKey remembered = new TransactionKey(0, VERSION_4.getMostSignificantBits(), 9);
        TransactionKey forgotten = new TransactionKey(0, VERSION_4.getMostSignificantBits(), 4);
        assertThat(keys.status(remembered, Submission.NOT_FOLLOWED))
                .extracting("outcome")
                .isEqualTo(new Committed(9, 900));
        assertThat(keys.status(forgotten, Submission.NOT_FOLLOWED)).isEqualTo(KeyStatus.EXPIRED);
    }

    @Test
    void one_that_is_forgotten_expires_no_key_with_a_time() {
        long groupMillis = 1_700_000_000_000L;
        IdempotencyWindow keys = replayed(4, 12, groupMillis * 1_000);
        TransactionKey before = NumberedKeys.key(groupMillis - 60_000, 1);
        assertThat(keys.status(before, Submission.NOT_FOLLOWED)).isEqualTo(KeyStatus.UNKNOWN);
    }

    @Test
    void a_key_of_the_first_millisecond_of_1970_expires_like_any_other() throws IOException {
        TransactionKey first = NumberedKeys.key(0, 1);
        try (SteppedBank bank = new SteppedBank(temp, 1, ledger -> ledger, journal -> journal)) {
            assertThat(bank.execute(deposit(0, 1, 100), first)).isEqualTo(new Committed(1, 100));
            for (int i = 1; i <= 2; i++) {
                bank.execute(deposit(0, 1, 1), NumberedKeys.key(i, i));
            }
            assertThat(bank.execute(deposit(0, 1, 100), first)).isEqualTo(new Refused(Refusal.KEY_EXPIRED, 0, 0));
        }
    }
}
