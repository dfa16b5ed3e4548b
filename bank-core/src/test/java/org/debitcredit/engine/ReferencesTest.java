package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;

/** What a client calls its transactions: part of the content, and told with the stored answer. */
class ReferencesTest {

    private static final Transaction DEPOSIT = Transaction.deposit(0, 1, 10);

    private static TransactionKey key(long number) {
        return new TransactionKey(0, 0x0198_C0DE_1234_7000L, number);
    }

    @Test
    void theSameKeyWithAnotherReferenceIsAConflict() {
        IdempotencyWindow keys = window();
        Transaction named = DEPOSIT.with(Reference.of("17"));
        TransactionBatch batch = new TransactionBatch(1);
        batch.begin(1, 1_000);
        batch.requests.add(named, key(1));
        batch.commit(0, 10, 0, 10, 10);
        keys.remember(batch);
        assertThat(admitted(keys, named)).isEqualTo(new Outcome.Committed(1, 10));
        for (Transaction other : new Transaction[] {DEPOSIT, DEPOSIT.with(Reference.of("18"))}) {
            assertThat(admitted(keys, other)).isEqualTo(Outcome.of(Refusal.KEY_CONFLICT.code(), 0, 0));
        }
    }

    private static Outcome admitted(IdempotencyWindow keys, Transaction asked) {
        TransactionStateMachine machine = new TransactionStateMachine(new MemoryLedger(SteppedBank.BANK), keys, 4);
        machine.begin(2, 2_000);
        SingleSubmission single = new SingleSubmission(answered -> {}).ask(asked, key(1));
        machine.admit(single);
        BatchSubmission several = new BatchSubmission(RequestColumns.single(asked, key(1)), answered -> {});
        machine.admit(several);
        assertThat(machine.batch().size()).isZero();
        assertThat(several.outcome(0)).isEqualTo(single.outcome());
        assertThat(several.timeMicros(0)).isEqualTo(single.timeMicros());
        assertThat(single.timeMicros()).isEqualTo(single.outcome() instanceof Outcome.Committed ? 1_000 : 0);
        return single.outcome();
    }

    @Test
    void aLookUpTellsTheTimeAndTheReference() {
        IdempotencyWindow keys = window();
        TransactionBatch batch = new TransactionBatch(3);
        batch.begin(1, 1_000);
        batch.requests.add(DEPOSIT, key(1));
        batch.requests.add(DEPOSIT.with(Reference.of("17")), key(2));
        batch.requests.add(DEPOSIT, key(3));
        keys.remember(batch);
        assertThat(keys.status(key(2), Submission.NOT_FOLLOWED))
                .isEqualTo(new KeyStatus.Decided(
                        Outcome.of(batch.outcome[1], 2, 0), 1_000, Reference.of("17"), false, null));
        assertThat(keys.status(key(3), Submission.NOT_FOLLOWED))
                .isEqualTo(new KeyStatus.Decided(Outcome.of(batch.outcome[2], 3, 0), 1_000, null, false, null));
    }

    @Test
    void onlyTheLatestReferencesTakeMemory() {
        RecentReferences references = new RecentReferences();
        long position = 1;
        for (int i = 0; i < RecentReferences.MAX + 1_000; i++) {
            TransactionBatch batch = new TransactionBatch(2);
            batch.begin(position, 1);
            batch.requests.add(DEPOSIT, key(1));
            batch.requests.add(DEPOSIT.with(Reference.of("r" + i)), key(2));
            references.add(batch);
            position += 2;
        }
        long last = position - 1;
        long first = 2L * 1_000 + 2;
        assertThat(references.of(last)).isEqualTo(Reference.of("r" + (RecentReferences.MAX + 999)));
        assertThat(references.of(last - 1)).isNull();
        assertThat(references.of(first)).isEqualTo(Reference.of("r1000"));
        assertThat(references.of(first - 2)).isNull();
        assertThat(references.of(last + 2)).isNull();
    }

    private static IdempotencyWindow window() {
        return new IdempotencyWindow(10, Long.MAX_VALUE / 2, new KeyHash(1, 2, 3, 4));
    }
}
