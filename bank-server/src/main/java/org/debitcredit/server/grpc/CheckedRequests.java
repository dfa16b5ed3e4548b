package org.debitcredit.server.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.network.TransportLimits;

/**
 * Refuses requests that are too long, bytes that are not a protobuf message, and calls with none or several requests
 * where there must be one, as malformed. gRPC itself would answer UNKNOWN, which in this contract means that the
 * outcome is unknown, with a stack trace in the log each time, or INTERNAL, which means a fault of the bank. It would
 * also keep a request of 1 MB until the client ends its side of the call, and services of the library repeat the parts
 * of a request that they do not know in their answers.
 */
final class CheckedRequests implements ServerInterceptor {

    /** Most bytes of a request that is not a batch, as in HTTP. The longest valid one has less than 500. */
    static final int SINGLE_BYTES_MAX = 4_096;

    /** Most bytes of a request to the services of the library, which contains a name. */
    static final int NAME_BYTES_MAX = 256;

    private final OpenCalls calls;
    private final int bytesMax;
    /** Batches, whose length gRPC itself limits, come on streams. */
    private final boolean hasBatches;

    private CheckedRequests(OpenCalls calls, int bytesMax, boolean hasBatches) {
        this.calls = calls;
        this.bytesMax = bytesMax;
        this.hasBatches = hasBatches;
    }

    /** The bank's service, whose messages are parsed inside of an interceptor. */
    static ServerServiceDefinition ofBank(ServerServiceDefinition service, OpenCalls calls) {
        return checked(service, new CheckedRequests(calls, SINGLE_BYTES_MAX, true));
    }

    /** A service of the library. */
    static ServerServiceDefinition ofLibrary(ServerServiceDefinition service, OpenCalls calls) {
        return checked(service, new CheckedRequests(calls, NAME_BYTES_MAX, false));
    }

    private static ServerServiceDefinition checked(ServerServiceDefinition service, CheckedRequests checks) {
        return ServerInterceptors.intercept(
                ServerInterceptors.useInputStreamMessages(KnownFields.alone(service)), checks);
    }

    /** The length is known here, because compressed requests have been refused before. */
    private void requireShort(InputStream message) {
        try {
            if (message.available() > bytesMax) {
                throw new Malformed(Reason.TOO_LARGE, "the request is longer than " + bytesMax + " bytes");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        if (!hasBatches) {
            // Answers that gRPC queues below this threshold are in no budget.
            call.setOnReadyThreshold(TransportLimits.QUEUED_BYTES_MAX);
        }
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {

            private final boolean isBatch =
                    hasBatches && call.getMethodDescriptor().getType() == MethodType.BIDI_STREAMING;

            private final boolean hasOneRequest =
                    call.getMethodDescriptor().getType().clientSendsOneMessage();

            private boolean hasRequest;
            private boolean isRefused;

            @Override
            public void onMessage(Q message) {
                if (isRefused) {
                    return;
                }
                try {
                    if (hasOneRequest && hasRequest) {
                        throw new Malformed("the call has more than one request; it must have one");
                    }
                    hasRequest = true;
                    if (!isBatch) {
                        requireShort((InputStream) message);
                    }
                    super.onMessage(message);
                } catch (Malformed e) {
                    refuse(e);
                } catch (StatusRuntimeException e) {
                    refuse(new Malformed("the request is not a protobuf message of the expected type"));
                }
            }

            private void refuse(Malformed why) {
                isRefused = true;
                if (!calls.closesMalformed(GrpcClient.connection())) {
                    StatusRuntimeException problem = GrpcProblem.malformed(why);
                    call.close(problem.getStatus(), Objects.requireNonNull(problem.getTrailers()));
                }
                super.onCancel();
            }

            @Override
            public void onHalfClose() {
                if (isRefused) {
                    return;
                }
                if (hasOneRequest && !hasRequest) {
                    refuse(new Malformed("the call has no request; it must have one"));
                } else {
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
