package org.debitcredit.server.grpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.network.ClientsOfConnection;
import org.debitcredit.server.network.Connections;
import org.debitcredit.server.network.PeerCertificates;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.ClientUse;
import org.debitcredit.server.security.FailedTokens;
import org.debitcredit.server.security.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.grpc.server.GlobalServerInterceptor;
import org.springframework.stereotype.Component;

/** Checks every gRPC call with {@link AccessControl}. */
@Component
@GlobalServerInterceptor
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class GrpcAccessInterceptor implements ServerInterceptor {

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final AccessControl control;
    private final FailedTokens failed;
    private final RequestGateway gateway;
    private final Connections connections;
    private final AuditLog audit;

    GrpcAccessInterceptor(
            AccessControl control,
            FailedTokens failed,
            RequestGateway gateway,
            Connections connections,
            AuditLog audit) {
        this.control = control;
        this.failed = failed;
        this.gateway = gateway;
        this.connections = connections;
        this.audit = audit;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> started, Metadata headers, ServerCallHandler<Q, R> next) {
        EndableCall<Q, R> call = EndableCall.of(started, headers, gateway.loop());
        @Nullable String authorization = authorization(headers);
        Access access = control.check(
                authorization,
                PeerCertificates.of(call),
                anyOf(call.getMethodDescriptor().getFullMethodName()));
        if (access instanceof Access.Granted granted) {
            SocketAddress connection =
                    Objects.requireNonNull(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
            Context context = Context.current()
                    .withValues(GrpcClient.GRANTED, granted, GrpcClient.CONNECTION, connection, GrpcClient.CALL, call);
            ClientUse use = granted.use();
            return use == null
                    ? Contexts.interceptCall(context, call, headers, next)
                    : limited(use, call, limited -> Contexts.interceptCall(context, limited, headers, next));
        }
        Reason reason = access instanceof Access.Unauthenticated ? Reason.UNAUTHENTICATED : Reason.FORBIDDEN;
        StatusRuntimeException problem = GrpcProblem.of(
                reason, access instanceof Access.Unauthenticated who ? who.detail() : Access.Forbidden.DETAIL);
        SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        audit.refused(
                reason, access.caller(), remote, call.getMethodDescriptor().getFullMethodName(), call.trace());
        boolean isGuess = access instanceof Access.Unauthenticated && authorization != null;
        FailedTokens.Answer answer = isGuess && remote instanceof InetSocketAddress from
                ? failed.failed(from.getAddress())
                : FailedTokens.Answer.AT_ONCE;
        switch (answer) {
            case AT_ONCE -> call.end(problem);
            case LATE ->
                gateway.later(
                        () -> {
                            failed.answeredLate();
                            call.end(problem);
                        },
                        FailedTokens.LATE);
            case NEVER -> {
                if (remote == null || !connections.disconnect(remote)) {
                    call.end(problem);
                }
            }
        }
        return new ServerCall.Listener<>() {};
    }

    /** The one authorization; null if there is none, and nothing valid if there are several. */
    private static @Nullable String authorization(Metadata headers) {
        Iterable<String> all = headers.getAll(AUTHORIZATION);
        if (all == null) {
            return null;
        }
        Iterator<String> each = all.iterator();
        String first = each.next();
        return each.hasNext() ? "" : first;
    }

    /** Serves a client within its limits. */
    private static <Q, R> ServerCall.Listener<Q> limited(
            ClientUse client, EndableCall<Q, R> call, Function<ServerCall<Q, R>, ServerCall.Listener<Q>> start) {
        boolean isStream = call.getMethodDescriptor().getType() != MethodDescriptor.MethodType.UNARY;
        ClientUse.Kind kind = isStream ? ClientUse.Kind.STREAMS : ClientUse.Kind.REQUESTS;
        ClientUse.Admission admission =
                Objects.requireNonNull(ClientsOfConnection.of(call)).take(client, kind);
        if (admission instanceof ClientUse.Refused refused) {
            call.end(GrpcProblem.limited(refused.detail()));
            return new ServerCall.Listener<>() {};
        }
        ClientUse.Place place = (ClientUse.Place) admission;
        boolean isStarted = false;
        try {
            ServerCall.Listener<Q> listener = new LimitedListener<>(start.apply(new LimitedCall<>(call, place)), place);
            isStarted = true;
            return listener;
        } finally {
            if (!isStarted) {
                place.giveBack();
            }
        }
    }

    /** Gives its place back with its end. */
    private static final class LimitedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {

        private final ClientUse.Place place;

        private LimitedCall(ServerCall<Q, R> call, ClientUse.Place place) {
            super(call);
            this.place = place;
        }

        @Override
        public void close(Status status, Metadata trailers) {
            place.giveBack();
            super.close(status, trailers);
        }
    }

    /** Gives the place of a call back that ended otherwise. */
    private static final class LimitedListener<Q> extends SimpleForwardingServerCallListener<Q> {

        private final ClientUse.Place place;

        private LimitedListener(ServerCall.Listener<Q> call, ClientUse.Place place) {
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

    /** Methods that are not listed need the highest role. */
    private static Set<Role> anyOf(String method) {
        return switch (method) {
            case "bank.v1.BankService/Execute",
                    "bank.v1.BankService/Reverse",
                    "bank.v1.BankService/ExecuteBatches",
                    "bank.v1.BankService/ExecuteOrderedBatches" -> AccessControl.TERMINALS;
            case "bank.v1.BankService/Follow" -> AccessControl.FOLLOWERS;
            case "bank.v1.BankService/GetBalance",
                    "bank.v1.BankService/GetTransaction",
                    "bank.v1.BankService/GetBank",
                    "grpc.health.v1.Health/Check",
                    "grpc.health.v1.Health/Watch",
                    "grpc.health.v1.Health/List",
                    "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
                    "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo" -> AccessControl.ANYONE;
            default -> AccessControl.STAFF;
        };
    }
}
