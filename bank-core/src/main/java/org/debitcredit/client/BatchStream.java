package org.debitcredit.client;

import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.retry.Backoff;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.OutcomeNumber;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.wire.v1.BankServiceGrpc.BankServiceStub;
import org.debitcredit.wire.v1.BatchError;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.jspecify.annotations.Nullable;

/**
 * Sends batches over a gRPC stream, which the first batch opens. When the stream breaks, batches in flight are sent
 * again over a new one, in order and with their keys, for as long as configured. The bank answers those that it has
 * already executed from memory. Safe for use by several threads.
 *
 * <p>A batch that was sent before may have been executed, whatever the bank says of its repetition: "busy" and "not
 * executed" are true of the repetition alone. Such an answer does not decide the batch, and it is sent once more.
 */
final class BatchStream {

    private static final Duration PAUSE_FIRST = Duration.ofMillis(100);
    private static final Duration PAUSE_LONGEST = Duration.ofSeconds(4);

    /** A batch without an answer that decides it. Guarded by the stream. */
    private static final class InFlight {
        final ExecuteBatchRequest batch;
        final long sentNanos;
        final CompletableFuture<BatchOutcomes> outcomes = new CompletableFuture<>();
        /** How often it was sent. */
        int times;

        InFlight(ExecuteBatchRequest batch, long sentNanos) {
            this.batch = batch;
            this.sentNanos = sentNanos;
        }

        void sendOver(Attempt attempt) {
            times++;
            attempt.requests().onNext(batch);
        }

        boolean isRepeated() {
            return times > 1;
        }
    }

    private final BankServiceStub stub;
    private final Duration resendFor;
    private final long resendNanos;
    private final boolean isOrdered;
    private final Timer timer;
    private final Deque<InFlight> inFlight = new ArrayDeque<>();
    private final Backoff backoff = Backoff.of(PAUSE_FIRST, PAUSE_LONGEST);
    private @Nullable Attempt attempt;
    private @Nullable Throwable broken;
    private @Nullable Throwable lastBreak;
    private long lastBatchId;
    private boolean reopens;
    private boolean ended;
    /** Whether the bank has ever answered, so that it accepts this client's token. */
    private boolean hasAnswered;

    private CompletableFuture<Void> ready = new CompletableFuture<>();

    BatchStream(BankServiceStub stub, BankClient.Options options, Timer timer) {
        this.stub = stub;
        this.resendFor = options.resendFor();
        this.resendNanos = TimeUnit.NANOSECONDS.convert(resendFor);
        this.isOrdered = options.isOrdered();
        this.timer = timer;
    }

    CompletableFuture<BatchOutcomes> send(RequestColumns batch) {
        return send(BatchColumns.of(batch));
    }

    CompletableFuture<BatchOutcomes> send(RequestColumns batch, long unseenThrough) {
        return send(BatchColumns.of(batch).setUnseenThrough(unseenThrough));
    }

    private synchronized CompletableFuture<BatchOutcomes> send(ExecuteBatchRequest.Builder columns) {
        if (broken != null) {
            return CompletableFuture.failedFuture(broken);
        }
        InFlight sent = new InFlight(columns.setBatchId(++lastBatchId).build(), timer.nanoTime());
        inFlight.add(sent);
        Attempt current = attempt;
        if (current != null) {
            sent.sendOver(current);
        } else if (!reopens) {
            open();
        }
        return sent.outcomes;
    }

    /** Completes once a further batch would leave at once. */
    synchronized CompletableFuture<Void> whenReady() {
        if (broken != null) {
            return CompletableFuture.failedFuture(broken);
        }
        Attempt current = attempt;
        if (current == null ? !reopens : current.requests().isReady()) {
            return CompletableFuture.completedFuture(null);
        }
        return ready;
    }

