package org.debitcredit.region;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.engine.Submission;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * Executes out-of-town transactions of one acquirer with one issuer.
 *
 * <pre>
 *   the issuer first     it knows the account and its funds; what it refuses is refused, and nothing was posted here
 *   then the acquirer    under the customer's key; if it refuses, the issuer takes its half back
 *   issuer away          what is paid in is accepted, posted here, and sent to the issuer later: store and forward;
 *                        what is paid out is refused
 *   anything half done   is settled by {@link #settle}, by what the two streams show: see {@link Settlement}
 * </pre>
 *
 * It has no thread and no clock; answers come on the threads of the two banks.
 */
public final class Clearing {

    private final Settlement settlement;
    private final Correspondents acquirer;
    private final Correspondents issuer;
    private final ClearingBank.Own own;
    private final ClearingBank.Remote remote;
    private final LongSupplier nowMillis;

    /** The answer to a request. */
    public sealed interface Answer {

        /**
         * The acquirer has posted its half, and so has the issuer.
         *
         * @param position in the acquirer's history
         * @param balanceMinor of the account, minor units
         */
        record Committed(long position, long timeMicros, long balanceMinor) implements Answer {}

        /** The acquirer has posted its half. The issuer's will follow, and the balance is not known yet. */
        record InTransit(long position, long timeMicros) implements Answer {}

        /** @param balanceMinor of the account, for lack of funds; otherwise 0 */
        record Refused(Refusal reason, long balanceMinor) implements Answer {}

        /** It may be executed or not; it can be sent again with its key. */
        record Failed(Failure reason) implements Answer {}

        /** This request executed nothing, because the issuer does not answer; an earlier one with its key may have. */
        record Away() implements Answer {}

        /** This request executed nothing: too many transactions are in transit or in progress. */
        record Busy() implements Answer {}
    }

    public Clearing(
            Settlement settlement,
            Correspondents acquirer,
            Correspondents issuer,
            ClearingBank.Own own,
            ClearingBank.Remote remote,
            LongSupplier nowMillis) {
        this.settlement = settlement;
        this.acquirer = acquirer;
        this.issuer = issuer;
        this.own = own;
        this.remote = remote;
        this.nowMillis = nowMillis;
    }

    public Settlement settlement() {
        return settlement;
    }

    /** Executes a transaction that this bank has checked: its till exists, and it is well formed. */
    public void execute(OutOfTown transaction, Consumer<Answer> answer) {
        Consumer<Answer> last = begun(transaction, answer);
        if (last == null) {
            return;
        }
        own.status(transaction.key(), Submission.NOT_FOLLOWED, status -> {
            if (status instanceof KeyStatus.Decided) {
                // The acquirer's half, or another transaction under this key: its own bank knows which.
                executeOwn(transaction, new AtIssuer.ToBeAsked(), last);
            } else if (status == null) {
                last.accept(new Answer.Failed(Failure.NOT_EXECUTED));
            } else if (settlement.isCommittedAtIssuer(transaction)) {
                executeOwn(transaction, new AtIssuer.ToBeAsked(), last);
            } else if (status instanceof KeyStatus.Expired) {
                last.accept(new Answer.Refused(Refusal.KEY_EXPIRED, 0));
            } else if (own.isAhead(transaction.key())) {
                // The issuer's clock may be right, and it would post its half.
                last.accept(new Answer.Refused(Refusal.KEY_AHEAD, 0));
            } else if (remote.isAway()) {
                withoutIssuer(transaction, new AtIssuer.Nothing(), new Answer.Away(), last);
            } else {
                remote.execute(
                        transaction.issuerHalf(issuer),
                        TransactionKey.of(0, transaction.issuerKey()),
                        settlement.unseenAtIssuer(transaction),
                        answered -> issuerAnswered(transaction, answered, last));
            }
        });
    }

    /** Null if it was answered at once; otherwise what to call with the answer. */
    private @Nullable Consumer<Answer> begun(OutOfTown transaction, Consumer<Answer> answer) {
        Settlement.Begun begun = settlement.begin(transaction, nowMillis.getAsLong());
        if (begun != Settlement.Begun.YES) {
            boolean isFull = begun == Settlement.Begun.FULL;
            // What becomes of the request that is in progress is not known yet.
            answer.accept(isFull ? new Answer.Busy() : new Answer.Failed(Failure.OUTCOME_UNKNOWN));
            return null;
        }
        return result -> {
            settlement.end(transaction, nowMillis.getAsLong());
            answer.accept(result);
        };
    }

    private void issuerAnswered(OutOfTown transaction, ClearingBank.Answer answered, Consumer<Answer> last) {
        Outcome outcome = answered.outcome();
        if (outcome instanceof Outcome.Committed committed) {
            executeOwn(transaction, new AtIssuer.Committed(committed), last);
        } else if (outcome instanceof Outcome.Refused refused) {
            last.accept(new Answer.Refused(refused.reason(), refused.balanceMinor()));
        } else {
            Failure failure = ((Outcome.Failed) outcome).reason();
            if (failure == Failure.NOT_EXECUTED) {
                withoutIssuer(transaction, new AtIssuer.Nothing(), new Answer.Away(), last);
            } else {
                withoutIssuer(transaction, new AtIssuer.Unanswered(), new Answer.Failed(failure), last);
            }
        }
    }

    /** What is paid in waits here for the issuer. What is paid out does not leave before the issuer has agreed. */
    private void withoutIssuer(OutOfTown transaction, AtIssuer there, Answer otherwise, Consumer<Answer> last) {
        if (transaction.isPaidIn() && settlement.canWaitForIssuer(transaction)) {
            executeOwn(transaction, there, last);
        } else {
            last.accept(otherwise);
        }
    }

    private void executeOwn(OutOfTown transaction, AtIssuer there, Consumer<Answer> last) {
        own.execute(
                transaction.acquirerHalf(acquirer),
                transaction.key(),
                Submission.NOT_FOLLOWED,
                answered -> ownAnswered(transaction, there, answered, last));
    }

    private void ownAnswered(
            OutOfTown transaction, AtIssuer there, ClearingBank.Answer answered, Consumer<Answer> last) {
        Outcome outcome = answered.outcome();
        noteUsedKey(transaction, outcome);
        if (outcome instanceof Outcome.Refused refused && isFinal(refused.reason(), there)) {
            last.accept(new Answer.Refused(refused.reason(), 0));
        } else if (outcome instanceof Outcome.Refused) {
            last.accept(new Answer.Failed(Failure.OUTCOME_UNKNOWN));
        } else if (outcome instanceof Outcome.Failed failed) {
            last.accept(new Answer.Failed(there.mayBeCommitted() ? Failure.OUTCOME_UNKNOWN : failed.reason()));
        } else if (there instanceof AtIssuer.Committed committed) {
            last.accept(committed(answered, committed.outcome()));
        } else if (!(there instanceof AtIssuer.ToBeAsked) || remote.isAway()) {
            last.accept(inTransit(answered));
        } else {
            remote.execute(
                    transaction.issuerHalf(issuer),
                    TransactionKey.of(0, transaction.issuerKey()),
                    settlement.unseenAtIssuer(transaction),
                    again -> last.accept(
                            again.outcome() instanceof Outcome.Committed known
                                    ? committed(answered, known)
                                    : inTransit(answered)));
        }
    }

    private void noteUsedKey(OutOfTown transaction, Outcome ofAcquirer) {
        if (ofAcquirer instanceof Outcome.Refused refused && refused.reason() == Refusal.KEY_CONFLICT) {
            settlement.keyIsUsed(transaction);
        }
    }

    /**
     * Whether the acquirer's refusal is the last word. If the issuer may have its half, two refusals are not: a key
     * that is ahead of the acquirer's clock is taken later, and an expired one is settled by what the streams show.
     */
    private static boolean isFinal(Refusal reason, AtIssuer there) {
        return !there.mayBeCommitted() || (reason != Refusal.KEY_AHEAD && reason != Refusal.KEY_EXPIRED);
    }

    private static Answer committed(ClearingBank.Answer ofAcquirer, Outcome.Committed ofIssuer) {
        return new Answer.Committed(
                ((Outcome.Committed) ofAcquirer.outcome()).position(),
                ofAcquirer.timeMicros(),
                ofIssuer.balanceMinor());
    }

    private static Answer inTransit(ClearingBank.Answer ofAcquirer) {
        return new Answer.InTransit(((Outcome.Committed) ofAcquirer.outcome()).position(), ofAcquirer.timeMicros());
    }

    /**
     * Takes a transaction back, whatever became of it, at the issuer and then here.
     *
     * @param key of the reversal, of the same client
     */
    public void reverse(OutOfTown transaction, TransactionKey key, long performedMinor, Consumer<Answer> answer) {
        Consumer<Answer> last = begun(transaction, answer);
        if (last == null) {
            return;
        }
        if (settlement.isForgotten(transaction)) {
            last.accept(new Answer.Refused(Refusal.KEY_EXPIRED, 0));
            return;
        }
        own.status(transaction.key(), settlement.unseenAtAcquirer(transaction), status -> {
            if (status == null) {
                last.accept(new Answer.Failed(Failure.NOT_EXECUTED));
            } else if (remote.isAway()) {
                last.accept(new Answer.Away());
            } else if (isUnread(transaction, status, performedMinor)) {
                last.accept(new Answer.Failed(Failure.NOT_EXECUTED));
            } else {
                boolean isHere = settlement.isCommittedAtAcquirer(transaction);
                reverseAtIssuer(transaction, key, isHere ? performedMinor : 0, last);
            }
        });
    }

    /**
     * Whether something was decided that the streams do not show yet, so that it is not known what stays of it. That is
     * so
     *
     * <ul>
     *   <li>if the acquirer has forgotten the key, or one like it, and its stream is read less far than it remembers
     *       keys: the acquirer's half may be in between. It ends when the stream is read further;
     *   <li>for a reversal in part, if the acquirer has just decided, or if it has committed what is paid in, and the
     *       issuer's stream does not show the other half.
     * </ul>
     */
    private boolean isUnread(OutOfTown transaction, KeyStatus status, long performedMinor) {
        if (status instanceof KeyStatus.Expired && settlement.isUnreadAtAcquirer(transaction)) {
            return true;
        }
        return performedMinor != 0
                && (isAfterStream(status)
                        || (settlement.isCommittedAtAcquirer(transaction) && settlement.isUnreadAtIssuer(transaction)));
    }

    private boolean isAfterStream(KeyStatus status) {
        return status instanceof KeyStatus.Decided decided
                && decided.outcome() instanceof Outcome.Committed committed
                && committed.position() > settlement.acquirerPosition();
    }

    /** @param performedMinor 0 if the acquirer has not posted its half: then nothing stays of the issuer's either */
    private void reverseAtIssuer(
            OutOfTown transaction, TransactionKey key, long performedMinor, Consumer<Answer> last) {
        Seen seen = settlement.seenAtIssuer(transaction, key);
        remote.reverse(
                issuerReversal(transaction, performedMinor),
                TransactionKey.of(0, transaction.issuerReversalKey(key)),
                seen.unseenThrough(),
                seen.seenAt(),
                answered -> reversedAtIssuer(transaction, key, performedMinor, answered, last));
    }

    private void reversedAtIssuer(
            OutOfTown transaction,
            TransactionKey key,
            long performedMinor,
            ClearingBank.Answer answered,
            Consumer<Answer> last) {
        Outcome outcome = answered.outcome();
        if (outcome instanceof Outcome.Failed failed) {
            last.accept(
                    failed.reason() == Failure.NOT_EXECUTED ? new Answer.Away() : new Answer.Failed(failed.reason()));
            return;
        }
        if (outcome instanceof Outcome.Refused refused) {
            // Another reversal may have left another amount there. What is too much here shows in the streams.
            last.accept(new Answer.Refused(refused.reason(), 0));
            return;
        }
        Outcome.Committed there = (Outcome.Committed) outcome;
        Long staysMinor = settlement.staysAtIssuer(transaction, performedMinor);
        if (staysMinor == null) {
            last.accept(new Answer.Failed(Failure.OUTCOME_UNKNOWN));
            return;
        }
        Seen seen = settlement.seenAtAcquirer(transaction, key);
        own.reverse(acquirerReversal(transaction, staysMinor), key, seen.unseenThrough(), seen.seenAt(), here -> {
            if (here.outcome() instanceof Outcome.Committed) {
                last.accept(committed(here, there));
            } else if (here.outcome() instanceof Outcome.Refused refused && isFinal(refused.reason(), transaction)) {
                last.accept(new Answer.Refused(refused.reason(), 0));
            } else {
                last.accept(new Answer.Failed(Failure.OUTCOME_UNKNOWN));
            }
        });
    }

    /**
     * Whether the acquirer's refusal of a reversal that the issuer has executed is the last word. A key that is ahead
     * is taken later. An expired one is taken once the stream shows enough, unless the half is taken back already.
     */
    private boolean isFinal(Refusal reason, OutOfTown transaction) {
        return switch (reason) {
            case KEY_AHEAD -> false;
            case KEY_EXPIRED -> !settlement.canBeTakenBackAtAcquirer(transaction);
            default -> true;
        };
    }

    private Reversal issuerReversal(OutOfTown transaction, long performedMinor) {
        return new Reversal(
                TransactionKey.of(0, transaction.issuerKey()), transaction.issuerHalf(issuer), performedMinor);
    }

    private Reversal acquirerReversal(OutOfTown transaction, long performedMinor) {
        return new Reversal(transaction.key(), transaction.acquirerHalf(acquirer), performedMinor);
    }

    /**
     * Does what is due for transactions that are not settled. What was decided shows in the streams, except that a
     * take-back was refused. Where each repeat gets the same refusal, the transaction stays unsettled.
     *
     * @param max most steps
     * @param refused is called for each such refusal, on any thread
     */
    public void settle(int max, BiConsumer<SettlementStep, Refusal> refused) {
        for (SettlementStep step : settlement.due(nowMillis.getAsLong(), max)) {
            OutOfTown transaction = step.transaction();
            switch (step.kind()) {
                case EXECUTE_AT_ACQUIRER ->
                    own.execute(
                            transaction.acquirerHalf(acquirer),
                            transaction.key(),
                            step.seen().unseenThrough(),
                            answered -> noteUsedKey(transaction, answered.outcome()));
                case TAKE_BACK_AT_ACQUIRER ->
                    own.reverse(
                            acquirerReversal(transaction, step.performedMinor()),
                            transaction.acquirerTakeBackKey(),
                            step.seen().unseenThrough(),
                            step.seen().seenAt(),
                            answered -> tellRefused(step, answered.outcome(), refused));
                case EXECUTE_AT_ISSUER -> {
                    if (!remote.isAway()) {
                        remote.execute(
                                transaction.issuerHalf(issuer),
                                TransactionKey.of(0, transaction.issuerKey()),
                                step.seen().unseenThrough(),
                                ignored -> {});
                    }
                }
                case TAKE_BACK_AT_ISSUER -> {
                    if (!remote.isAway()) {
                        remote.reverse(
                                issuerReversal(transaction, step.performedMinor()),
                                TransactionKey.of(0, transaction.issuerTakeBackKey()),
                                step.seen().unseenThrough(),
                                step.seen().seenAt(),
                                answered -> tellRefused(step, answered.outcome(), refused));
                    }
                }
            }
        }
    }

    private static void tellRefused(SettlementStep step, Outcome outcome, BiConsumer<SettlementStep, Refusal> refused) {
        if (outcome instanceof Outcome.Refused of && isLasting(of.reason())) {
            refused.accept(step, of.reason());
        }
    }

    /**
     * Whether a refusal of a take-back keeps its transaction unsettled. A key that is ahead is taken later, and an
     * expired one once the stream shows enough. A reversal that came before shows in the stream, which then says what
     * is due.
     */
    private static boolean isLasting(Refusal ofTakeBack) {
        return switch (ofTakeBack) {
            case KEY_AHEAD, KEY_EXPIRED, REVERSED -> false;
            default -> true;
        };
    }
}
