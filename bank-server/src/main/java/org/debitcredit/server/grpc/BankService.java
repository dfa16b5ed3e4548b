package org.debitcredit.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.region.Correspondents;
import org.debitcredit.server.answer.BankFacts;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.IdempotencyKeyParser;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.loop.RequestGateway.Callback;
import org.debitcredit.server.network.Connections;
import org.debitcredit.server.network.TransportLimits;
import org.debitcredit.server.region.OutOfTownReply;
import org.debitcredit.server.region.OutOfTownRequests;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.StreamAccess;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.trace.RequestTrace;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.ExecuteResponse;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowResponse;
import org.debitcredit.wire.v1.GetBalanceRequest;
import org.debitcredit.wire.v1.GetBalanceResponse;
import org.debitcredit.wire.v1.GetBankRequest;
import org.debitcredit.wire.v1.GetBankResponse;
import org.debitcredit.wire.v1.GetTotalsRequest;
import org.debitcredit.wire.v1.GetTotalsResponse;
import org.debitcredit.wire.v1.GetTransactionRequest;
import org.debitcredit.wire.v1.GetTransactionResponse;
import org.debitcredit.wire.v1.ReverseRequest;
import org.debitcredit.wire.v1.ReverseResponse;
import org.jspecify.annotations.Nullable;

/**
 * The gRPC service, on the event loops. Transactions and inquiries go to the gateway or, for another region, to {@link
 * OutOfTownRequests}. The answer is sent on the event loop of the call.
 */
final class BankService extends BankServiceGrpc.BankServiceImplBase {

    private static final String SERVICE = BankServiceGrpc.SERVICE_NAME + "/";

    private final RequestGateway gateway;
    private final BankState state;
    private final BankFacts facts;
    private final BankScale scale;
    private final Preset preset;
    private final StreamBudgets budgets;
    private final OpenCalls calls;
    private final FollowCalls followers;
    private final Connections connections;
    private final AuditLog audit;
    private final @Nullable OutOfTownRequests outOfTown;
    private final @Nullable Integer region;
    private final @Nullable Integer regions;
    private final Duration sendMax;

    BankService(
            RequestGateway gateway,
            BankState state,
            BankFacts facts,
            BankSettings settings,
            Preset preset,
            StreamBudgets budgets,
            OpenCalls calls,
            FollowCalls followers,
            Connections connections,
            AuditLog audit,
            @Nullable OutOfTownRequests outOfTown,
            BankProperties properties) {
        this.gateway = gateway;
        this.state = state;
        this.facts = facts;
        this.scale = settings.scale();
        this.preset = preset;
        this.budgets = budgets;
        this.calls = calls;
        this.followers = followers;
        this.connections = connections;
        this.audit = audit;
        this.outOfTown = outOfTown;
        this.region = properties.region().number();
        this.regions = properties.region().count();
        this.sendMax = properties.network().sendMax();
    }

    @Override
    public void execute(ExecuteRequest request, StreamObserver<ExecuteResponse> out) {
        answerOrRefuse(out, () -> {
            Transaction transaction = RequestDecoder.transaction(request);
            TransactionKey key =
                    IdempotencyKeyParser.requireTime(RequestDecoder.key(request.getKey(), GrpcClient.current()));
            if (isInScope(transaction, "Execute", out)) {
                ExecuteReply reply = new ExecuteReply(out, preset.responseBytesMin());
                if (!request.hasRegion()) {
                    gateway.execute(transaction, key, RequestDecoder.unseenThrough(request), reply);
                } else if (outOfTown == null) {
                    reply.answered(OutOfTownReply.unknown(request.getRegion()));
                } else if (outOfTown.isElsewhere(request.getRegion())) {
                    Executor loop = gateway.loop();
                    outOfTown.execute(
                            transaction,
                            request.getRegion(),
                            key,
                            answer -> loop.execute(() -> reply.answered(answer)));
                } else {
                    gateway.execute(transaction, key, RequestDecoder.unseenThrough(request), reply);
                }
            }
        });
    }

