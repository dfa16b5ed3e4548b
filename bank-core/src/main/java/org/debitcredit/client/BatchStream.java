package org.debitcredit.client;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.retry.Backoff;
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
 */
final class BatchStream {

    private static final Duration PAUSE_FIRST = Duration.ofMillis(100);
    private static final Duration PAUSE_LONGEST = Duration.ofSeconds(4);

    private record InFlight(ExecuteBatchRequest batch, long sentNanos, CompletableFuture<BatchOutcomes> outcomes) {}

    private final BankServiceStub stub;
    private final Duration resendFor;
    private final boolean isOrdered;
    private final Timer timer;
    private final Queue<InFlight> inFlight = new ArrayDeque<>();
    private final Backoff backoff = Backoff.of(PAUSE_FIRST, PAUSE_LONGEST);
    private @Nullable Attempt attempt;
    private @Nullable Throwable broken;
    private @Nullable Throwable lastBreak;
    private long lastBatchId;
    private boolean reopens;
    private boolean ended;
    private CompletableFuture<Void> ready = new CompletableFuture<>();

    BatchStream(BankServiceStub stub, BankClient.Options options, Timer timer) {
        this.stub = stub;
        this.resendFor = options.resendFor();
        this.isOrdered = options.isOrdered();
        this.timer = timer;
    }

    CompletableFuture<BatchOutcomes> send(RequestColumns batch) {
        return send(BatchColumns.of(batch));
    }

    private synchronized CompletableFuture<BatchOutcomes> send(ExecuteBatchRequest.Builder columns) {
        if (broken != null) {
            return CompletableFuture.failedFuture(broken);
        }
        InFlight sent =
                new InFlight(columns.setBatchId(++lastBatchId).build(), timer.nanoTime(), new CompletableFuture<>());
        inFlight.add(sent);
        Attempt current = attempt;
        if (current != null) {
            current.requests().onNext(sent.batch);
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
            opened.requests().onNext(waiting.batch);
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
        synchronized (this) {
            if (from != attempt) {
                return;
            }
            answered = inFlight.poll();
            from.answers = true;
            backoff.reset();
        }
        if (answered == null) {
            throw outsideTheContract("an answer arrived, but no batch waits for one");
        }
        if (answered.batch.getBatchId() != response.getBatchId()) {
            fail(answered, outsideTheContract("batch " + response.getBatchId() + " was answered out of order"));
        } else if (response.hasError()) {
            BatchError error = response.getError();
            answered.outcomes.completeExceptionally(
                    new BatchRefusedException(error.getReason(), error.getDetail(), error.getRetryAfterMillis()));
        } else if (hasRows(response, answered.batch.getTellerCount())) {
            answered.outcomes.complete(new BatchOutcomes(response));
        } else {
            fail(
                    answered,
                    outsideTheContract("a batch of " + answered.batch.getTellerCount()
                            + " was answered with columns of another length"));
        }
    }

    private void brokeOff(Attempt from, Throwable failure) {
        synchronized (this) {
            if (from != attempt) {
                return;
            }
            attempt = null;
            if (isWorthAnother(failure)) {
                reopens = true;
                lastBreak = failure;
                timer.after(Math.min(backoff.nextNanos(), leftNanos()), this::reopen);
                return;
            }
        }
        failAll(failure);
    }

    private boolean isWorthAnother(Throwable failure) {
        Status.Code code = Status.fromThrowable(failure).getCode();
        boolean isPassing = code == Status.Code.UNAVAILABLE || isOrdered && code == Status.Code.RESOURCE_EXHAUSTED;
        return isPassing && !ended && !resendFor.isZero();
    }

    /** For how long the oldest batch in flight will still be sent again. */
    private long leftNanos() {
        InFlight oldest = inFlight.peek();
        long passed = oldest == null ? 0 : timer.nanoTime() - oldest.sentNanos;
        return Math.max(0, resendFor.toNanos() - passed);
    }

    private void reopen() {
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
                broken = outcomeUnknown();
            }
        }
        if (isIdle) {
            // The next batch opens the stream.
            tellReady();
        } else {
            failAll(outcomeUnknown());
        }
    }

    private void giveUpIfSilent(Attempt reopened) {
        synchronized (this) {
            if (reopened != attempt || reopened.answers) {
                return;
            }
        }
        RuntimeException unknown = outcomeUnknown();
        failAll(unknown);
        reopened.requests().onError(unknown);
    }

    private RuntimeException outcomeUnknown() {
        return Status.UNAVAILABLE
                .withDescription(
                        "the outcome is unknown: the connection to the bank was not restored within " + resendFor)
                .withCause(lastBreak)
                .asRuntimeException();
    }

    /** Fails a batch, and by the exception also the stream, because later messages cannot be trusted. */
    private void fail(InFlight batch, RuntimeException failure) {
        batch.outcomes.completeExceptionally(failure);
        failAll(failure);
        throw failure;
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
        return response.getOutcomeCount() == size
                && response.getPositionCount() == size
                && response.getBalanceCount() == size;
    }
}
