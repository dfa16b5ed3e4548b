package org.debitcredit.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;

/**
 * Reports every broken connection as {@code UNAVAILABLE}. gRPC's client reports {@code UNKNOWN} with an {@link
 * IOException} as its cause when it writes to a connection that is closing (grpc-java issue 10474). The bank's own
 * {@code UNKNOWN} has no cause here, because causes do not travel.
 */
final class ClosingConnections implements ClientInterceptor {

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<R> responses, Metadata headers) {
                super.start(
                        new SimpleForwardingClientCallListener<>(responses) {
                            @Override
                            public void onClose(Status status, Metadata trailers) {
                                super.onClose(reported(status), trailers);
                            }
                        },
                        headers);
            }
        };
    }

    private static Status reported(Status status) {
        boolean isBroken = status.getCode() == Status.Code.UNKNOWN && status.getCause() instanceof IOException;
        return isBroken
                ? Status.UNAVAILABLE.withDescription(status.getDescription()).withCause(status.getCause())
                : status;
    }
}
