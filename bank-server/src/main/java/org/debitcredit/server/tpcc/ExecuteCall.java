package org.debitcredit.server.tpcc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.sql.SQLException;
import java.util.Optional;
import org.debitcredit.server.network.TransportLimits;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.StreamAccess;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.wire.AnswerMessages;
import org.debitcredit.tpcc.wire.ReceivedRequest;
import org.debitcredit.tpcc.wire.TpccMessages;
import org.debitcredit.tpcc.wire.v1.ExecuteRequest;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;
import org.debitcredit.tpcc.wire.v1.Failure;

/**
 * One stream of transactions. A bounded number is in flight: the next request is taken from the network only when an
 * answer has been given and the client reads its answers. A client that leaves answers unread for long, or when those
 * of all streams take too much memory, is disconnected. Requests that come when the credentials of the stream are no
 * longer valid are refused.
 */
final class ExecuteCall implements StreamObserver<ExecuteRequest> {

    /** Requests of one stream that may wait or be executed. */
    private static final int IN_FLIGHT_MAX = 1_024;

    /** How many requests are asked for at a time, because each time costs a task of the event loop. */
    private static final int REQUESTED_TOGETHER = 64;

    /** What gRPC's queue takes for an answer beside its bytes: buffers and entries. */
    private static final int ANSWER_BYTES = 500;

    /** What a client that reads may leave unread for a moment, although the budget of all streams is used up. */
    private static final long UNREAD_BYTES_MAX = 64 << 10;

    private final TpccExecutor executor;
    private final StreamAccess access;
    private final UnreadLimits limits;
    private final ServerCallStreamObserver<ExecuteResponse> answers;
    private int inFlight;
    private int withheld;
    /** What the answers take that were given and that the client has not read. */
    private long unread;

    /** What of it was taken from the budget of all streams. */
    private long charged;

    /** How often the client had read nearly all of its answers. */
    private long reads;

    private boolean looksForReader;
    private boolean ended;
    /** No more answers are given. */
    private boolean over;

    private ExecuteCall(
            TpccExecutor executor,
            StreamAccess access,
            UnreadLimits limits,
            ServerCallStreamObserver<ExecuteResponse> answers) {
        this.executor = executor;
        this.access = access;
        this.limits = limits;
        this.answers = answers;
    }

    static ExecuteCall begin(
            TpccExecutor executor,
            StreamAccess access,
            UnreadLimits limits,
            ServerCallStreamObserver<ExecuteResponse> answers) {
        ExecuteCall call = new ExecuteCall(executor, access, limits, answers);
        answers.disableAutoRequest();
        answers.setOnReadyThreshold(TransportLimits.QUEUED_BYTES_MAX);
        answers.setOnReadyHandler(call::takeWithheld);
        answers.setOnCancelHandler(call::closed);
        answers.setOnCloseHandler(call::closed);
        answers.request(IN_FLIGHT_MAX);
        return call;
    }

    @Override
    public void onNext(ExecuteRequest message) {
        synchronized (this) {
            inFlight++;
        }
        Access.Unauthenticated ended = access.ended();
        if (ended != null) {
            answer(failure(message.getId(), Status.Code.UNAUTHENTICATED, ended.detail()));
            return;
        }
        ReceivedRequest received = TpccMessages.request(message);
        if (received instanceof ReceivedRequest.Accepted accepted) {
            takeLoaded(message.getId(), accepted.request());
        } else if (received instanceof ReceivedRequest.Refused refused) {
            answer(failure(message.getId(), Status.Code.INVALID_ARGUMENT, refused.reason()));
        }
    }

    private void takeLoaded(long id, TpccRequest request) {
        DatabaseState state = executor.state();
        TpccScale scale = state.scale();
        if (scale == null) {
            String reason = DatabaseState.incomplete(state.loaded()).orElse("");
            answer(failure(id, Status.Code.FAILED_PRECONDITION, reason));
            return;
        }
        Optional<String> offence = DatabaseState.notLoaded(request, scale);
        if (offence.isPresent()) {
            answer(failure(id, Status.Code.INVALID_ARGUMENT, offence.get()));
            return;
        }
        take(id, request);
    }

    private void take(long id, TpccRequest request) {
        long nowNanos = System.nanoTime();
        if (request instanceof TpccRequest.Delivery delivery) {
            if (executor.defer(delivery, nowNanos)) {
                answer(answer(id, new TpccAnswer.Delivery(delivery.warehouse(), delivery.carrier()), 0, 0));
            } else {
                answer(busy(id));
            }
        } else if (!executor.offer(new Waiting(id, request, nowNanos))) {
            answer(busy(id));
        }
    }

