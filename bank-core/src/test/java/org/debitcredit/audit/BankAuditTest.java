package org.debitcredit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Currency;
import java.util.UUID;
import java.util.function.Consumer;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.journal.chronicle.ChronicleJournal;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit is a checker, so each thing it checks is seen to fail: the journals here are whole, but wrong. */
class BankAuditTest {

    private static final BankIdentity BANK =
            new BankIdentity(new UUID(1, 1), new BankScale(2, 2, 10), Currency.getInstance("USD"));

    @TempDir
    Path data;

    @Test
    void a_right_journal_holds() throws IOException {
        assertThat(audit(batch -> {}).firstFault()).isNull();
    }

    @Test
    void a_wrong_account_after_image_is_found() throws IOException {
        assertThat(audit(batch -> batch.balance[1]++).firstFault())
                .contains("position 2")
                .contains("71");
    }

    @Test
    void a_wrong_teller_after_image_is_found() throws IOException {
        assertThat(audit(batch -> batch.tellerBalance[0]--).firstFault()).contains("position 1");
    }

    @Test
    void a_wrong_branch_after_image_is_found() throws IOException {
        assertThat(audit(batch -> batch.branchBalance[0]--).firstFault()).contains("position 1");
    }

    @Test
    void a_withdrawal_beyond_the_funds_that_was_paid_is_found() throws IOException {
        assertThat(audit(batch -> batch.commit(2, -430, 0, -430, -430)).firstFault())
                .contains("position 3");
    }

    @Test
    void right_reversals_hold() throws IOException {
        assertThat(audit(batch -> reverse(batch, key(2), 2, Outcome.COMMITTED, 30, true))
                        .firstFault())
                .isNull();
    }

    @Test
    void a_reversal_that_was_posted_twice_is_found() throws IOException {
        assertThat(audit(batch -> {
                            reverse(batch, key(2), 2, Outcome.COMMITTED, 30, true);
                            reverse(batch, key(2), 2, Outcome.COMMITTED, 30, true);
                        })
                        .firstFault())
                .contains("reversal at position 5")
                .contains("not been reversed before");
    }

    @Test
    void a_reversal_that_was_refused_although_it_is_the_first_is_found() throws IOException {
        assertThat(audit(batch -> reverse(batch, key(2), 2, Reversals.REVERSED_BEFORE, 30, false))
                        .firstFault())
                .contains("reversal at position 4");
    }

    @Test
    void a_reversal_of_another_transaction_is_found() throws IOException {
        for (TransactionKey key : new TransactionKey[] {key(1), key(3)}) {
            data = data.resolve("again");
            assertThat(audit(batch -> reverse(batch, key, 2, Outcome.COMMITTED, 30, true))
                            .firstFault())
                    .contains("reversal at position 4")
                    .contains("another key");
        }
        data = data.resolve("again");
        assertThat(audit(batch -> reverse(batch, key(2), 2, Outcome.COMMITTED, 31, true))
                        .firstFault())
                .contains("reversal at position 4")
                .contains("content");
        data = data.resolve("again");
        assertThat(audit(batch -> reverse(batch, key(2), 2, Refusal.OVERFLOW.code(), 30, true))
                        .firstFault())
                .contains("reversal at position 4")
                .contains("outcome");
    }

    @Test
    void a_part_taken_for_the_whole_is_found() throws IOException {
        assertThat(audit(batch -> {
                            reverse(batch, key(2), 2, Outcome.COMMITTED, 30, true);
                            batch.requests.amount[3]--;
                            batch.commit(3, 99, 0, 99, 99);
                        })
                        .firstFault())
                .contains("position 4");
    }

    /** More would be taken back than was posted, or what is left of it would be of the other sign. */
    @Test
    void a_reversal_that_no_client_may_ask_for_is_found() throws IOException {
        for (long performed : new long[] {-20, 30, 45, Long.MIN_VALUE}) {
            data = data.resolve("again");
            assertThat(audit(batch -> reverse(
                                    batch,
                                    new Reversal(key(2), Transaction.withdrawal(0, 3, 30), performed),
                                    2,
                                    Outcome.COMMITTED,
                                    30 - performed,
                                    true))
                            .firstFault())
                    .contains("reversal at position 4")
                    .contains("performed is " + performed);
        }
    }

    @Test
    void a_reversal_of_nothing_is_found() throws IOException {
        for (long position : new long[] {0, -1, Long.MIN_VALUE}) {
            data = data.resolve("again");
            assertThat(audit(batch -> reverse(batch, key(2), position, Outcome.COMMITTED, 30, true))
                            .firstFault())
                    .contains("the reversal at position 4 names an original at position " + position);
        }
    }

    @Test
    void a_reversal_that_posts_to_what_does_not_exist_is_found() throws IOException {
        for (Transaction original : new Transaction[] {
            Transaction.withdrawal(7, 3, 30),
            Transaction.withdrawal(0, 77, 30),
            Transaction.withdrawal(-5, 3, 30),
            Transaction.withdrawal(0, Long.MIN_VALUE, 30),
            Transaction.transfer(0, 3, 77, 30)
        }) {
            data = data.resolve("again");
            assertThat(audit(batch -> reverse(batch, new Reversal(key(2), original, 0), 2, Outcome.COMMITTED, 30, true))
                            .firstFault())
                    .contains("the reversal at position 4")
                    .contains("does not exist");
        }
    }

