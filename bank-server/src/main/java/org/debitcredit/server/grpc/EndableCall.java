package org.debitcredit.server.grpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.Executor;
import org.debitcredit.server.trace.RequestTrace;
import org.jspecify.annotations.Nullable;

/** A call that may be ended here or by {@link OpenCalls}; the first of them wins. Used on its event loop. */
final class EndableCall<Q, R> extends SimpleForwardingServerCall<Q, R> implements Ending {

    private static final Metadata.Key<String> ID =
            Metadata.Key.of(RequestTrace.ID_HEADER, Metadata.ASCII_STRING_MARSHALLER);

    private static final Metadata.Key<String> TRACEPARENT =
            Metadata.Key.of(RequestTrace.TRACEPARENT_HEADER, Metadata.ASCII_STRING_MARSHALLER);

    private final Executor loop;
    private boolean isEnded;
    private boolean hasSent;
    /** Null until it is needed, if the client sent none. */
    private @Nullable RequestTrace trace;

    private EndableCall(ServerCall<Q, R> call, Executor loop, @Nullable RequestTrace trace) {
        super(call);
        this.loop = loop;
        this.trace = trace;
    }

    /** The call that is being started on an event loop. */
    static <Q, R> EndableCall<Q, R> of(ServerCall<Q, R> started, Metadata headers, Executor loop) {
        EndableCall<Q, R> call =
                new EndableCall<>(started, loop, RequestTrace.of(headers.get(ID), headers.get(TRACEPARENT)));
        OpenCalls.@Nullable Endable open = OpenCalls.CALL.get();
        if (open != null) {
            open.endsBy(call);
        }
        return call;
    }

    @Override
    public boolean isAnswered() {
        return isEnded || hasSent;
    }

    @Override
    public void endLater(StatusRuntimeException problem) {
        loop.execute(() -> end(problem));
    }

    @Override
    public void end(StatusRuntimeException problem) {
        Metadata trailers = problem.getTrailers();
        close(problem.getStatus(), trailers == null ? new Metadata() : trailers);
    }

    @Override
    public void close(Status status, Metadata trailers) {
        if (!isEnded) {
            isEnded = true;
            mark(status, trailers);
            super.close(status, trailers);
        }
    }

    /** Its id, and that of its trace. */
    RequestTrace trace() {
        RequestTrace known = trace;
        if (known == null) {
            known = RequestTrace.made();
            trace = known;
        }
        return known;
    }

    /**
     * Gives the id back to clients that sent one, and with everything that is not a success, and the trace context to
     * clients that sent one.
     */
    private void mark(Status status, Metadata trailers) {
        RequestTrace known = trace;
        String traceparent = known == null ? null : known.traceparent();
        if (traceparent != null) {
            trailers.put(TRACEPARENT, traceparent);
        }
        if (status.isOk() && (known == null || !known.isGiven())) {
            return;
        }
        trailers.put(ID, trace().id());
        if (!status.isOk()) {
            trace().logAnswer(getMethodDescriptor().getFullMethodName(), status.getCode());
        }
    }

    @Override
    public void sendMessage(R message) {
        if (!isEnded) {
            hasSent = true;
            super.sendMessage(message);
        }
    }
}
