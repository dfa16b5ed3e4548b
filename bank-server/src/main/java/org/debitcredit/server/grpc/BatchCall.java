package org.debitcredit.server.grpc;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.loop.RequestGateway.Callback;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;
import org.debitcredit.server.region.OutOfTownRequests;
import org.debitcredit.server.security.Access;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.OutcomeNumber;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.wire.v1.BatchError;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.jspecify.annotations.Nullable;

/**
 * One stream of batches: many in flight, answered in their order. New batches are requested only while the stream's
 * budget has room for them, so the memory of a stream is bounded. In an ordered stream, the first batch that is refused
 * as a whole ends the stream, and no later one is executed. Every stream ends with the first batch that arrives when
 * its credentials are no longer valid. Lives on one event loop.
 */
final class BatchCall implements StreamObserver<ExecuteBatchRequest> {

    /** Maximum number of batches that are requested but have not arrived; fewer if the budget has no room for them. */
    private static final int ASKED_MAX = 16;

    /** Maximum number of batches that have arrived and are not answered. At this number, no more are requested. */
    static final int IN_FLIGHT_MAX = 4_096;

    private final RequestGateway gateway;
    private final Access.Granted client;
    private final EndOfAccess access;
    private final @Nullable UUID from;
    private final @Nullable OutOfTownRequests outOfTown;
    private final LongConsumer outOfScope;
    private final boolean isOrdered;
    private final StreamLimits limits;
    private final ServerCallStreamObserver<ExecuteBatchResponse> out;
    private final ArrayDeque<Place> inFlight = new ArrayDeque<>();
    private int asked;
    /** Largest number of bytes of a batch so far; before the first batch, of the largest possible one. */
    private long largest = StreamBudgets.bytes(TransactionEngine.SUBMISSION_MAX, TransactionEngine.SUBMISSION_MAX);

    private boolean hasBatch;
    /** Whether the budget already includes the bytes of the answers that gRPC may queue. */
    private boolean hasQueue;

    private long sent;
    /** Bytes of answers that were sent but not yet read by the client. */
    private long unread;

    private boolean looksForReader;
    private boolean allIn;
    private @Nullable StatusRuntimeException refusal;
    /** No more answers are sent. */
    private boolean over;

    private boolean closed;

    /** A batch's place in the order of answers. */
    private final class Place implements Callback<BatchSubmission> {

        private final long batchId;
        private final int rows;
        /** Bytes taken from the budget. */
        private final long bytes;

        private @Nullable ExecuteBatchResponse response;

        private Place(long batchId, int rows, long bytes) {
            this.batchId = batchId;
            this.rows = rows;
            this.bytes = bytes;
        }

        @Override
        public void answered(BatchSubmission submission) {
            try {
                fill(columns(submission));
            } catch (RuntimeException | Error e) {
                // No time limit ends this batch any more, and the later ones wait for its answer.
                giveUp();
                throw e;
            }
        }

        private ExecuteBatchResponse.Builder columns(BatchSubmission submission) {
            ExecuteBatchResponse.Builder columns = response();
            for (int i = 0; i < submission.size(); i++) {
                columns.addOutcome(OutcomeNumber.of(submission.outcome[i]))
                        .addPosition(submission.position[i])
                        .addBalance(submission.balance[i]);
            }
            addTimes(submission, columns);
            return columns;
        }

        @Override
        public void notAnswered(NoAnswer why) {
            if (isOrdered && why != NoAnswer.LATE) {
                refuse(this, why == NoAnswer.BUSY ? GrpcProblem.busy(batchId) : GrpcProblem.unavailable(batchId));
                return;
            }
            if (why == NoAnswer.BUSY) {
                fail(Reason.BUSY, Detail.busy(), GrpcProblem.RETRY_AFTER_MILLIS);
                return;
            }
            Failure failure = Detail.failure(why);
            ExecuteBatchResponse.Builder columns = response();
            for (int i = 0; i < rows; i++) {
                columns.addOutcome(OutcomeNumber.of(failure.code()))
                        .addPosition(0)
                        .addBalance(0);
            }
            fill(columns);
        }