    /** A request that waits for a thread, and the way back for its answer. */
    private final class Waiting implements Task {

        private final long id;
        private final TpccRequest request;
        private final long queuedNanos;

        Waiting(long id, TpccRequest request, long queuedNanos) {
            this.id = id;
            this.request = request;
            this.queuedNanos = queuedNanos;
        }

        @Override
        public TpccRequest request() {
            return request;
        }

        @Override
        public long queuedNanos() {
            return queuedNanos;
        }

        @Override
        public void answered(TpccAnswer given, long queueNanos, long executionNanos) {
            answer(answer(id, given, queueNanos, executionNanos));
        }

        @Override
        public void unknown(String reason) {
            answer(failure(id, Status.Code.INVALID_ARGUMENT, reason));
        }

        @Override
        public void failed(SQLException failure) {
            executor.failures().add(failure);
            answer(failure(
                    id,
                    Status.Code.INTERNAL,
                    "the database failed; the transaction was rolled back, or, if it was being committed, its outcome is"
                            + " unknown"));
        }
    }

    private synchronized void answer(ExecuteResponse response) {
        inFlight--;
        if (over || answers.isCancelled()) {
            return;
        }
        give(response);
        withheld++;
        if (!noteRead()) {
            keepUnread(ANSWER_BYTES + response.getSerializedSize());
        } else if (withheld >= REQUESTED_TOGETHER) {
            requestMore();
        }
        completeIfDone();
    }

    private void give(ExecuteResponse response) {
        try {
            answers.onNext(response);
        } catch (RuntimeException | Error failed) {
            // gRPC has ended the call.
            over = true;
            throw failed;
        }
    }

    /** The client reads again. */
    private synchronized void takeWithheld() {
        if (noteRead() && !over) {
            requestMore();
        }
    }

    /** Whether the client reads. gRPC takes more for a stream only when it has sent most of what it had. */
    private boolean noteRead() {
        if (!answers.isReady()) {
            return false;
        }
        reads++;
        giveBack();
        return true;
    }

    /** Beyond the budget, a stream of which little is unread stays: a client that reads may be late for a moment. */
    private void keepUnread(long bytes) {
        unread += bytes;
        if (limits.unread().take(bytes)) {
            charged += bytes;
        } else if (unread > UNREAD_BYTES_MAX) {
            giveUp();
            return;
        }
        lookForReader();
    }

    private void giveBack() {
        if (unread > 0) {
            limits.unread().giveBack(charged);
            charged = 0;
            unread = 0;
        }
    }

    private void lookForReader() {
        if (!looksForReader) {
            looksForReader = true;
            long readsBefore = reads;
            limits.afterSendMax().accept(() -> giveUpUnlessReadSince(readsBefore));
        }
    }

    private synchronized void giveUpUnlessReadSince(long readsBefore) {
        looksForReader = false;
        if (unread > 0 && reads == readsBefore) {
            giveUp();
        } else if (unread > 0) {
            lookForReader();
        }
    }

    private void giveUp() {
        boolean wasOver = over;
        over = true;
        if (!limits.disconnect().getAsBoolean() && !wasOver) {
            answers.onError(Status.RESOURCE_EXHAUSTED
                    .withDescription("the answers were not read; read them as they come")
                    .asRuntimeException());
        }
    }

    /** gRPC keeps no more answers. */
    private synchronized void closed() {
        over = true;
        giveBack();
    }

    private void requestMore() {
        if (withheld > 0) {
            answers.request(withheld);
            withheld = 0;
        }
    }

    @Override
    public synchronized void onCompleted() {
        ended = true;
        completeIfDone();
    }

    private void completeIfDone() {
        if (ended && inFlight == 0 && !over) {
            over = true;
            answers.onCompleted();
        }
    }

    @Override
    public void onError(Throwable broken) {
        // The client is gone; what it asked for is executed all the same.
    }

    private static ExecuteResponse answer(long id, TpccAnswer given, long queueNanos, long executionNanos) {
        return ExecuteResponse.newBuilder()
                .setId(id)
                .setQueueNanos(queueNanos)
                .setExecutionNanos(executionNanos)
                .setAnswer(AnswerMessages.message(given))
                .build();
    }

    private static ExecuteResponse busy(long id) {
        return failure(
                id, Status.Code.RESOURCE_EXHAUSTED, "the queue is full and nothing was executed; send it again later");
    }

    private static ExecuteResponse failure(long id, Status.Code code, String message) {
        return ExecuteResponse.newBuilder()
                .setId(id)
                .setFailure(Failure.newBuilder().setCode(code.value()).setMessage(message))
                .build();
    }
}
