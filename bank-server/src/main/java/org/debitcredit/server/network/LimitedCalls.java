package org.debitcredit.server.network;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.debitcredit.server.security.ClientUse;

/** The gRPC calls of clients with limits: each holds a place of its client until it ends. */
public final class LimitedCalls {

    private LimitedCalls() {}

    /**
     * Starts a call within the limits of its client. Its server has the filter {@link
     * ClientsOfConnection#ofTransports}.
     *
     * @param start starts a call
     * @param refuse ends the call, and receives the limit that was reached
     */
    public static <Q, R> ServerCall.Listener<Q> start(
            ClientUse client,
            ServerCall<Q, R> call,
            Function<ServerCall<Q, R>, ServerCall.Listener<Q>> start,
            Consumer<ClientUse.Refused> refuse) {
        boolean isStream = call.getMethodDescriptor().getType() != MethodDescriptor.MethodType.UNARY;
        ClientUse.Kind kind = isStream ? ClientUse.Kind.STREAMS : ClientUse.Kind.REQUESTS;
        ClientUse.Admission admission =
                Objects.requireNonNull(ClientsOfConnection.of(call)).take(client, kind);
        if (admission instanceof ClientUse.Refused refused) {
            refuse.accept(refused);
            return new ServerCall.Listener<>() {};
        }
        ClientUse.Place place = (ClientUse.Place) admission;
        boolean isStarted = false;
        try {
            ServerCall.Listener<Q> listener = new PlacedListener<>(start.apply(new PlacedCall<>(call, place)), place);
            isStarted = true;
            return listener;
        } finally {
            if (!isStarted) {
                place.giveBack();
            }
        }
    }

    /** A call that gives its place back when it is closed. */
    private static final class PlacedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {

        private final ClientUse.Place place;

        private PlacedCall(ServerCall<Q, R> call, ClientUse.Place place) {
            super(call);
            this.place = place;
        }

        @Override
        public void close(Status status, Metadata trailers) {
            place.giveBack();
            super.close(status, trailers);
        }
    }

    /** Gives the place of a call back if the call ends without being closed here. */
    private static final class PlacedListener<Q> extends SimpleForwardingServerCallListener<Q> {

        private final ClientUse.Place place;

        private PlacedListener(ServerCall.Listener<Q> call, ClientUse.Place place) {
            super(call);
            this.place = place;
        }

        @Override
        public void onComplete() {
            place.giveBack();
            super.onComplete();
        }

        @Override
        public void onCancel() {
            place.giveBack();
            super.onCancel();
        }
    }
}