        private void addTimes(BatchSubmission submission, ExecuteBatchResponse.Builder columns) {
            if (submission.isOfOneTime()) {
                columns.addTimeMicros(submission.groupMicros());
                return;
            }
            for (int i = 0; i < submission.size(); i++) {
                columns.addTimeMicros(submission.timeMicros(i));
            }
        }

        private void fail(Reason reason, String detail, int retryAfterMillis) {
            fill(response()
                    .setError(BatchError.newBuilder()
                            .setReason(reason.id())
                            .setDetail(detail)
                            .setRetryAfterMillis(retryAfterMillis)));
        }

        private ExecuteBatchResponse.Builder response() {
            return ExecuteBatchResponse.newBuilder().setBatchId(batchId);
        }

        private void fill(ExecuteBatchResponse.Builder built) {
            response = built.build();
            sendReady();
        }
    }

    /**
     * @param access of the stream, which is looked at before each batch
     * @param from the bank that calls; null if the call is not one of a bank
     * @param outOfScope records a teller that the client may not use
     */
    BatchCall(
            RequestGateway gateway,
            Access.Granted client,
            EndOfAccess access,
            @Nullable UUID from,
            @Nullable OutOfTownRequests outOfTown,
            LongConsumer outOfScope,
            boolean isOrdered,
            StreamLimits limits,
            ServerCallStreamObserver<ExecuteBatchResponse> out) {
        this.gateway = gateway;
        this.client = client;
        this.access = access;
        this.from = from;
        this.outOfTown = outOfTown;
        this.outOfScope = outOfScope;
        this.isOrdered = isOrdered;
        this.limits = limits;
        this.out = out;
        out.disableAutoRequest();
        // This is deferred, because gRPC is about to end a flush, and would not send the window update of a request
        // made now.
        Executor loop = gateway.loop();
        out.setOnReadyHandler(() -> loop.execute(this::sendReady));
        out.setOnCancelHandler(this::closed);
        out.setOnCloseHandler(this::closed);
        askForMore();
    }

    @Override
    public void onNext(ExecuteBatchRequest batch) {
        if (refusal != null) {
            return;
        }
        refusal = access.problem();
        if (refusal != null) {
            // The batches before it are answered first.
            sendReady();
            return;
        }
        int rows = batch.getTellerCount();
        // A batch that is too large is refused before any of it is stored.
        long bytes = rows > TransactionEngine.SUBMISSION_MAX
                ? StreamBudgets.bytes(0, 0)
                : StreamBudgets.bytes(rows, batch.getReferenceCount());
        largest = hasBatch ? Math.max(largest, bytes) : bytes;
        hasBatch = true;
        hasQueue = hasQueue || limits.budget().take(StreamBudgets.QUEUE_BYTES);
        boolean isHeld = hasQueue && limits.budget().take(bytes);
        Place place = new Place(batch.getBatchId(), rows, isHeld ? bytes : 0);
        asked--;
        inFlight.add(place);
        if (place.bytes == 0) {
            place.notAnswered(NoAnswer.BUSY);
            askForMore();
            return;
        }
        try {
            execute(RequestDecoder.of(batch, client.client()), RequestDecoder.unseenThrough(batch), place);
        } catch (Malformed e) {
            if (limits.isTooMuchMalformed().getAsBoolean()) {
                giveUp();
            } else if (isOrdered) {
                refuse(place, GrpcProblem.malformed(e, batch.getBatchId()));
            } else {
                place.fail(e.reason(), e.detail(), 0);
            }
        }
        askForMore();
    }