    @Test
    void a_right_tombstone_holds() throws IOException {
        assertThat(audit(batch -> {
                            tombstone(batch);
                            reverse(batch, key(4), 4, Refusal.REVERSED.code(), 30, true);
                        })
                        .firstFault())
                .isNull();
    }

    @Test
    void a_tombstone_without_its_reversal_is_found() throws IOException {
        assertThat(audit(batch -> {
                            tombstone(batch);
                            reverse(batch, key(2), 2, Outcome.COMMITTED, 30, true);
                        })
                        .firstFault())
                .contains("position 4 was refused as reversed")
                .contains("no reversal of it follows");
        data = data.resolve("again");
        assertThat(audit(batch -> {
                            tombstone(batch);
                            batch.requests.add(Transaction.deposit(0, 3, 1), key(5));
                            batch.commit(4, 71, 0, 71, 71);
                        })
                        .firstFault())
                .contains("position 4 was refused as reversed");
    }

    /** With its own content or another, alone or in a run of keys. */
    @Test
    void an_original_that_was_executed_after_its_reversal_is_found() throws IOException {
        for (int runFrom : new int[] {4, 3}) {
            data = data.resolve("again");
            assertThat(audit(batch -> {
                                tombstone(batch);
                                reverse(batch, key(4), 4, Refusal.REVERSED.code(), 30, true);
                                for (int number = runFrom; number <= 4; number++) {
                                    batch.requests.add(Transaction.deposit(0, 3, 1), key(number));
                                    int row = batch.size() - 1;
                                    long after = 70 + row - 4;
                                    batch.commit(row, after, 0, after, after);
                                }
                            })
                            .firstFault())
                    .contains("position " + (10 - runFrom) + " has the key of the one at position 4");
        }
    }

    @Test
    void a_reversal_whose_entry_is_missing_or_of_another_row_is_found() throws IOException {
        assertThat(audit(batch -> {
                            batch.requests.add(Transaction.deposit(0, 3, 30), key(4));
                            batch.requests.type[3] = 5;
                            batch.commit(3, 100, 0, 100, 100);
                        })
                        .firstFault())
                .contains("damaged journal")
                .contains("reversal");
        data = data.resolve("again");
        assertThat(audit(batch -> {
                            reverse(batch, key(2), 2, Outcome.COMMITTED, 30, true);
                            batch.requests.type[3] = 2;
                        })
                        .firstFault())
                .contains("damaged journal")
                .contains("reversal");
        data = data.resolve("again");
        assertThat(audit(batch -> {
                            reverse(batch, key(2), 2, Outcome.COMMITTED, 30, true);
                            batch.requests.ownReversals().addTombstone(3);
                        })
                        .firstFault())
                .contains("damaged journal")
                .contains("reversal");
    }

    private static void tombstone(TransactionBatch batch) {
        int row = batch.requests.add(Transaction.withdrawal(0, 3, 30), key(4));
        batch.requests.ownReversals().addTombstone(row);
        batch.refuse(row, Refusal.REVERSED, 0);
    }

    /** Adds a reversal of a withdrawal from the account, which holds 70 before. */
    private static void reverse(
            TransactionBatch batch, TransactionKey original, long position, byte found, long amount, boolean commits) {
        Reversal reversal = new Reversal(original, Transaction.withdrawal(0, 3, amount), 0);
        reverse(batch, reversal, position, found, amount, commits);
    }

    private static void reverse(
            TransactionBatch batch, Reversal reversal, long position, byte found, long amount, boolean commits) {
        long inverse = found == Outcome.COMMITTED ? amount : 0;
        int last = batch.size() - 1;
        long before = batch.outcome[last] == Refusal.REVERSED.code() ? 70 : batch.balance[last];
        int row = batch.requests.addReversal(reversal, key(batch.size() + 1), position, found);
        batch.requests.amount[row] = inverse;
        if (!commits) {
            batch.refuse(row, Refusal.REVERSED, 0);
        } else if (inverse == 0) {
            batch.commit(row, before, 0, 0, 0);
        } else {
            batch.commit(row, before + inverse, 0, before + inverse, before + inverse);
        }
    }

    private static TransactionKey key(long number) {
        return NumberedKeys.key(1_000, number);
    }

    /** Journals three transactions after the fault was planted, and audits. */
    private BankAudit.Finding audit(Consumer<TransactionBatch> fault) throws IOException {
        TransactionBatch batch = new TransactionBatch(7);
        batch.begin(1, 1_000_000);
        batch.requests.add(Transaction.deposit(0, 3, 100), NumberedKeys.key(1_000, 1));
        batch.commit(0, 100, 0, 100, 100);
        batch.requests.add(Transaction.withdrawal(0, 3, 30), NumberedKeys.key(1_000, 2));
        batch.commit(1, 70, 0, 70, 70);
        batch.requests.add(Transaction.withdrawal(0, 3, 500), NumberedKeys.key(1_000, 3));
        batch.refuse(2, Refusal.INSUFFICIENT_FUNDS, 70);
        fault.accept(batch);

        Journal journal = ChronicleJournal.open(data.resolve("journal"), 1 << 20);
        try (JournalWriter writer = JournalWriter.begin(
                journal,
                BANK,
                JournalReader.read(journal, (b, m) -> {}),
                new JournalWriter.Settings(UUID::randomUUID, 1 << 30, 10),
                1_000_000)) {
            writer.append(batch);
            writer.force();
        }
        return BankAudit.of(data, Progress.NONE);
    }
}