    @Override
    public void reverse(ReverseRequest request, StreamObserver<ReverseResponse> out) {
        answerOrRefuse(out, () -> {
            TransactionKey key =
                    IdempotencyKeyParser.requireTime(RequestDecoder.key(request.getKey(), GrpcClient.current()));
            Reversal reversal = RequestDecoder.reversal(request, key);
            if (request.getSeenAt() != 0
                    && (outOfTown == null
                            || !outOfTown.isNetworkTeller(reversal.original().teller()))) {
                throw new Malformed("seen_at is " + request.getSeenAt()
                        + "; only another region sets it, for a transaction at the teller that stands for it");
            }
            if (isInScope(reversal.original(), "Reverse", out)) {
                ReverseReply reply = new ReverseReply(out);
                ExecuteRequest original = request.getOriginal();
                if (!original.hasRegion()) {
                    gateway.reverse(
                            reversal,
                            key,
                            RequestDecoder.unseenThrough(request),
                            RequestDecoder.seenAt(request),
                            reply);
                } else if (outOfTown == null) {
                    reply.answered(OutOfTownReply.unknown(original.getRegion()));
                } else if (outOfTown.isElsewhere(original.getRegion())) {
                    Executor loop = gateway.loop();
                    outOfTown.reverse(
                            reversal, original.getRegion(), key, answer -> loop.execute(() -> reply.answered(answer)));
                } else {
                    gateway.reverse(
                            reversal,
                            key,
                            RequestDecoder.unseenThrough(request),
                            RequestDecoder.seenAt(request),
                            reply);
                }
            }
        });
    }

    /** Refuses a transaction at a teller outside of the client's scope. */
    private boolean isInScope(Transaction transaction, String method, StreamObserver<?> out) {
        long teller = transaction.teller();
        Access.Granted client = GrpcClient.granted();
        boolean isReserved = outOfTown != null
                && outOfTown.isReserved(
                        outOfTown.caller(client, GrpcClient.fromBank()),
                        teller,
                        transaction.account(),
                        transaction.target(),
                        transaction.amountMinor());
        if (client.usesTeller(teller) && !isReserved) {
            return true;
        }
        audit.outOfScope(GrpcClient.current(), GrpcClient.connection(), SERVICE + method, teller, GrpcClient.trace());
        out.onError(GrpcProblem.of(Reason.OUT_OF_SCOPE, isReserved ? Detail.reserved() : Detail.outOfScope(teller)));
        return false;
    }

    @Override
    public StreamObserver<ExecuteBatchRequest> executeBatches(StreamObserver<ExecuteBatchResponse> out) {
        return batches(false, out);
    }

    @Override
    public StreamObserver<ExecuteBatchRequest> executeOrderedBatches(StreamObserver<ExecuteBatchResponse> out) {
        return batches(true, out);
    }

    private StreamObserver<ExecuteBatchRequest> batches(boolean isOrdered, StreamObserver<ExecuteBatchResponse> out) {
        ServerCallStreamObserver<ExecuteBatchResponse> call = (ServerCallStreamObserver<ExecuteBatchResponse>) out;
        Access.Granted client = GrpcClient.granted();
        SocketAddress connection = GrpcClient.connection();
        EndableCall<?, ?> started = GrpcClient.CALL.get();
        started.setOnReadyThreshold(TransportLimits.QUEUED_BYTES_MAX);
        StreamBudgets.OfStream budget = budgets.open(GrpcClient.payer(), connection);
        if (budget == null) {
            out.onError(GrpcProblem.busy());
            return new RefusedStream();
        }
        StreamLimits limits = new StreamLimits(
                budget,
                check -> gateway.later(check, sendMax),
                () -> calls.isTooMuchMalformed(connection),
                () -> connections.disconnect(connection));
        String method = SERVICE + (isOrdered ? "ExecuteOrderedBatches" : "ExecuteBatches");
        LongConsumer outOfScope =
                teller -> audit.outOfScope(client.client(), connection, method, teller, started.trace());
        UUID from = GrpcClient.fromBank();
        return new BatchCall(
                gateway, client, endOfAccess(method), from, outOfTown, outOfScope, isOrdered, limits, call);
    }

    /** Looks after the credentials of the current call, which is a stream, and records when they are not valid. */
    private EndOfAccess endOfAccess(String method) {
        StreamAccess access = GrpcClient.ACCESS.get();
        long client = GrpcClient.current();
        SocketAddress connection = GrpcClient.connection();
        RequestTrace trace = GrpcClient.trace();
        return () -> {
            Access.Unauthenticated ended = access.ended();
            if (ended == null) {
                return null;
            }
            audit.refused(ended.reason(), client, connection, method, trace);
            return GrpcProblem.of(Reason.UNAUTHENTICATED, ended.detail());
        };
    }

    @Override
    public void follow(FollowRequest request, StreamObserver<FollowResponse> out) {
        ServerCallStreamObserver<FollowResponse> call = (ServerCallStreamObserver<FollowResponse>) out;
        Access.Granted client = GrpcClient.granted();
        int caller = outOfTown == null ? Correspondents.NONE : outOfTown.caller(client, GrpcClient.fromBank());
        EndOfAccess access = endOfAccess(SERVICE + "Follow");
        FollowCalls.Follower follower = caller == Correspondents.NONE
                ? new FollowCalls.Follower(GrpcClient.payer(), GrpcClient.connection(), access, false)
                : new FollowCalls.Follower("region " + caller, GrpcClient.connection(), access, true);
        answerOrRefuse(out, () -> followers.begin(follower, request, call, gateway.loop()));
    }

