package org.debitcredit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.debitcredit.bank.BankScale;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * The bank as its contract describes it: everything decided so far, in order, and the allowed next answers. Where the
 * contract leaves the bank a choice, the model continues with the bank's answer.
 */
final class ModelBank {

    private final BankScale scale;
    private final List<ModelDecision> history = new ArrayList<>();
    private final KeyModel keys = new KeyModel();
    /**
     * The time at which the bank says that it made a decision. Decisions are told apart by identity: one that is made
     * again after a loss is another one.
     */
    private final Map<ModelDecision, Long> times = new IdentityHashMap<>();

    private final ModelBalances balances;
    /** By the positions of transactions, the reversals that have taken them back. */
    private final Map<Long, KeyStatus.ReversedBy> reversed = new HashMap<>();

    private long keyAheadMillisMax;
    /** Bounds of the bank's time of the next group, as far as its answers show them. */
    private long earliestMicros;

    private long latestMicros;
    private long lastGroupFrom;

    ModelBank(BankScale scale) {
        this.scale = scale;
        this.balances = new ModelBalances(scale);
    }

    long position() {
        return history.size();
    }

    /** Position before the last group that decided anything. */
    long lastGroupFrom() {
        return lastGroupFrom;
    }

    void lastGroupFrom(long position) {
        lastGroupFrom = position;
    }

    ModelBalances balances() {
        return balances;
    }

    List<ModelDecision> history() {
        return history;
    }

    KeyModel keys() {
        return keys;
    }

    /** All balances at an earlier position. */
    ModelBalances balancesAt(long position) {
        ModelBalances then = new ModelBalances(scale);
        for (ModelDecision decided : history.subList(0, (int) position)) {
            then.redo(decided);
        }
        return then;
    }

    /** A bank is ready. */
    void ready(long keyAheadMillis, long bankMicros) {
        keyAheadMillisMax = keyAheadMillis;
        keys.ready(position());
        time(bankMicros);
        earliestMicros = Math.max(earliestMicros, bankMicros);
    }

    /** The bank's clock shows a time, or may have shown it to a start that was interrupted. */
    void time(long bankMicros) {
        latestMicros = Math.max(latestMicros, bankMicros);
    }

    /**
     * A transaction was answered after everything that was answered before.
     *
     * @param bankMicros what the bank's clock shows
     * @return what the answer should have been, in words; null where it is right
     */
    @Nullable
    String answered(ModelRequest asked, Outcome outcome, long bankMicros) {
        if (outcome instanceof Outcome.Committed committed) {
            return decided(asked, Outcome.COMMITTED, committed.position(), committed.balanceMinor(), bankMicros);
        }
        if (!(outcome instanceof Outcome.Refused refused)) {
            return "it must be an answer";
        }
        if (refused.reason().business()) {
            return decided(asked, refused.reason().code(), refused.position(), refused.balanceMinor(), bankMicros);
        }
        return refused(asked, refused.reason(), bankMicros);
    }

    private @Nullable String decided(ModelRequest asked, byte code, long position, long balanceMinor, long bankMicros) {
        Reversal reversal = asked.reversal();
        long original = reversal == null ? 0 : keys.positionOf(reversal.originalKey());
        boolean leavesTombstone = reversal != null && original == 0;
        long known = keys.positionOf(asked.key());
        if (position != position() + (leavesTombstone ? 2 : 1)) {
            return known == position && history.get((int) known - 1).isAnswer(asked, code, balanceMinor)
                    ? null
                    : "it must be "
                            + (known == 0
                                    ? "position " + (position() + (leavesTombstone ? 2 : 1))
                                    : history.get((int) known - 1));
        }
        if (known > 0) {
            return "it was executed before, at position " + known;
        }
        if (!KeyModel.isUuidV7(asked.key())) {
            return "it must be refused: the key is no UUIDv7";
        }
        if (isAhead(asked.key(), Math.max(latestMicros, bankMicros))) {
            return "it must be refused: the key is of a time too far ahead";
        }
        if (reversal != null) {
            String wrong = wrongOriginal(reversal, original, Math.max(latestMicros, bankMicros));
            if (wrong != null) {
                return wrong;
            }
        }
        ModelDecision expected = decide(asked);
        earliestMicros = Math.max(earliestMicros, bankMicros);
        return expected.isAnswer(asked, code, balanceMinor) ? null : "it must be " + expected;
    }

