package org.debitcredit.server.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import java.util.Objects;
import org.debitcredit.server.answer.Malformed;

/**
 * Refuses bytes that are not a protobuf message as malformed. gRPC itself would answer UNKNOWN, which in this contract
 * means that the outcome is unknown, and log a stack trace each time.
 */
final class UnparsableRequests implements ServerInterceptor {

    private final OpenCalls calls;

    private UnparsableRequests(OpenCalls calls) {
        this.calls = calls;
    }

    /** A service whose messages are parsed inside of an interceptor. */
    static ServerServiceDefinition refusedBy(ServerServiceDefinition service, OpenCalls calls) {
        return ServerInterceptors.intercept(
                ServerInterceptors.useInputStreamMessages(service), new UnparsableRequests(calls));
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {

            private boolean isRefused;

            @Override
            public void onMessage(Q message) {
                if (isRefused) {
                    return;
                }
                try {
                    super.onMessage(message);
                } catch (StatusRuntimeException e) {
                    isRefused = true;
                    if (!calls.closesMalformed(GrpcClient.connection())) {
                        StatusRuntimeException problem = GrpcProblem.malformed(
                                new Malformed("the request is not a protobuf message of the expected type"));
                        call.close(problem.getStatus(), Objects.requireNonNull(problem.getTrailers()));
                    }
                    super.onCancel();
                }
            }

            @Override
            public void onHalfClose() {
                if (!isRefused) {
                    super.onHalfClose();
                }
            }

            @Override
            public void onReady() {
                if (!isRefused) {
                    super.onReady();
                }
            }

            @Override
            public void onCancel() {
                if (!isRefused) {
                    super.onCancel();
                }
            }

            @Override
            public void onComplete() {
                if (!isRefused) {
                    super.onComplete();
                }
            }
        };
    }
}
