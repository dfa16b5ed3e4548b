package org.debitcredit.server.grpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.Set;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.loop.RequestGateway;
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
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.grpc.server.GlobalServerInterceptor;

/** Checks every gRPC call with {@link AccessControl}. */
@GlobalServerInterceptor
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class GrpcAccessInterceptor implements ServerInterceptor {

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
        @Nullable String authorization = CallAuthorization.of(headers);
        @Nullable ClientCertificate certificate = PeerCertificates.of(call);
        String method = call.getMethodDescriptor().getFullMethodName();
        Set<Role> anyOf = anyOf(method);
        @Nullable SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        Access access = control.check(authorization, certificate, anyOf, remote);
        if (access instanceof Access.Granted granted) {
            SocketAddress connection = Objects.requireNonNull(remote);
            Context ofCall = Context.current()
                    .withValues(GrpcClient.GRANTED, granted, GrpcClient.CONNECTION, connection, GrpcClient.CALL, call);
            Context context = call.getMethodDescriptor().getType() == MethodDescriptor.MethodType.UNARY
                    ? ofCall
                    : ofCall.withValue(GrpcClient.ACCESS, control.ofStream(authorization, certificate, anyOf));
            ClientUse use = granted.use();
            return use == null
                    ? Contexts.interceptCall(context, call, headers, next)
                    : LimitedCalls.start(
                            use, call, limited -> Contexts.interceptCall(context, limited, headers, next), refused -> {
                                audit.limited(granted.client(), connection, method, call.trace());
                                call.end(GrpcProblem.limited(refused.detail()));
                            });
        }
        StatusRuntimeException problem = access instanceof Access.Unauthenticated who
                ? GrpcProblem.of(Reason.UNAUTHENTICATED, who.detail())
                : GrpcProblem.of(Reason.FORBIDDEN, Access.Forbidden.DETAIL);
        audit.refused(access.refusal(), access.caller(), remote, method, call.trace());
        boolean isGuess = access.hasFailed() && authorization != null;
        if (isGuess && remote instanceof InetSocketAddress from) {
            endGuess(call, from, problem);
        } else {
            call.end(problem);
        }
        return new ServerCall.Listener<>() {};
    }

    /** Guesses of tokens are answered late, or not at all: see {@link FailedTokens}. */
    private void endGuess(EndableCall<?, ?> call, InetSocketAddress from, StatusRuntimeException problem) {
        switch (failed.failed(from.getAddress())) {
            case AT_ONCE -> call.end(problem);
            case LATE ->
                gateway.later(
                        () -> {
                            failed.answeredLate(from.getAddress());
                            call.end(problem);
                        },
                        FailedTokens.LATE);
            case NEVER -> {
                if (!connections.disconnect(from)) {
                    call.end(problem);
                }
            }
        }
    }

    /** Methods that are not listed are for the staff: operators and auditors. */
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
