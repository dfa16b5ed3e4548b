package org.debitcredit.client;

import io.grpc.Channel;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.BankServiceGrpc.BankServiceBlockingStub;
import org.debitcredit.wire.v1.BankServiceGrpc.BankServiceStub;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.GetBankRequest;
import org.debitcredit.wire.v1.GetTotalsRequest;
import org.debitcredit.wire.v1.GetTransactionRequest;
import org.debitcredit.wire.v1.ReverseRequest;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a bank with one stream of batches. Many batches may be in flight; their answers come in order. When
 * the stream breaks, batches in flight are sent again with their keys for as long as {@link Options#resendFor} allows.
 * After that every batch in flight fails, and the caller must close the client and create a new one. Safe for use by
 * several threads.
 *
 * <p>Results complete on a thread of the network, which must not be blocked: {@link #close}, {@link #bank} and {@link
 * #sumsHold} wait for that thread. Use the methods of {@code CompletableFuture} that end with {@code Async} for work
 * that blocks.
 */
public final class BankClient implements AutoCloseable {

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final long CLOSE_SECONDS_MAX = 5;
    private static final int MESSAGE_BYTES_MAX = 4 << 20;

    /**
     * After this time without a byte from the bank, the client sends a keep-alive. The bank accepts one every 10 s.
     */
    private static final long KEEP_ALIVE_SECONDS = 15;

    /**
     * If the bank has not answered the keep-alive by then, the connection counts as broken, and every stream and call
     * fails.
     */
    private static final long KEEP_ALIVE_SECONDS_MAX = 5;

    private final ManagedChannel connection;
    private final Channel channel;
    private final BankServiceStub unary;
    private final BatchStream stream;
    private final Duration deadline;

    /**
     * How a client behaves.
     *
     * @param token bearer token, if the bank requires one
     * @param resendFor how long a batch whose stream broke is sent again, from when it was sent first; when no new
     *     stream has answered by then, its outcome is unknown. Zero for never
     * @param isOrdered whether batches are executed in the order in which they are sent. Then a batch that the bank
     *     refuses whole ends the stream, and none of the later ones is executed: if it was refused because the bank was
     *     busy, all are sent again like those of a broken stream; otherwise every batch in flight fails
     * @param deadline how long a call other than a stream of batches waits for its answer. It then fails with {@code
     *     DEADLINE_EXCEEDED}; the outcome of a transaction is unknown
     * @param interceptors of each call, such as those that add headers
     */
    public record Options(
            @Nullable String token,
            Duration resendFor,
            boolean isOrdered,
            Duration deadline,
            List<ClientInterceptor> interceptors) {

        public Options {
            if (resendFor.isNegative()) {
                throw new IllegalArgumentException("resendFor is " + resendFor + "; it must not be negative");
            }
            interceptors = List.copyOf(interceptors);
        }

        /** Longer than the bank takes to answer that an outcome is unknown. */
        public static final Duration DEADLINE_DEFAULT = Duration.ofSeconds(30);

        /** Options without a token and without resending, in which a refused batch does not delay others. */
        public static final Options NONE = new Options(null, Duration.ZERO, false);

        /** Options with the default deadline. */
        public Options(@Nullable String token, Duration resendFor, boolean isOrdered) {
            this(token, resendFor, isOrdered, DEADLINE_DEFAULT);
        }

        /** Options without interceptors. */
        public Options(@Nullable String token, Duration resendFor, boolean isOrdered, Duration deadline) {
            this(token, resendFor, isOrdered, deadline, List.of());
        }
    }

    BankClient(ManagedChannelBuilder<?> connections, Options options, Timer timer) {
        this.connection = connect(connections);
        this.deadline = options.deadline();
        this.channel = channel(connection, options.token(), options.interceptors());
        this.unary = BankServiceGrpc.newStub(channel);
        this.stream = new BatchStream(unary, options, timer);
    }

    /** Connects without encryption, for use on loopback or within a service mesh. */
    public static BankClient plaintext(String host, int port, Options options) {
        return plaintext(host, port, options, Timer.SYSTEM);
    }

    static BankClient plaintext(String host, int port, Options options, Timer timer) {
        return new BankClient(ManagedChannelBuilder.forAddress(host, port).usePlaintext(), options, timer);
    }

    /** Connects by TLS, trusting what the JVM trusts. */
    public static BankClient tls(String host, int port, Options options) {
        return new BankClient(
                ManagedChannelBuilder.forAddress(host, port).useTransportSecurity(), options, Timer.SYSTEM);
    }

    /**
     * Sends a batch of independent transactions, and returns one outcome for each, in order. The result fails with a
     * {@link BatchRefusedException} when the bank executed none of it, and with gRPC's {@code StatusRuntimeException}
     * when the stream broke: then its outcome is unknown, and it may be sent again with the same keys. After a batch
     * was sent again, a transaction whose key the bank has forgotten meanwhile has the outcome {@code outcome-unknown}.
     */
    public CompletableFuture<BatchOutcomes> executeBatch(RequestColumns requests) {
        return stream.send(requests);
    }

    /**
     * Sends a batch whose keys are taken although they are older than keys that the bank has forgotten.
     *
     * @param unseenThrough position up to which the caller has followed the bank without seeing one of the keys. A
     *     caller for which this is not true can have a transaction executed twice
     */
    public CompletableFuture<BatchOutcomes> executeBatch(RequestColumns requests, long unseenThrough) {
        return stream.send(requests, unseenThrough);
    }

    /**
     * Completes once a further batch would be sent at once. A caller that sends as fast as possible waits for this
     * before each batch, because batches that wait for the network are held in memory without a limit. Fails like a
     * batch when the stream cannot be restored.
     */
    public CompletableFuture<Void> whenReady() {
        return stream.whenReady();
    }

    /**
     * Executes one transaction in a call of its own. This is much slower than batches, and is meant for single
     * transactions. A refusal fails it with gRPC's {@code StatusRuntimeException}, which has an {@code ErrorInfo} of
     * the domain debitcredit.org. Without one the outcome is unknown: the caller sends it again with the same key, or
     * looks the key up.
     */
    public CompletableFuture<Executed> execute(Transaction transaction, TransactionKey key) {
        CompletableFuture<Executed> outcome = new CompletableFuture<>();
        unary.withDeadlineAfter(deadline)
                .execute(
                        message(transaction, key),
                        new UnaryAnswer<>(
                                outcome,
                                answer -> executed(answer.getPosition(), answer.getBalance(), answer.getTimeMicros())));
        return outcome;
    }

    /**
     * Takes back a transaction of this client, in whole or in part, whatever became of it. Until it is answered, the
     * caller sends it again with the same key. It fails as {@link #execute} does.
     *
     * @param key of the reversal
     */
    public CompletableFuture<Executed> reverse(Reversal reversal, TransactionKey key) {
        return reverse(message(reversal, key));
    }

    /**
     * The same under a key that is taken although it is older than keys that the bank has forgotten.
     *
     * @param unseenThrough position up to which the caller has followed the bank without seeing this key
     * @param seenAt position up to there at which it has seen that the original was committed, and not taken back
     *     since; 0 if it has not seen the original
     */
    public CompletableFuture<Executed> reverse(Reversal reversal, TransactionKey key, long unseenThrough, long seenAt) {
        return reverse(message(reversal, key).setUnseenThrough(unseenThrough).setSeenAt(seenAt));
    }

    private static ReverseRequest.Builder message(Reversal reversal, TransactionKey key) {
        return ReverseRequest.newBuilder()
                .setKey(BatchColumns.key(key))
                .setOriginal(message(reversal.original(), reversal.originalKey()))
                .setPerformed(reversal.performedMinor());
    }

    private CompletableFuture<Executed> reverse(ReverseRequest.Builder request) {
        CompletableFuture<Executed> outcome = new CompletableFuture<>();
        unary.withDeadlineAfter(deadline)
                .reverse(
                        request.build(),
                        new UnaryAnswer<>(
                                outcome,
                                answer -> executed(answer.getPosition(), answer.getBalance(), answer.getTimeMicros())));
        return outcome;
    }

    /** Looks a key of this client up: what became of the transaction, and whether it was reversed. */
    public CompletableFuture<TransactionStatus> status(TransactionKey key) {
        CompletableFuture<TransactionStatus> status = new CompletableFuture<>();
        unary.withDeadlineAfter(deadline)
                .getTransaction(
                        GetTransactionRequest.newBuilder()
                                .setKey(BatchColumns.key(key))
                                .build(),
                        new UnaryAnswer<>(status, answer -> TransactionStatus.of(answer, key.client())));
        return status;
    }

    private static ExecuteRequest message(Transaction transaction, TransactionKey key) {
        ExecuteRequest.Builder request = ExecuteRequest.newBuilder()
                .setTypeValue(transaction.type().code())
                .setTeller(transaction.teller())
                .setAccount(transaction.account())
                .setAmount(transaction.amountMinor())
                .setKey(BatchColumns.key(key));
        if (transaction.target() != Transaction.NO_TARGET) {
            request.setTarget(transaction.target());
        }
        Reference reference = transaction.reference();
        if (reference != null) {
            request.setReference(reference.text());
        }
        return request.build();
    }

    private static Executed executed(long position, long balanceMinor, long timeMicros) {
        return new Executed(new Outcome.Committed(position, balanceMinor), timeMicros);
    }

    /**
     * A committed transaction, or an accepted reversal.
     *
     * @param outcome its position, and the account's balance
     * @param timeMicros when it was decided, microseconds since 1970 UTC
     */
    public record Executed(Outcome.Committed outcome, long timeMicros) {}

    private record UnaryAnswer<R, A>(CompletableFuture<A> outcome, Function<R, A> read) implements StreamObserver<R> {
        @Override
        public void onNext(R response) {
            try {
                outcome.complete(read.apply(response));
            } catch (RuntimeException unreadable) {
                // gRPC would drop it and tell only that the call was cancelled.
                outcome.completeExceptionally(unreadable);
            }
        }

        @Override
        public void onError(Throwable failure) {
            outcome.completeExceptionally(failure);
        }

        @Override
        public void onCompleted() {
            outcome.completeExceptionally(Status.INTERNAL
                    .withDescription("the call ended without an answer")
                    .asRuntimeException());
        }
    }

    /** Describes the bank. Waits for the answer. */
    public ServedBank bank() {
        return ServedBank.of(blocking().getBank(GetBankRequest.getDefaultInstance()));
    }

    /** Whether the bank's four sums are equal; it takes a staff token. Waits while the bank adds up. */
    public boolean sumsHold() {
        return blocking().getTotals(GetTotalsRequest.getDefaultInstance()).getHolds();
    }

    private BankServiceBlockingStub blocking() {
        return BankServiceGrpc.newBlockingStub(channel).withDeadlineAfter(deadline);
    }

    static ManagedChannel connect(ManagedChannelBuilder<?> connections) {
        return connections
                .directExecutor()
                .maxInboundMessageSize(MESSAGE_BYTES_MAX)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(KEEP_ALIVE_SECONDS_MAX, TimeUnit.SECONDS)
                .build();
    }

    /** The calls of a connection, with the token if there is one. */
    static Channel channel(ManagedChannel connection, @Nullable String token, List<ClientInterceptor> interceptors) {
        Channel closing = ClientInterceptors.intercept(connection, new ClosingConnections());
        Channel channel = ClientInterceptors.intercept(closing, interceptors);
        if (token == null) {
            return channel;
        }
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + token);
        return ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    /** Ends the stream and the connection. */
    @Override
    public void close() {
        stream.end();
        connection.shutdown();
        try {
            if (connection.awaitTermination(CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        connection.shutdownNow();
    }
}
