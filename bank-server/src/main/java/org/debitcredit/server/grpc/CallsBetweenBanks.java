package org.debitcredit.server.grpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import java.util.Set;
import java.util.UUID;
import org.debitcredit.client.BankHeaders;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.region.Regions;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.grpc.server.GlobalServerInterceptor;

/**
 * Reads which bank calls which, as {@link BankHeaders} says. It refuses to move money for another bank, and to serve a
 * bank that is no partner of this region. Such a bank would execute, as its own, what it finds in this region's stream
 * under the number of the partner.
 */
@GlobalServerInterceptor
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
final class CallsBetweenBanks implements ServerInterceptor {

    private static final Set<String> MOVE_MONEY = Set.of(
            "bank.v1.BankService/Execute",
            "bank.v1.BankService/Reverse",
            "bank.v1.BankService/ExecuteBatches",
            "bank.v1.BankService/ExecuteOrderedBatches");

    private static final String FOLLOW = "bank.v1.BankService/Follow";

    private final BankState state;
    private final @Nullable Regions regions;
    private final AuditLog audit;

    CallsBetweenBanks(BankState state, @Nullable Regions regions, AuditLog audit) {
        this.state = state;
        this.regions = regions;
        this.audit = audit;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        UUID from;
        UUID to;
        try {
            from = BankHeaders.from(headers);
            to = BankHeaders.to(headers);
        } catch (IllegalArgumentException e) {
            return refuse(call, GrpcProblem.malformed(new Malformed(String.valueOf(e.getMessage()))));
        }
        RunningBank bank = state.bank();
        if (to != null && bank != null && isForAnother(call, to, bank.identity().id())) {
            return refuse(
                    call,
                    anotherBank(call, Detail.anotherBank(to, bank.identity().id())));
        }
        StatusRuntimeException problem = from == null ? null : wrongCaller(call, from);
        if (problem != null) {
            return refuse(call, problem);
        }
        return from == null
                ? next.startCall(call, headers)
                : Contexts.interceptCall(Context.current().withValue(GrpcClient.FROM_BANK, from), call, headers, next);
    }

    private static boolean isForAnother(ServerCall<?, ?> call, UUID to, UUID own) {
        return !to.equals(own) && MOVE_MONEY.contains(call.getMethodDescriptor().getFullMethodName());
    }

    /** Why a bank is not served; null if it is. */
    private @Nullable StatusRuntimeException wrongCaller(ServerCall<?, ?> call, UUID from) {
        String method = call.getMethodDescriptor().getFullMethodName();
        if (regions == null || !(method.equals(FOLLOW) || MOVE_MONEY.contains(method))) {
            return null;
        }
        return switch (regions.caller(from)) {
            case PARTNER -> null;
            case NOT_KNOWN_YET -> GrpcProblem.unavailable();
            case STRANGER -> anotherBank(call, Detail.noPartner(from));
        };
    }

    /** The problem of a call that is not meant for this bank, or comes from none of its partners; it is recorded. */
    private StatusRuntimeException anotherBank(ServerCall<?, ?> call, String detail) {
        audit.refused(
                Reason.ANOTHER_BANK.id(),
                GrpcClient.current(),
                GrpcClient.connection(),
                call.getMethodDescriptor().getFullMethodName(),
                GrpcClient.trace());
        return GrpcProblem.of(Reason.ANOTHER_BANK, detail);
    }

    private static <Q> ServerCall.Listener<Q> refuse(ServerCall<Q, ?> call, StatusRuntimeException problem) {
        Metadata trailers = problem.getTrailers();
        call.close(problem.getStatus(), trailers == null ? new Metadata() : trailers);
        return new ServerCall.Listener<>() {};
    }
}
