package org.debitcredit.server.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.Executor;
import org.debitcredit.transaction.Failure;
import org.jspecify.annotations.Nullable;

/** A call that may be ended here or by {@link OpenCalls}; the first of them wins. Used on its event loop. */
final class EndableCall<Q, R> extends SimpleForwardingServerCall<Q, R> {

    private boolean isEnded;

    private EndableCall(ServerCall<Q, R> call) {
        super(call);
    }

    /** The call that is being started on an event loop. */
    static <Q, R> EndableCall<Q, R> of(ServerCall<Q, R> started, Executor loop) {
        EndableCall<Q, R> call = new EndableCall<>(started);
        OpenCalls.@Nullable Endable open = OpenCalls.CALL.get();
        if (open != null) {
            // Batches of a stream may have been executed.
            open.endsBy(() -> loop.execute(() -> call.end(GrpcProblem.failed(Failure.OUTCOME_UNKNOWN))));
        }
        return call;
    }

    /** Ends it with a problem, if it has not ended. */
    void end(StatusRuntimeException problem) {
        Metadata trailers = problem.getTrailers();
        close(problem.getStatus(), trailers == null ? new Metadata() : trailers);
    }

    @Override
    public void close(Status status, Metadata trailers) {
        if (!isEnded) {
            isEnded = true;
            super.close(status, trailers);
        }
    }

    @Override
    public void sendMessage(R message) {
        if (!isEnded) {
            super.sendMessage(message);
        }
    }
}
