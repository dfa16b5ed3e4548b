package org.debitcredit.client;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Requests;
import org.debitcredit.wire.v1.BankServiceGrpc.BankServiceStub;
import org.debitcredit.wire.v1.BatchError;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.jspecify.annotations.Nullable;

/** One gRPC stream of batches, opened by the first. Safe for use by several threads. */
final class BatchStream implements StreamObserver<ExecuteBatchResponse> {

    private record InFlight(long batchId, int size, CompletableFuture<List<Outcome>> outcomes) {}

    private final BankServiceStub stub;
    private final Queue<InFlight> inFlight = new ArrayDeque<>();
    private @Nullable StreamObserver<ExecuteBatchRequest> requests;
    private @Nullable Throwable broken;
    private long lastBatchId;

    BatchStream(BankServiceStub stub) {
        this.stub = stub;
    }

    synchronized CompletableFuture<List<Outcome>> send(Requests batch) {
        if (broken != null) {
            return CompletableFuture.failedFuture(broken);
        }
        if (requests == null) {
            requests = stub.executeBatches(this);
        }
        InFlight sent = new InFlight(++lastBatchId, batch.size(), new CompletableFuture<>());
        inFlight.add(sent);
        requests.onNext(BatchColumns.of(sent.batchId, batch));
        return sent.outcomes;
    }

    synchronized void end() {
        if (requests != null && broken == null) {
            requests.onCompleted();
        }
    }

    @Override
    public void onNext(ExecuteBatchResponse response) {
        InFlight answered;
        synchronized (this) {
            answered = inFlight.poll();
        }
        if (answered == null) {
            throw outsideTheContract("an answer came to no batch");
        }
        if (answered.batchId != response.getBatchId()) {
            fail(answered, outsideTheContract("batch " + response.getBatchId() + " was answered out of order"));
        } else if (response.hasError()) {
            BatchError error = response.getError();
            answered.outcomes.completeExceptionally(
                    new BatchRefusedException(error.getReason(), error.getDetail(), error.getRetryAfterMillis()));
        } else if (hasRows(response, answered.size)) {
            answered.outcomes.complete(outcomes(response));
        } else {
            fail(answered, outsideTheContract("a batch of " + answered.size + " got other columns"));
        }
    }

    /** Fails a batch, and by throwing the stream with it: nothing more that comes can be trusted. */
    private void fail(InFlight batch, RuntimeException failure) {
        batch.outcomes.completeExceptionally(failure);
        failAll(failure);
        throw failure;
    }

    private static RuntimeException outsideTheContract(String detail) {
        return Status.INTERNAL.withDescription(detail).asRuntimeException();
    }

    @Override
    public void onError(Throwable failure) {
        failAll(failure);
    }

    @Override
    public void onCompleted() {
        failAll(Status.UNAVAILABLE.withDescription("the bank ended the stream").asRuntimeException());
    }

    private void failAll(Throwable failure) {
        List<InFlight> lost;
        synchronized (this) {
            broken = failure;
            lost = new ArrayList<>(inFlight);
            inFlight.clear();
        }
        lost.forEach(batch -> batch.outcomes.completeExceptionally(failure));
    }

    private static boolean hasRows(ExecuteBatchResponse response, int size) {
        return response.getOutcomeCount() == size
                && response.getPositionCount() == size
                && response.getBalanceCount() == size;
    }

    private static List<Outcome> outcomes(ExecuteBatchResponse response) {
        List<Outcome> outcomes = new ArrayList<>(response.getOutcomeCount());
        for (int row = 0; row < response.getOutcomeCount(); row++) {
            outcomes.add(
                    Outcome.of((byte) response.getOutcome(row), response.getPosition(row), response.getBalance(row)));
        }
        return outcomes;
    }
}