    @Override
    public void getBalance(GetBalanceRequest request, StreamObserver<GetBalanceResponse> out) {
        answerOrRefuse(out, () -> {
            BalanceKind kind = kind(request);
            long id = request.getId();
            if (!request.hasId()) {
                throw new Malformed("id is missing");
            }
            if (!isInScope(kind, id)) {
                audit.refused(
                        Reason.OUT_OF_SCOPE.id(),
                        GrpcClient.current(),
                        GrpcClient.connection(),
                        SERVICE + "GetBalance",
                        GrpcClient.trace());
                out.onError(GrpcProblem.of(Reason.OUT_OF_SCOPE, Detail.outOfScope(kind, id)));
                return;
            }
            if (!kind.exists(scale, id)) {
                out.onError(GrpcProblem.of(unknown(kind), Detail.unknown(kind, id)));
                return;
            }
            gateway.balance(
                    kind,
                    id,
                    inquiry(
                            out,
                            answered -> GetBalanceResponse.newBuilder()
                                    .setBalance(answered.balanceMinor())
                                    .setPosition(answered.position())
                                    .build()));
        });
    }

    private static boolean isInScope(BalanceKind kind, long id) {
        Access.Granted client = GrpcClient.granted();
        return switch (kind) {
            case ACCOUNT -> true;
            case TELLER -> client.usesTeller(id);
            case BRANCH -> client.usesBranch(id);
        };
    }

    private static BalanceKind kind(GetBalanceRequest request) {
        return switch (request.getKind()) {
            case BALANCE_KIND_ACCOUNT -> BalanceKind.ACCOUNT;
            case BALANCE_KIND_TELLER -> BalanceKind.TELLER;
            case BALANCE_KIND_BRANCH -> BalanceKind.BRANCH;
            case BALANCE_KIND_UNSPECIFIED, UNRECOGNIZED ->
                throw new Malformed(
                        "kind is " + request.getKindValue() + "; it must be 1 (account), 2 (teller) or 3 (branch)");
        };
    }

    private static Reason unknown(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> Reason.UNKNOWN_ACCOUNT;
            case TELLER -> Reason.UNKNOWN_TELLER;
            case BRANCH -> Reason.UNKNOWN_BRANCH;
        };
    }

    @Override
    public void getTransaction(GetTransactionRequest request, StreamObserver<GetTransactionResponse> out) {
        answerOrRefuse(out, () -> {
            Access.Granted client = GrpcClient.granted();
            TransactionKey key = RequestDecoder.key(request.getKey(), client.client());
            gateway.status(
                    client.lookUps(key),
                    inquiry(
                            out,
                            answered -> KeyStatusMessage.of(
                                    answered.status(),
                                    client.seen().get(answered.key().client()))));
        });
    }

    @Override
    public void getBank(GetBankRequest request, StreamObserver<GetBankResponse> out) {
        RunningBank bank = state.bank();
        if (bank == null) {
            out.onError(GrpcProblem.unavailable());
            return;
        }
        GetBankResponse.Builder answer = GetBankResponse.newBuilder()
                .setBankId(bank.identity().id().toString())
                .setBranches(scale.branches())
                .setTellersPerBranch(scale.tellersPerBranch())
                .setAccountsPerBranch(scale.accountsPerBranch())
                .setCurrency(bank.identity().currency().getCurrencyCode())
                .setPosition(bank.engine().position())
                .setKeyWindow(bank.settings().keyWindow())
                .setBatchMax(TransactionEngine.SUBMISSION_MAX)
                .setLedger(facts.ledger())
                .setJournalKind(facts.journalKind())
                .setDurable(facts.isDurable())
                .setForces(facts.forces())
                .setJournalBytes(facts.journalBytes());
        if (region != null) {
            answer.setRegion(region);
        }
        if (regions != null) {
            answer.setRegionCount(regions);
        }
        double keyWindowSeconds = facts.keyWindowSeconds();
        if (!Double.isNaN(keyWindowSeconds)) {
            answer.setKeyWindowSeconds(keyWindowSeconds);
        }
        out.onNext(answer.build());
        out.onCompleted();
    }

    @Override
    public void getTotals(GetTotalsRequest request, StreamObserver<GetTotalsResponse> out) {
        gateway.totals(inquiry(out, TotalsMessage::of));
    }

    private static <I extends Inquiry, R> Callback<I> inquiry(StreamObserver<R> out, Function<I, R> message) {
        return new InquiryReply<>(out, message);
    }

    private void answerOrRefuse(StreamObserver<?> out, Runnable call) {
        try {
            call.run();
        } catch (Malformed e) {
            if (!calls.closesMalformed(GrpcClient.connection())) {
                out.onError(GrpcProblem.malformed(e));
            }
        }
    }
}
