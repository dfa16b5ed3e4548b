package org.debitcredit.server.tpcc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.network.CallAuthorization;
import org.debitcredit.server.network.Connections;
import org.debitcredit.server.network.LimitedCalls;
import org.debitcredit.server.network.PeerCertificates;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.ClientCertificate;
import org.debitcredit.server.security.ClientUse;
import org.debitcredit.server.security.FailedTokens;
import org.debitcredit.server.security.Role;
import org.debitcredit.server.security.StreamAccess;
import org.jspecify.annotations.Nullable;

/**
 * Checks every call with {@link AccessControl}: terminals execute, operators load and check.
 * Clients have the limits of {@code bank.security.limits}. Refused calls are in the audit log.
 */
final class TpccAccessInterceptor implements ServerInterceptor {

    /** The access of a call that is a stream. */
    static final Context.Key<StreamAccess> ACCESS = Context.key("access");

    /** The remote address of a call's connection. */
    static final Context.Key<SocketAddress> CONNECTION = Context.key("connection");

    private final AccessControl control;
    private final FailedTokens failed;
    private final Connections connections;
    private final EventLoopGroup loops;
    private final AuditLog audit;

    TpccAccessInterceptor(
            AccessControl control, FailedTokens failed, Connections connections, EventLoopGroup loops, AuditLog audit) {
        this.control = control;
        this.failed = failed;
        this.connections = connections;
        this.loops = loops;
        this.audit = audit;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        @Nullable String authorization = CallAuthorization.of(headers);
        String method = call.getMethodDescriptor().getFullMethodName();
        @Nullable SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        @Nullable ClientCertificate certificate = PeerCertificates.of(call);
        Set<Role> anyOf = anyOf(String.valueOf(call.getMethodDescriptor().getBareMethodName()));
        Access access = control.check(authorization, certificate, anyOf, remote);
        if (access instanceof Access.Granted granted) {
            Context context = Context.current()
                    .withValue(ACCESS, control.ofStream(authorization, certificate, anyOf))
                    .withValue(CONNECTION, remote);
            ClientUse use = granted.use();
            return use == null
                    ? Contexts.interceptCall(context, call, headers, next)
                    : LimitedCalls.start(
                            use, call, limited -> Contexts.interceptCall(context, limited, headers, next), refused -> {
                                audit.limited(granted.client(), remote, method, null);
                                refuse(call, Status.RESOURCE_EXHAUSTED.withDescription(refused.detail()));
                            });
        }
        audit.refused(access.refusal(), access.caller(), remote, method, null);
        if (access instanceof Access.Forbidden) {
            refuse(call, Status.PERMISSION_DENIED.withDescription(Access.Forbidden.DETAIL));
        } else if (access instanceof Access.Unauthenticated who) {
            unauthenticated(call, remote, who, access.hasFailed() && authorization != null);
        }
        return new ServerCall.Listener<>() {};
    }

    /** Guesses of tokens are answered late, or not at all: see {@link FailedTokens}. */
    private void unauthenticated(
            ServerCall<?, ?> call, @Nullable SocketAddress remote, Access.Unauthenticated who, boolean isGuess) {
        Status problem = Status.UNAUTHENTICATED.withDescription(who.detail());
        if (!isGuess || !(remote instanceof InetSocketAddress from)) {
            refuse(call, problem);
            return;
        }
        switch (failed.failed(from.getAddress())) {
            case AT_ONCE -> refuse(call, problem);
            case LATE ->
                loops.schedule(
                        () -> {
                            failed.answeredLate(from.getAddress());
                            refuse(call, problem);
                        },
                        FailedTokens.LATE.toMillis(),
                        TimeUnit.MILLISECONDS);
            case NEVER -> {
                if (!connections.disconnect(from)) {
                    refuse(call, problem);
                }
            }
        }
    }

    private static void refuse(ServerCall<?, ?> call, Status problem) {
        call.close(problem, new Metadata());
    }

    private static Set<Role> anyOf(String method) {
        return switch (method) {
            case "Execute" -> AccessControl.TERMINALS;
            case "Describe" -> EnumSet.of(Role.TERMINAL, Role.OPERATOR);
            default -> EnumSet.of(Role.OPERATOR);
        };
    }
}
