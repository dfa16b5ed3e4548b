package org.debitcredit.server.grpc;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.loop.Desk;
import org.debitcredit.server.loop.NotAnswered;
import org.debitcredit.server.loop.Reply;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.OutcomeNumber;
import org.debitcredit.wire.v1.BatchError;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.jspecify.annotations.Nullable;

/**
 * One stream of batches: many in flight, answered in their order. A new batch is asked for only when an answer has left,
 * so what a stream can hold is bounded. In an ordered stream, the first batch that is refused as a whole ends the stream,
 * and no later one is executed. Lives on one event loop.
 */
final class BatchStream implements StreamObserver<ExecuteBatchRequest> {

    /** Batches asked for that have not come yet, at most. */
    private static final int ASKED_MAX = 16;

    /** Batches that came and are not answered yet; while there are as many, no more are asked for. */
    static final int IN_FLIGHT_MAX = 4_096;

    /** Malformed batches, one after the other, after which the client is taken for none that means well. */
    private static final int MALFORMED_MAX = 100;

    private final Desk desk;
    private final long client;
    private final boolean isOrdered;
    private final StreamLimits limits;
    private final ServerCallStreamObserver<ExecuteBatchResponse> out;
    private final ArrayDeque<Place> inFlight = new ArrayDeque<>();
    private int asked;
    private int malformed;
    private long sent;
    private boolean looksForReader;
    private boolean allIn;
    private @Nullable StatusRuntimeException refusal;
    private boolean over;

    /** A batch's place in the order of answers. */
    private final class Place implements Reply<BatchSubmission> {

        private final long batchId;
        private final int rows;
        private final boolean isCharged;
        private @Nullable ExecuteBatchResponse response;

        private Place(long batchId, int rows, boolean isCharged) {
            this.batchId = batchId;
            this.rows = rows;
            this.isCharged = isCharged;
        }

        @Override
        public void answered(BatchSubmission submission) {
            ExecuteBatchResponse.Builder columns = response();
            for (int i = 0; i < submission.size(); i++) {
                columns.addOutcome(OutcomeNumber.of(submission.outcome[i]))
                        .addPosition(submission.position[i])
                        .addBalance(submission.balance[i]);
            }
            fill(columns);
        }

        @Override
        public void notAnswered(NotAnswered why) {
            if (isOrdered && why != NotAnswered.LATE) {
                refuse(this, why == NotAnswered.BUSY ? GrpcProblem.busy(batchId) : GrpcProblem.unavailable(batchId));
                return;
            }
            if (why == NotAnswered.BUSY) {
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

    BatchStream(
            Desk desk,
            long client,
            boolean isOrdered,
            StreamLimits limits,
            ServerCallStreamObserver<ExecuteBatchResponse> out) {
        this.desk = desk;
        this.client = client;
        this.isOrdered = isOrdered;
        this.limits = limits;
        this.out = out;
        out.disableAutoRequest();
        out.setOnReadyHandler(this::sendReady);
        out.setOnCancelHandler(this::end);
        askForMore();
    }

    @Override
    public void onNext(ExecuteBatchRequest batch) {
        if (refusal != null) {
            return;
        }
        int rows = batch.getTellerCount();
        Place place = new Place(batch.getBatchId(), rows, limits.budget().take(rows));
        asked--;
        inFlight.add(place);
        if (!place.isCharged) {
            place.notAnswered(NotAnswered.BUSY);
            askForMore();
            return;
        }
        try {
            desk.execute(Columns.of(batch, client), place);
            malformed = 0;
        } catch (Malformed e) {
            if (++malformed > MALFORMED_MAX) {
                limits.disconnect().run();
            } else if (isOrdered) {
                refuse(place, GrpcProblem.malformed(e, batch.getBatchId()));
            } else {
                place.fail(e.reason(), e.detail(), 0);
            }
        }
        askForMore();
    }

    /** Ends an ordered stream at its newest batch, which is refused before another one comes. */
    private void refuse(Place newest, StatusRuntimeException why) {
        refusal = why;
        inFlight.remove(newest);
        giveBack(newest);
        sendReady();
    }

    private void askForMore() {
        Place newest = inFlight.peekLast();
        boolean isWithinBudget = newest == null || newest.isCharged;
        if (refusal == null && isWithinBudget && asked <= ASKED_MAX / 2 && inFlight.size() < IN_FLIGHT_MAX) {
            int more = ASKED_MAX - asked;
            asked = ASKED_MAX;
            out.request(more);
        }
    }

    /** Taken out before it is sent: sending and asking for more may call back into here. */
    private void sendReady() {
        ExecuteBatchResponse response;
        while (!over && out.isReady() && (response = firstReady()) != null) {
            giveBack(inFlight.remove());
            sent++;
            out.onNext(response);
            askForMore();
        }
        lookForReader();
        if (over || !inFlight.isEmpty()) {
            return;
        }
        if (refusal != null) {
            over = true;
            limits.budget().end();
            out.onError(refusal);
        } else if (allIn) {
            over = true;
            limits.budget().end();
            out.onCompleted();
        }
    }

    private void giveBack(Place answered) {
        if (answered.isCharged) {
            limits.budget().giveBack(answered.rows);
        }
    }

    /** A client that leaves its answers unread for long is disconnected: they hold memory. */
    private void lookForReader() {
        if (looksForReader || over || firstReady() == null) {
            return;
        }
        looksForReader = true;
        long before = sent;
        limits.afterSendMax().accept(() -> {
            looksForReader = false;
            if (!over && sent == before && firstReady() != null) {
                limits.disconnect().run();
            } else {
                sendReady();
            }
        });
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
        end();
    }

    private void end() {
        if (!over) {
            limits.budget().end();
        }
        over = true;
        inFlight.clear();
    }
}
