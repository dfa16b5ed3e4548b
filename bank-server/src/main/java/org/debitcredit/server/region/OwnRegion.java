package org.debitcredit.server.region;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.debitcredit.engine.BankClock;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.region.ClearingBank;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.loop.RequestGateway.Callback;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * This service's own bank, for clearing. Answers come on event loops.
 *
 * @param clock of the bank
 * @param keyAheadMillisMax how far a key's time may be ahead of it
 */
record OwnRegion(RequestGateway gateway, BankClock clock, long keyAheadMillisMax) implements ClearingBank.Own {

    @Override
    public boolean isAhead(TransactionKey key) {
        return TransactionKey.isAhead(key.high(), TimeUnit.MICROSECONDS.toMillis(clock.micros()), keyAheadMillisMax);
    }

    @Override
    public void status(TransactionKey key, long unseenThrough, Consumer<@Nullable KeyStatus> answer) {
        gateway.status(key, unseenThrough, new Callback<Inquiry.Key>() {
            @Override
            public void answered(Inquiry.Key inquiry) {
                answer.accept(inquiry.available() ? inquiry.status() : null);
            }

            @Override
            public void notAnswered(NoAnswer why) {
                answer.accept(null);
            }
        });
    }

    @Override
    public void execute(
            Transaction transaction, TransactionKey key, long unseenThrough, Consumer<ClearingBank.Answer> answer) {
        gateway.execute(transaction, key, unseenThrough, new Callback<SingleSubmission>() {
            @Override
            public void answered(SingleSubmission single) {
                answer.accept(new ClearingBank.Answer(single.outcome(), single.timeMicros()));
            }

            @Override
            public void notAnswered(NoAnswer why) {
                answer.accept(failed(why));
            }
        });
    }

    @Override
    public void reverse(
            Reversal reversal,
            TransactionKey key,
            long unseenThrough,
            long seenAt,
            Consumer<ClearingBank.Answer> answer) {
        gateway.reverse(reversal, key, unseenThrough, seenAt, new Callback<ReversalSubmission>() {
            @Override
            public void answered(ReversalSubmission answered) {
                answer.accept(new ClearingBank.Answer(answered.outcome(), answered.timeMicros()));
            }

            @Override
            public void notAnswered(NoAnswer why) {
                answer.accept(failed(why));
            }
        });
    }

    private static ClearingBank.Answer failed(NoAnswer why) {
        Failure failure = why == NoAnswer.LATE ? Failure.OUTCOME_UNKNOWN : Failure.NOT_EXECUTED;
        return new ClearingBank.Answer(new Outcome.Failed(failure), 0);
    }
}