    private void tellReady() {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            waiting = ready;
            ready = new CompletableFuture<>();
        }
        waiting.complete(null);
    }

    synchronized void end() {
        ended = true;
        if (attempt != null) {
            attempt.requests().onCompleted();
        } else {
            failAll(Status.CANCELLED.withDescription("the client was closed").asRuntimeException());
        }
    }

    /** Sends everything in flight. */
    private Attempt open() {
        Attempt opened = new Attempt();
        attempt = opened;
        if (isOrdered) {
            stub.executeOrderedBatches(opened);
        } else {
            stub.executeBatches(opened);
        }
        for (InFlight waiting : inFlight) {
            waiting.sendOver(opened);
        }
        return opened;
    }

    /** One stream. Messages from an abandoned stream are ignored. */
    private final class Attempt implements ClientResponseObserver<ExecuteBatchRequest, ExecuteBatchResponse> {
        private @Nullable ClientCallStreamObserver<ExecuteBatchRequest> requests;
        private boolean answers;

        @Override
        public void beforeStart(ClientCallStreamObserver<ExecuteBatchRequest> stream) {
            requests = stream;
            stream.setOnReadyHandler(BatchStream.this::tellReady);
        }

        ClientCallStreamObserver<ExecuteBatchRequest> requests() {
            if (requests == null) {
                throw new IllegalStateException("the stream is not open yet");
            }
            return requests;
        }

        @Override
        public void onNext(ExecuteBatchResponse response) {
            answered(this, response);
        }

        @Override
        public void onError(Throwable failure) {
            brokeOff(this, failure);
        }

        @Override
        public void onCompleted() {
            brokeOff(
                    this,
                    Status.UNAVAILABLE
                            .withDescription("the bank ended the stream")
                            .asRuntimeException());
        }
    }

    private void answered(Attempt from, ExecuteBatchResponse response) {
        InFlight answered;
        boolean isRepeated;
        synchronized (this) {
            if (from != attempt) {
                return;
            }
            answered = inFlight.poll();
            isRepeated = answered != null && answered.isRepeated();
            hasAnswered = true;
            from.answers = true;
            if (isRepeated && isUndecided(response) && !ended) {
                inFlight.addFirst(Objects.requireNonNull(answered));
                sendAgain(from, response);
                return;
            }
            backoff.reset();
        }
        if (answered == null) {
            throw outsideTheContract("an answer arrived, but no batch waits for one");
        }
        try {
            answered.outcomes.complete(outcomes(answered.batch, response, isRepeated));
        } catch (BatchRefusedException refused) {
            answered.outcomes.completeExceptionally(isRepeated ? outcomeUnknown(refused) : refused);
        } catch (RuntimeException | Error failure) {
            // Later messages cannot be trusted.
            answered.outcomes.completeExceptionally(failure);
            failAll(failure);
            throw failure;
        }
    }

    private static BatchOutcomes outcomes(
            ExecuteBatchRequest batch, ExecuteBatchResponse response, boolean isRepeated) {
        if (batch.getBatchId() != response.getBatchId()) {
            throw outsideTheContract("batch " + response.getBatchId() + " was answered out of order");
        }
        if (response.hasError()) {
            BatchError error = response.getError();
            throw new BatchRefusedException(error.getReason(), error.getDetail(), error.getRetryAfterMillis());
        }
        if (!hasRows(response, batch.getTellerCount())) {
            throw outsideTheContract(
                    "a batch of " + batch.getTellerCount() + " was answered with columns of another length");
        }
        return new BatchOutcomes(response, isRepeated);
    }

    /** Whether an answer to a repeated batch says nothing of what became of the batch, and a later one may. */
    private static boolean isUndecided(ExecuteBatchResponse response) {
        if (response.hasError()) {
            return response.getError().getRetryAfterMillis() > 0;
        }
        for (int row = 0; row < response.getOutcomeCount(); row++) {
            if (OutcomeNumber.code(response.getOutcome(row)) == Failure.NOT_EXECUTED.code()) {
                return true;
            }
        }
        return false;
    }

    /** Leaves the stream, and sends what is in flight over another one after a pause. */
    private void sendAgain(Attempt left, ExecuteBatchResponse response) {
        attempt = null;
        left.requests().cancel("the batches are sent again", null);
        reopenLater(Status.UNAVAILABLE
                .withDescription("the bank did not take a batch that was sent again: "
                        + (response.hasError() ? response.getError().getReason() : Failure.NOT_EXECUTED.id()))
                .asRuntimeException());
    }

    private void brokeOff(Attempt from, Throwable failure) {
        synchronized (this) {
            if (from != attempt) {
                return;
            }
            attempt = null;
            if (isWorthAnother(failure)) {
                reopenLater(failure);
                return;
            }
        }
        failAll(failure);
    }

    private void reopenLater(Throwable why) {
        reopens = true;
        lastBreak = why;
        timer.after(Math.min(backoff.nextNanos(), leftNanos()), this::reopen);
    }

    private boolean isWorthAnother(Throwable failure) {
        return isPassing(failure) && !ended && resendNanos > 0;
    }

    /**
     * A bank that stops cancels its streams; one that has not noticed yet that this client's last connection is gone
     * may refuse a further stream as busy; and one that starts may not know its issuer's keys yet. A message that is
     * too long is RESOURCE_EXHAUSTED too, without details.
     */
    private boolean isPassing(Throwable failure) {
        return switch (Status.fromThrowable(failure).getCode()) {
            case UNAVAILABLE, CANCELLED -> true;
            case RESOURCE_EXHAUSTED -> isOrdered || StatusProto.fromThrowable(failure) != null;
            case UNAUTHENTICATED -> hasAnswered;
            default -> false;
        };
    }

    /** For how long the oldest batch in flight will still be sent again. */
    private long leftNanos() {
        InFlight oldest = inFlight.peek();
        long passed = oldest == null ? 0 : timer.nanoTime() - oldest.sentNanos;
        return Math.max(0, resendNanos - passed);
    }

    private void reopen() {
        try {
            reopenOrGiveUp();
        } catch (RuntimeException | Error failure) {
            failAll(failure);
            throw failure;
        }
    }

    private void reopenOrGiveUp() {
        boolean isIdle;
        synchronized (this) {
            reopens = false;
            if (ended) {
                return;
            }
            long left = leftNanos();
            if (!inFlight.isEmpty() && left > 0) {
                Attempt reopened = open();
                timer.after(left, () -> giveUpIfSilent(reopened));
                return;
            }
            isIdle = inFlight.isEmpty();
            if (!isIdle) {
                // No batch is sent any more, because that would reopen the stream.
                broken = outcomeUnknown(lastBreak);
            }
        }
        if (isIdle) {
            // The next batch opens the stream.
            tellReady();
        } else {
            failAll(outcomeUnknown(lastBreak));
        }
    }

    private void giveUpIfSilent(Attempt reopened) {
        synchronized (this) {
            if (reopened != attempt || reopened.answers) {
                return;
            }
        }
        RuntimeException unknown = outcomeUnknown(lastBreak);
        failAll(unknown);
        reopened.requests().onError(unknown);
    }

    private RuntimeException outcomeUnknown(@Nullable Throwable cause) {
        String why = cause instanceof BatchRefusedException
                ? "it was sent before, and refused when it was sent again: " + cause.getMessage()
                : "the bank did not decide it within " + resendFor;
        return Status.UNAVAILABLE
                .withDescription("the outcome is unknown: " + why)
                .withCause(cause)
                .asRuntimeException();
    }

    private static RuntimeException outsideTheContract(String detail) {
        return Status.INTERNAL.withDescription(detail).asRuntimeException();
    }

    private void failAll(Throwable failure) {
        List<InFlight> lost;
        CompletableFuture<Void> waiting;
        synchronized (this) {
            broken = failure;
            attempt = null;
            lost = new ArrayList<>(inFlight);
            inFlight.clear();
            waiting = ready;
        }
        waiting.completeExceptionally(failure);
        lost.forEach(batch -> batch.outcomes.completeExceptionally(failure));
    }

    private static boolean hasRows(ExecuteBatchResponse response, int size) {
        int times = response.getTimeMicrosCount();
        return response.getOutcomeCount() == size
                && response.getPositionCount() == size
                && response.getBalanceCount() == size
                && (times <= 1 || times == size);
    }
}