    /** Executes what the bank has executed. */
    ModelDecision decide(ModelRequest asked) {
        ModelDecision decided = asked.reversal() == null ? balances.decide(asked) : reverse(asked, asked.reversal());
        history.add(decided);
        keys.execute(asked.key(), position());
        return decided;
    }

    private ModelDecision reverse(ModelRequest asked, Reversal reversal) {
        long original = keys.positionOf(reversal.originalKey());
        if (original == 0) {
            history.add(ModelDecision.tombstone(ModelRequest.original(reversal)));
            original = position();
            keys.execute(reversal.originalKey(), original);
        }
        ModelDecision decided =
                balances.reverse(asked, history.get((int) original - 1), reversed.containsKey(original));
        if (decided.code() == Outcome.COMMITTED && decided.takenBackMinor() != 0) {
            reversed.put(original, new KeyStatus.ReversedBy(asked.key(), position() + 1, decided.takenBackMinor()));
        }
        return decided;
    }

    /** Why a reversal must not be decided because of its original; null where it may. */
    private @Nullable String wrongOriginal(Reversal reversal, long original, long micros) {
        if (original > 0) {
            return history.get((int) original - 1).asked().isSameContent(ModelRequest.original(reversal))
                    ? null
                    : "it must be refused: its original is another transaction, at position " + original;
        }
        if (!KeyModel.isUuidV7(reversal.originalKey())) {
            return "it must be refused: the original's key is no UUIDv7";
        }
        return isAhead(reversal.originalKey(), micros)
                ? "it must be refused: the original's key is of a time too far ahead"
                : null;
    }

    private @Nullable String refused(ModelRequest asked, Refusal reason, long bankMicros) {
        Reversal reversal = asked.reversal();
        boolean isRight = isRefused(asked, reason, bankMicros)
                || reversal != null && isRefused(ModelRequest.original(reversal), reason, bankMicros);
        return isRight
                ? null
                : "its key does not allow this refusal; the key was executed at " + keys.positionOf(asked.key());
    }

    /** Whether the transaction's key allows this refusal. */
    private boolean isRefused(ModelRequest asked, Refusal reason, long bankMicros) {
        TransactionKey key = asked.key();
        long known = keys.positionOf(key);
        boolean mustBeKnown = known > 0 && !keys.mayBeForgotten(key);
        return switch (reason) {
            case KEY_CONFLICT ->
                known > 0 && !history.get((int) known - 1).asked().isSameContent(asked);
            case KEY_EXPIRED -> KeyModel.isUuidV7(key) && keys.mayBeExpired(key);
            case KEY_AHEAD -> !mustBeKnown && isAhead(key, Math.max(earliestMicros, bankMicros));
            case KEY_WITHOUT_TIME -> !KeyModel.isUuidV7(key);
            default -> false;
        };
    }

    /** Whether the bank may say that a transaction was decided then: its first answer must not change. */
    boolean isTime(long position, long micros) {
        Long before = times.putIfAbsent(history.get((int) position - 1), micros);
        return micros > 0 && (before == null || before == micros);
    }

    private boolean isAhead(TransactionKey key, long micros) {
        return KeyModel.millis(key) > micros / 1000 + keyAheadMillisMax;
    }

    /** Whether a bank must execute it. */
    boolean mustExecute(ModelRequest asked, long bankMicros) {
        return keys.positionOf(asked.key()) == 0
                && KeyModel.isUuidV7(asked.key())
                && !keys.mayBeExpired(asked.key())
                && !isAhead(asked.key(), Math.max(earliestMicros, bankMicros));
    }

    /** Whether the bank may say this of a key. */
    boolean mayBe(TransactionKey key, KeyStatus status) {
        keys.at(position());
        long known = keys.positionOf(key);
        if (status instanceof KeyStatus.Decided decided) {
            return known > 0
                    && isTime(known, decided.timeMicros())
                    && decided.outcome().equals(history.get((int) known - 1).outcome(known))
                    && Objects.equals(
                            decided.reference(),
                            history.get((int) known - 1).asked().transaction().reference())
                    && decided.isReversed() == reversed.containsKey(known)
                    && Objects.equals(decided.reversedBy(), reversed.get(known));
        }
        return status.equals(KeyStatus.EXPIRED) ? keys.mayBeExpired(key) : known == 0;
    }
}
