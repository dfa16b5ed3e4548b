package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;

/**
 * The same groups at the same positions and times have the same answers, regardless of what drives the state machine.
 */
class TransactionStateMachineTest {

    private static final long START_MILLIS = 1_000_000;
    private static final int GROUPS = 300;
    private static final int KEYS = 500;
    private static final int WINDOW = 200;

    private final Random random = new Random(1);
    private final Replica one = new Replica(1);
    private final Replica other = new Replica(2);

    /** A state machine with a hash of keys of its own, as each process has. */
    private static final class Replica {

        private final MemoryLedger ledger = new MemoryLedger(SteppedBank.BANK);
        private final TransactionStateMachine machine;
        private long position;

        private Replica(long seed) {
            IdempotencyWindow keys = new IdempotencyWindow(WINDOW, 10_000, new KeyHash(seed, 2, 3, 4));
            machine = new TransactionStateMachine(ledger, keys, 1_000);
        }

        /** Decides a group, and answers the outcome codes, positions and balances of all its transactions. */
        private List<Outcome> decide(long timeMicros, List<RequestColumns> group, UUID epoch) {
            machine.begin(position + 1, timeMicros);
            List<BatchSubmission> submissions = new ArrayList<>();
            for (RequestColumns requests : group) {
                BatchSubmission submission = new BatchSubmission(requests, answered -> {});
                submissions.add(submission);
                machine.admit(submission);
            }
            machine.execute(missing -> {
                throw new AssertionError(missing);
            });
            if (!machine.batch().isEmpty()) {
                position = machine.batch().lastPosition();
                machine.commit(epoch, position, 7);
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (BatchSubmission submission : submissions) {
                machine.answer(submission);
                for (int i = 0; i < submission.size(); i++) {
                    outcomes.add(submission.outcome(i));
                }
            }
            machine.clear();
            return outcomes;
        }
    }

    @Test
    void replicas_that_are_given_the_same_groups_give_the_same_answers() {
        UUID epoch = new UUID(1, 2);
        List<Outcome> all = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            List<RequestColumns> submissions = submissions();
            long timeMicros = (START_MILLIS + group) * 1_000;
            List<Outcome> answers = one.decide(timeMicros, submissions, epoch);
            assertThat(other.decide(timeMicros, submissions, epoch)).isEqualTo(answers);
            all.addAll(answers);
        }
        assertThat(one.ledger.logPosition()).isEqualTo(other.ledger.logPosition());
        assertThat(one.ledger.totals()).isEqualTo(other.ledger.totals());
        assertThat(all)
                .anyMatch(outcome -> outcome instanceof Outcome.Committed)
                .anyMatch(outcome -> isRefused(outcome, Refusal.KEY_CONFLICT))
                .anyMatch(outcome -> isRefused(outcome, Refusal.KEY_EXPIRED))
                .anyMatch(outcome -> isRefused(outcome, Refusal.INSUFFICIENT_FUNDS));
    }

    private static boolean isRefused(Outcome outcome, Refusal reason) {
        return outcome instanceof Outcome.Refused refused && refused.reason() == reason;
    }

    /** Submissions of one or several, with repeats, twins and conflicts among them. */
    private List<RequestColumns> submissions() {
        List<RequestColumns> submissions = new ArrayList<>();
        for (int submission = 0; submission < 5; submission++) {
            int size = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 1;
            RequestColumns requests = new RequestColumns(size);
            int first = random.nextInt(KEYS);
            for (int i = 0; i < size; i++) {
                requests.add(transaction(), key(first + i));
            }
            submissions.add(requests);
        }
        return submissions;
    }

    private Transaction transaction() {
        return random.nextBoolean() ? Transaction.deposit(0, 0, 1) : Transaction.withdrawal(0, 1, 5);
    }

    private static TransactionKey key(int number) {
        return NumberedKeys.key(START_MILLIS + number, number);
    }
}
