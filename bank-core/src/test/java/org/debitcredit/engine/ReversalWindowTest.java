package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * However small the idempotency window is, and wherever an original lies in it: what was reversed is not reversed
 * again and not executed later, and what the window still has to remember is never refused as expired.
 */
class ReversalWindowTest {

    private static final long TELLER = 1;
    private static final long ACCOUNT = 3;
    private static final int STEPS = 1_500;

    @TempDir
    Path directory;

    /** A transaction that was sent, or only named by a reversal. */
    private static final class Sent {
        private final Transaction transaction;
        private final TransactionKey key;
        private long position;
        private boolean isReversed;
        private boolean isTombstone;
        private KeyStatus.@Nullable ReversedBy reversedBy;

        private Sent(Transaction transaction, TransactionKey key) {
            this.transaction = transaction;
            this.key = key;
        }
    }

    private final List<Sent> all = new ArrayList<>();
    private int keys;
    private long balance;
    private SplittableRandom random = new SplittableRandom(1);
    private int expired;
    private int reversed;
    private int again;
    private int late;

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void nothingIsReversedTwiceOrExecutedAfterItsReversal(int window) throws IOException {
        random = new SplittableRandom(window);
        SteppedBank bank = open(window);
        for (int step = 0; step < STEPS; step++) {
            bank.clockMicros += 2_000;
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> execute(bank, window, sent(bank));
                case 3 -> reverse(bank, window, sent(bank));
                case 4 -> execute(bank, window, recent(window));
                default -> reverse(bank, window, recent(window));
            }
            assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(balance);
            lookUp(bank, window, recent(window));
            if (random.nextInt(100) == 0) {
                long clock = bank.clockMicros;
                bank.kill();
                bank = open(window);
                bank.clockMicros = clock;
                assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(balance);
            }
        }
        assertThat(bank.failures).isEmpty();
        bank.close();
        assertThat(List.of(expired, reversed, again, late)).allMatch(count -> count > STEPS / 200);
    }

    private SteppedBank open(int window) throws IOException {
        return new SteppedBank(directory, window, new MemoryLedger(SteppedBank.BANK), journal -> journal);
    }

    private Sent sent(SteppedBank bank) {
        Sent made = new Sent(Transaction.debitCredit(TELLER, ACCOUNT, 1 + random.nextInt(100)), key(bank));
        all.add(made);
        return made;
    }

    /** One that may just be remembered, or just forgotten. */
    private Sent recent(int window) {
        if (all.isEmpty()) {
            all.add(new Sent(Transaction.debitCredit(TELLER, ACCOUNT, 5), new TransactionKey(0, 0, 0)));
        }
        return all.get(Math.max(0, all.size() - 1 - random.nextInt(1 + window)));
    }

    private TransactionKey key(SteppedBank bank) {
        return NumberedKeys.key(bank.clockMicros / 1_000 - random.nextInt(2), ++keys);
    }

    /** Whether the window still has to know the transaction: it is among the latest. */
    private static boolean mustBeKnown(Sent sent, SteppedBank bank, int window) {
        return sent.position > bank.engine.position() - window;
    }

    private void execute(SteppedBank bank, int window, Sent sent) {
        boolean mustBeKnown = sent.position > 0 && mustBeKnown(sent, bank, window);
        long before = bank.engine.position();
        Outcome outcome =
                random.nextBoolean() ? bank.execute(sent.transaction, sent.key) : executeAmongOthers(bank, sent);
        if (outcome instanceof Outcome.Committed committed) {
            if (committed.position() > before) {
                assertThat(sent.position).as("executed before, at").isZero();
                assertThat(sent.isReversed).isFalse();
                sent.position = committed.position();
                balance += sent.transaction.amountMinor();
            } else {
                assertThat(committed.position()).isEqualTo(sent.position);
            }
        } else {
            Refusal reason = ((Outcome.Refused) outcome).reason();
            if (reason == Refusal.REVERSED) {
                assertThat(sent.isReversed).isTrue();
                late++;
            } else {
                assertThat(reason).isIn(Refusal.KEY_EXPIRED, Refusal.KEY_WITHOUT_TIME);
                assertThat(mustBeKnown).as("expired, but it must be known").isFalse();
                expired++;
            }
        }
    }

    private static void lookUp(SteppedBank bank, int window, Sent sent) {
        if (bank.status(sent.key) instanceof KeyStatus.Decided decided) {
            assertThat(decided.isReversed()).isEqualTo(sent.isReversed && !sent.isTombstone);
            assertThat(decided.reversedBy()).isEqualTo(sent.reversedBy);
        } else {
            assertThat(sent.position > 0 && mustBeKnown(sent, bank, window)).isFalse();
        }
    }

    /** In a run of keys that count up, around it a key that was never sent. */
    private Outcome executeAmongOthers(SteppedBank bank, Sent sent) {
        RequestColumns requests = new RequestColumns(2);
        requests.add(sent.transaction, sent.key);
        Transaction other = Transaction.debitCredit(TELLER, ACCOUNT, 1);
        requests.add(other, NumberedKeys.key(bank.clockMicros / 1_000, ++keys));
        SteppedBank.Submitted submitted = bank.submit(requests);
        bank.engine.step();
        if (submitted.outcome(1) instanceof Outcome.Committed) {
            balance++;
        }
        return submitted.outcome(0);
    }

    private void reverse(SteppedBank bank, int window, Sent sent) {
        boolean mustBeKnown = sent.position > 0 && mustBeKnown(sent, bank, window);
        long before = bank.engine.position();
        ReversalSubmission submission =
                new ReversalSubmission(new Reversal(sent.key, sent.transaction, 0), key(bank), answered -> {});
        bank.engine.submit(submission);
        bank.engine.step();
        if (submission.outcome() instanceof Outcome.Committed committed) {
            boolean isTombstone = committed.position() == before + 2;
            if (isTombstone) {
                assertThat(sent.position).as("executed or named before, at").isZero();
                sent.position = before + 1;
                sent.isReversed = true;
                sent.isTombstone = true;
            } else if (!sent.isTombstone) {
                assertThat(sent.position).as("never executed").isPositive();
                assertThat(sent.isReversed).as("reversed before").isFalse();
                sent.isReversed = true;
                sent.reversedBy = new KeyStatus.ReversedBy(
                        submission.key(0), committed.position(), -sent.transaction.amountMinor());
                balance -= sent.transaction.amountMinor();
                reversed++;
            }
        } else {
            Refusal reason = ((Outcome.Refused) submission.outcome()).reason();
            if (reason == Refusal.REVERSED) {
                assertThat(sent.isReversed).isTrue();
                again++;
            } else {
                assertThat(reason).isIn(Refusal.KEY_EXPIRED, Refusal.KEY_WITHOUT_TIME);
                assertThat(mustBeKnown).as("expired, but it must be known").isFalse();
                expired++;
            }
        }
    }
}
