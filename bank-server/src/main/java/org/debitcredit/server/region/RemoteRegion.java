package org.debitcredit.server.region;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.BatchOutcomes;
import org.debitcredit.client.BatchRefusedException;
import org.debitcredit.engine.Submission;
import org.debitcredit.region.ClearingBank;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bank of another region, over gRPC. Transactions that come while all batches are under way are sent together with
 * the next batch. After a call that failed, {@link #isAway} is true until {@link #returned}: waiting transactions are
 * answered as not executed, and the caller must send no reversal.
 */
final class RemoteRegion implements ClearingBank.Remote, AutoCloseable {

    /** Batches under way at a time, so that one slow answer does not delay all. */
    private static final int BATCHES_MAX = 4;

    private static final int ROWS_MAX = 1_024;

    /** Most transactions that wait. More of them would show that the region is too slow. */
    private static final int WAITING_MAX = 16 * ROWS_MAX;

    private static final Answer NOT_EXECUTED = new Answer(new Outcome.Failed(Failure.NOT_EXECUTED), 0);
    private static final Logger LOG = LoggerFactory.getLogger(RemoteRegion.class);
    private static final String DOMAIN = "debitcredit.org";
    private static final String ANOTHER_BANK = Reason.ANOTHER_BANK.id();

    /** @param isAlone whether the transaction was refused together with others, and is now sent alone */
    private record Waiting(
            Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer, boolean isAlone) {

        Waiting alone() {
            return new Waiting(transaction, key, unseenThrough, answer, true);
        }

        /**
         * Whether both can be in one batch: the region's stream was searched either for the keys of all rows of a batch
         * or for none.
         */
        boolean canBeSentWith(Waiting other) {
            return !isAlone && !other.isAlone && isFollowed(unseenThrough) == isFollowed(other.unseenThrough);
        }
    }

    private final Supplier<BankClient> connect;
    private final long callMillisMax;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private int batches;
    private @Nullable BankClient client;
    private volatile boolean isAway = true;
    private volatile @Nullable String refusedBecause;

    /** @param connect makes a connection, which does not resend */
    RemoteRegion(Supplier<BankClient> connect, long callMillisMax) {
        this.connect = connect;
        this.callMillisMax = callMillisMax;
    }

    @Override
    public boolean isAway() {
        return isAway;
    }

    /**
     * Why the region has refused the last transaction as a whole, for example because it is not configured there that
     * this region may move money; null if it takes transactions.
     */
    @Nullable
    String refusedBecause() {
        return refusedBecause;
    }

    /** No transaction is sent to the region from now on; those that wait are answered as not executed. */
    void away() {
        isAway = true;
        sendWaiting();
    }

    /** The region answers again. */
    void returned() {
        isAway = false;
    }

    /** The connection, a new one if the last one is broken. */
    synchronized BankClient client() {
        BankClient open = client;
        if (open == null) {
            open = connect.get();
            client = open;
        }
        return open;
    }

    @Override
    public void execute(Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
        boolean isFull;
        synchronized (this) {
            isFull = waiting.size() >= WAITING_MAX;
            if (!isFull) {
                waiting.add(new Waiting(transaction, key, unseenThrough, answer, false));
            }
        }
        if (isFull) {
            answer.accept(NOT_EXECUTED);
        }
        sendWaiting();
    }

    private void sendWaiting() {
        answerAsNotExecuted(isAway ? takeAll() : List.of());
        List<Waiting> batch;
        while (!(batch = nextBatch()).isEmpty()) {
            send(batch);
        }
    }

    private synchronized List<Waiting> takeAll() {
        List<Waiting> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    /** Answers transactions that were not sent. */
    private static void answerAsNotExecuted(List<Waiting> calls) {
        for (Waiting call : calls) {
            tell(call.answer, NOT_EXECUTED);
        }
    }

    /** A receiver that fails must not keep the others from their answers. */
    private static void tell(Consumer<Answer> call, Answer told) {
        try {
            call.accept(told);
        } catch (RuntimeException | Error e) {
            LOG.error("the answer of another region could not be handed on", e);
        }
    }

    /**
     * The next transactions that can be sent as one batch; empty if there are none, or enough batches are under way.
     */
    private synchronized List<Waiting> nextBatch() {
        List<Waiting> next = new ArrayList<>();
        if (batches == BATCHES_MAX) {
            return next;
        }
        Waiting first = waiting.peek();
        while (first != null && next.size() < ROWS_MAX && (next.isEmpty() || first.canBeSentWith(next.get(0)))) {
            next.add(waiting.remove());
            first = waiting.peek();
        }
        batches += next.isEmpty() ? 0 : 1;
        return next;
    }

    private void send(List<Waiting> calls) {
        RequestColumns columns;
        long unseenThrough = Long.MAX_VALUE;
        BankClient open;
        try {
            columns = new RequestColumns(calls.size());
            for (Waiting call : calls) {
                columns.add(call.transaction, call.key);
                unseenThrough = Math.min(unseenThrough, call.unseenThrough);
            }
            open = client();
        } catch (RuntimeException | Error e) {
            LOG.warn("no connection to another region can be made", e);
            batchEnded();
            answerAsNotExecuted(calls);
            return;
        }
        sent(open, columns, isFollowed(calls.get(0).unseenThrough) ? unseenThrough : Submission.NOT_FOLLOWED)
                .orTimeout(callMillisMax, TimeUnit.MILLISECONDS)
                .whenComplete((outcomes, failure) -> {
                    batchEnded();
                    if (calls.size() > 1 && isRefusedAsAWhole(failure)) {
                        sendSingly(calls);
                    } else {
                        refusedBecause =
                                isRefusedAsAWhole(failure) ? cause(failure).getMessage() : null;
                        answer(calls, outcomes, failure);
                    }
                    try {
                        if (failure != null) {
                            broken(open, failure);
                        }
                    } finally {
                        sendWaiting();
                    }
                });
    }

    private synchronized void batchEnded() {
        batches--;
    }

    /** Sends a batch; one over a connection that is just being closed fails like any other. */
    private static CompletableFuture<BatchOutcomes> sent(BankClient open, RequestColumns columns, long unseenThrough) {
        try {
            return isFollowed(unseenThrough) ? open.executeBatch(columns, unseenThrough) : open.executeBatch(columns);
        } catch (RuntimeException | Error closed) {
            return CompletableFuture.failedFuture(closed);
        }
    }

    /**
     * Whether a batch was refused as a whole, and not as busy. One of its rows may be the cause; nothing was executed.
     */
    private static boolean isRefusedAsAWhole(@Nullable Throwable failure) {
        return failure != null
                && cause(failure) instanceof BatchRefusedException refused
                && refused.retryAfterMillis() == 0;
    }

    private synchronized void sendSingly(List<Waiting> calls) {
        calls.forEach(call -> waiting.add(call.alone()));
    }

    private static void answer(List<Waiting> calls, @Nullable BatchOutcomes outcomes, @Nullable Throwable failure) {
        Answer failed = failure == null ? unknown() : failed(failure);
        for (int i = 0; i < calls.size(); i++) {
            tell(calls.get(i).answer, outcomes == null || failure != null ? failed : answer(outcomes, i));
        }
    }

    private static Answer answer(BatchOutcomes outcomes, int row) {
        try {
            return new Answer(outcomes.get(row), outcomes.timeMicros(row));
        } catch (RuntimeException e) {
            LOG.error("another region has answered what this version does not know", e);
            return unknown();
        }
    }

    @Override
    public void reverse(
            Reversal reversal, TransactionKey key, long unseenThrough, long seenAt, Consumer<Answer> answer) {
        BankClient open;
        try {
            open = client();
        } catch (RuntimeException e) {
            LOG.warn("no connection to another region can be made", e);
            tell(answer, NOT_EXECUTED);
            return;
        }
        reversed(open, reversal, key, unseenThrough, seenAt).whenComplete((executed, failure) -> {
            if (failure == null) {
                tell(answer, new Answer(executed.outcome(), executed.timeMicros()));
                return;
            }
            Answer refused = refused(failure);
            if (refused == null) {
                broken(open, failure);
            }
            tell(answer, refused == null ? failed(failure) : refused);
        });
    }

    /** Sends a reversal; one over a connection that is just being closed fails like any other. */
    private static CompletableFuture<BankClient.Executed> reversed(
            BankClient open, Reversal reversal, TransactionKey key, long unseenThrough, long seenAt) {
        try {
            return isFollowed(unseenThrough)
                    ? open.reverse(reversal, key, unseenThrough, seenAt)
                    : open.reverse(reversal, key);
        } catch (RuntimeException closed) {
            return CompletableFuture.failedFuture(closed);
        }
    }

    private static boolean isFollowed(long unseenThrough) {
        return unseenThrough != Submission.NOT_FOLLOWED;
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static Answer failed(Throwable failure) {
        // Another bank refuses the stream, and with it everything that was sent over it.
        boolean isNotExecuted = cause(failure) instanceof BatchRefusedException || ANOTHER_BANK.equals(reason(failure));
        return isNotExecuted ? NOT_EXECUTED : unknown();
    }

    private static Answer unknown() {
        return new Answer(new Outcome.Failed(Failure.OUTCOME_UNKNOWN), 0);
    }

    /** The answer in a status of the bank; null if it is not one of the bank's. */
    private static @Nullable Answer refused(Throwable failure) {
        String reason = reason(failure);
        return reason == null || reason.equals(ANOTHER_BANK) ? null : answer(reason);
    }

    /** The reason in a status of the bank; null if it is not one of the bank's. */
    private static @Nullable String reason(Throwable failure) {
        com.google.rpc.Status details = StatusProto.fromThrowable(failure);
        if (details == null) {
            return null;
        }
        for (Any detail : details.getDetailsList()) {
            try {
                ErrorInfo info = detail.is(ErrorInfo.class) ? detail.unpack(ErrorInfo.class) : null;
                if (info != null && info.getDomain().equals(DOMAIN)) {
                    return info.getReason();
                }
            } catch (InvalidProtocolBufferException e) {
                failure.addSuppressed(e);
            }
        }
        return null;
    }

    private static Answer answer(String reason) {
        for (Refusal refusal : Refusal.values()) {
            if (refusal.id().equals(reason)) {
                return new Answer(new Outcome.Refused(refusal, 0, 0), 0);
            }
        }
        boolean isNotExecuted = !reason.equals(Failure.OUTCOME_UNKNOWN.id());
        return new Answer(new Outcome.Failed(isNotExecuted ? Failure.NOT_EXECUTED : Failure.OUTCOME_UNKNOWN), 0);
    }

    /**
     * The region did not answer over this connection. It is given up, because it would wait longer and longer between
     * its attempts.
     */
    void unanswered(BankClient used) {
        isAway = true;
        giveUp(used);
    }

    /** Gives a connection up, unless the bank has refused what was sent: then it still answers. */
    private void broken(BankClient used, Throwable failure) {
        if (cause(failure) instanceof BatchRefusedException) {
            return;
        }
        isAway = true;
        giveUp(used);
    }

    private void giveUp(BankClient used) {
        synchronized (this) {
            if (client != used) {
                return;
            }
            client = null;
        }
        // On another thread, because closing waits for the thread that runs this.
        Thread closing = new Thread(used::close, "bank-region-closing");
        closing.setDaemon(true);
        closing.start();
    }

    @Override
    public void close() {
        isAway = true;
        BankClient open;
        synchronized (this) {
            open = client;
            client = null;
        }
        if (open != null) {
            open.close();
        }
    }
}