    /**
     * A batch with a teller outside of the client's scope, or with what only regions may do, is refused as a whole,
     * like a malformed one.
     */
    private void execute(RequestColumns requests, long unseenThrough, Place place) {
        int outside = client.firstOutside(requests);
        int reserved = outside < 0 && outOfTown != null
                ? outOfTown.firstReserved(outOfTown.caller(client, from), requests)
                : -1;
        if (outside < 0 && reserved < 0) {
            gateway.execute(requests, unseenThrough, place);
            return;
        }
        int first = outside < 0 ? reserved : outside;
        long teller = requests.teller[first];
        outOfScope.accept(teller);
        String detail = "transaction " + first + ": " + (outside < 0 ? Detail.reserved() : Detail.outOfScope(teller));
        if (isOrdered) {
            refuse(place, GrpcProblem.of(Reason.OUT_OF_SCOPE, detail, place.batchId));
        } else {
            place.fail(Reason.OUT_OF_SCOPE, detail, 0);
        }
    }

    /** Ends an ordered stream at its newest batch, because that batch is refused before another one arrives. */
    private void refuse(Place newest, StatusRuntimeException why) {
        refusal = why;
        inFlight.remove(newest);
        limits.budget().giveBack(newest.bytes);
        sendReady();
    }

    private void askForMore() {
        Place newest = inFlight.peekLast();
        boolean isWithinBudget = newest == null || newest.bytes > 0;
        // If nothing is held that could be released, one more batch is answered busy.
        int least = inFlight.isEmpty() && unread == 0 ? 1 : 0;
        int wanted = Math.min(ASKED_MAX, Math.max(least, limits.budget().fits(largest)));
        if (!over
                && refusal == null
                && isWithinBudget
                && asked < wanted
                && asked <= wanted / 2
                && inFlight.size() < IN_FLIGHT_MAX) {
            int more = wanted - asked;
            asked = wanted;
            out.request(more);
        }
    }

    /** Each answer is removed before it is sent, because sending and requesting more may call back into this class. */
    private void sendReady() {
        noteRead();
        askForMore();
        ExecuteBatchResponse response;
        while (!over && out.isReady() && (response = firstReady()) != null) {
            unread += inFlight.remove().bytes;
            sent++;
            out.onNext(response);
            noteRead();
            askForMore();
        }
        if (!over && inFlight.isEmpty()) {
            if (refusal != null) {
                over = true;
                out.onError(refusal);
            } else if (allIn) {
                over = true;
                out.onCompleted();
            }
        }
        lookForReader();
    }

    /** gRPC accepts more data for a stream only once most of its data has been sent to the client. */
    private void noteRead() {
        if (unread > 0 && !closed && out.isReady()) {
            limits.budget().giveBack(unread);
            unread = 0;
        }
    }

    private boolean isUnread() {
        return !closed && (over || unread > 0 || firstReady() != null);
    }

    /** A client that leaves its answers unread for long is disconnected, because they hold memory. */
    private void lookForReader() {
        if (looksForReader || !isUnread()) {
            return;
        }
        looksForReader = true;
        long sentBefore = sent;
        boolean wasOver = over;
        limits.afterSendMax().accept(() -> {
            looksForReader = false;
            if (isUnread() && sent == sentBefore && over == wasOver) {
                giveUp();
            } else {
                sendReady();
            }
        });
    }

    /** No more batches are executed. The client can look up the outcome of unanswered ones by their keys. */
    private void giveUp() {
        refusal = GrpcProblem.failed(Failure.OUTCOME_UNKNOWN);
        if (!limits.disconnect().getAsBoolean() && !over) {
            over = true;
            out.onError(refusal);
        }
    }

    private @Nullable ExecuteBatchResponse firstReady() {
        Place first = inFlight.peek();
        return first == null ? null : first.response;
    }

    @Override
    public void onCompleted() {
        allIn = true;
        sendReady();
    }

    @Override
    public void onError(Throwable failure) {
        closed();
    }

    private void closed() {
        if (!closed) {
            limits.budget().end();
        }
        closed = true;
        over = true;
        inFlight.clear();
    }
}
