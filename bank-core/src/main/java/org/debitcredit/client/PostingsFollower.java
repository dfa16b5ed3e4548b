package org.debitcredit.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.Channel;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.debitcredit.retry.Backoff;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowStart;
import org.jspecify.annotations.Nullable;

/**
 * Follows a bank: every decided transaction once, in order, from a cursor on. When the stream breaks, it is opened
 * again after the last transactions that were returned, for as long as the caller asks for more. A process that stores
 * the cursor of what it has handled, together with that, continues there after its own end. At most two messages are
 * decoded ahead; what the connection holds beside them is bounded by its flow control, 1 MiB. Used by one thread;
 * {@link #close} by any.
 */
public final class PostingsFollower implements AutoCloseable {

    private static final FollowAttempt.Patience PATIENCE =
            new FollowAttempt.Patience(Duration.ofMinutes(2), Duration.ofSeconds(15));

    private static final Duration GATHER_MAX = Duration.ofSeconds(1);

    private static final Duration PAUSE_FIRST = Duration.ofMillis(50);
    private static final Duration PAUSE_LONGEST = Duration.ofSeconds(5);

    private final ManagedChannel connection;
    private final BankServiceGrpc.BankServiceStub stub;
    private final Start start;
    private final @Nullable Duration gather;
    private final FollowAttempt.Patience patience;
    private final Backoff backoff = Backoff.of(PAUSE_FIRST, PAUSE_LONGEST);

    private @Nullable LogPosition cursor;
    private long durablePosition = -1;
    /** Whether the stream has brought a message since it was opened last. */
    private boolean isFollowing;

    private long heardAt;
    private @Nullable Instant toldAt;
    private long reopenAt = System.nanoTime();
    private volatile @Nullable FollowAttempt attempt;
    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * Where to begin.
     *
     * @param cursor null for none
     * @param isNow without a cursor: whether to begin with what is decided from now on, not with the oldest that is
     *     held
     */
    private record Start(@Nullable LogPosition cursor, boolean isNow) {}

    private PostingsFollower(Connection bank, Start start) {
        this.connection = BankClient.connect(bank.connections);
        Channel channel = BankClient.channel(connection, bank.token, bank.interceptors);
        this.patience = bank.patience;
        this.stub = BankServiceGrpc.newStub(channel);
        this.start = start;
        this.gather = bank.gather;
        this.cursor = start.cursor;
    }

    /** How to connect to a bank. */
    public static final class Connection {

        private final ManagedChannelBuilder<?> connections;
        private final @Nullable String token;
        private final FollowAttempt.Patience patience;
        private final @Nullable Duration gather;
        private final List<ClientInterceptor> interceptors;

        private Connection(
                ManagedChannelBuilder<?> connections,
                @Nullable String token,
                FollowAttempt.Patience patience,
                @Nullable Duration gather,
                List<ClientInterceptor> interceptors) {
            this.connections = connections;
            this.token = token;
            this.patience = patience;
            this.gather = gather;
            this.interceptors = interceptors;
        }

        Connection with(FollowAttempt.Patience other) {
            return new Connection(connections, token, other, gather, interceptors);
        }

        /**
         * Lets transactions gather at the bank for so long before it sends them together, so that the stream of a bank
         * with little to do takes less of the processors. Whoever does not choose a time gets them after a millisecond.
         *
         * @param time from 0 to 1 s, of which whole milliseconds count
         */
        public Connection gathering(Duration time) {
            if (time.isNegative() || time.compareTo(GATHER_MAX) > 0) {
                throw new IllegalArgumentException(
                        "the time for which transactions gather is " + time + "; it must be 0 to " + GATHER_MAX);
            }
            return new Connection(connections, token, patience, time, interceptors);
        }

        /** Lets an interceptor see each call, for example to add headers. */
        public Connection intercepted(ClientInterceptor interceptor) {
            return new Connection(connections, token, patience, gather, List.of(interceptor));
        }

        /** Begins after the transactions that had this cursor. */
        public PostingsFollower after(LogPosition cursor) {
            return new PostingsFollower(this, new Start(cursor, false));
        }

        /** Begins with the oldest transaction that the bank holds. */
        public PostingsFollower fromOldest() {
            return new PostingsFollower(this, new Start(null, false));
        }

        /** Begins with the first transaction that is decided from now on. */
        public PostingsFollower fromNow() {
            return new PostingsFollower(this, new Start(null, true));
        }
    }

    /**
     * Connects without encryption, for use on loopback or within a service mesh.
     *
     * @param token bearer token of a client with the role follower, operator or auditor, if the bank requires one
     */
    public static Connection plaintext(String host, int port, @Nullable String token) {
        return new Connection(
                ManagedChannelBuilder.forAddress(host, port).usePlaintext(), token, PATIENCE, null, List.of());
    }

    /** Connects by TLS, trusting what the JVM trusts. */
    public static Connection tls(String host, int port, @Nullable String token) {
        return new Connection(
                ManagedChannelBuilder.forAddress(host, port).useTransportSecurity(), token, PATIENCE, null, List.of());
    }

    /**
     * The next transactions. A broken stream is opened again meanwhile.
     *
     * @param wait how long to wait for them
     * @return null if none came in that time
     * @throws CursorRefusedException if the bank cannot continue after the cursor
     * @throws io.grpc.StatusRuntimeException if it refuses to be followed at all
     */
    public @Nullable Postings next(Duration wait) throws CursorRefusedException, InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        while (true) {
            FollowAttempt open = opened(deadline);
            if (open == null) {
                return null;
            }
            FollowAttempt.Received received = open.take(deadline);
            if (received == null && !open.isSilent()) {
                return null;
            }
            Postings postings = received == null ? null : received.postings();
            if (postings != null) {
                accept(open, postings);
                if (postings.size() > 0) {
                    return postings;
                }
                if (System.nanoTime() - deadline >= 0) {
                    return null;
                }
            } else {
                lost(open, received == null ? open.silence() : received.failure());
            }
        }
    }

    /** The open stream; null if the pause before the next attempt lasts longer than the deadline. */
    private @Nullable FollowAttempt opened(long deadline) throws InterruptedException {
        FollowAttempt open = attempt;
        if (open != null) {
            return open;
        }
        long now = System.nanoTime();
        if (closed.await(Math.min(reopenAt - now, deadline - now), TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException("the follower is closed");
        }
        if (reopenAt - System.nanoTime() > 0) {
            return null;
        }
        FollowRequest request = request();
        FollowAttempt opened = new FollowAttempt(patience);
        attempt = opened;
        stub.follow(request, opened);
        return opened;
    }

    private FollowRequest request() {
        FollowRequest.Builder request = FollowRequest.newBuilder();
        if (gather != null) {
            request.setGatherMillis(Math.toIntExact(gather.toMillis()));
        }
        LogPosition after = cursor;
        if (after != null) {
            return request.setCursor(after.text()).build();
        }
        FollowStart from = start.isNow ? FollowStart.FOLLOW_START_NOW : FollowStart.FOLLOW_START_OLDEST;
        return request.setStart(from).build();
    }

    /** Every message must continue the one before. */
    private void accept(FollowAttempt from, Postings postings) {
        LogPosition before = cursor;
        boolean continues = before == null
                || (before.bank().equals(postings.cursor().bank())
                        && (postings.size() == 0
                                ? postings.cursor().position() == before.position()
                                : postings.position(0) == before.position() + 1));
        if (!continues) {
            from.cancel();
            attempt = null;
            throw new IllegalStateException(
                    "the bank sent transactions up to " + postings.cursor() + ", which do not follow " + before);
        }
        cursor = postings.cursor();
        durablePosition = postings.durablePosition();
        isFollowing = true;
        heardAt = System.nanoTime();
        toldAt = postings.toldAt();
        backoff.reset();
    }

    private void lost(FollowAttempt broken, Throwable failure) throws CursorRefusedException {
        broken.cancel();
        attempt = null;
        isFollowing = false;
        Status status = Status.fromThrowable(failure);
        if (!isPassing(status.getCode())) {
            throwRefused(failure);
            throw status.asRuntimeException(Status.trailersFromThrowable(failure));
        }
        reopenAt = System.nanoTime() + backoff.nextNanos();
    }

    /** Unknown is the end of a call by the bank, for example because it is stopping. */
    private static boolean isPassing(Status.Code code) {
        return code == Status.Code.UNAVAILABLE
                || code == Status.Code.RESOURCE_EXHAUSTED
                || code == Status.Code.CANCELLED
                || code == Status.Code.UNKNOWN;
    }

    private static void throwRefused(Throwable failure) throws CursorRefusedException {
        com.google.rpc.Status details = StatusProto.fromThrowable(failure);
        if (details == null) {
            return;
        }
        try {
            for (Any detail : details.getDetailsList()) {
                if (detail.is(ErrorInfo.class)) {
                    throwRefused(detail.unpack(ErrorInfo.class), details.getMessage(), failure);
                }
            }
        } catch (InvalidProtocolBufferException e) {
            failure.addSuppressed(e);
        }
    }

    private static void throwRefused(ErrorInfo info, String detail, Throwable failure) throws CursorRefusedException {
        if (info.getReason().startsWith("cursor-")) {
            String from = info.getMetadataOrDefault("cursor", "");
            throw new CursorRefusedException(
                    info.getReason(), from.isEmpty() ? null : LogPosition.parse(from), detail, failure);
        }
    }

    /** Stands after the last transactions that were returned; null until the bank has told where it began. */
    public @Nullable LogPosition cursor() {
        return cursor;
    }

    /** Whether the stream is open and has brought a message. False from when it breaks until the bank answers again. */
    public boolean isFollowing() {
        return isFollowing;
    }

    /** Position of the bank's last durable transaction, as it was last told; -1 until it was. */
    public long durablePosition() {
        return durablePosition;
    }

    /**
     * How long ago the last message was read, with transactions or without; a bank that answers sends one at least
     * every 5 s. Null until there was one.
     */
    public @Nullable Duration sinceHeard() {
        return durablePosition < 0 ? null : Duration.ofNanos(System.nanoTime() - heardAt);
    }

    /**
     * The bank's own clock when it told {@link #durablePosition}. After a pause, messages are read that were sent
     * before it, so this can be much earlier than the time when the last one was read. Null until there was one, or if
     * the bank is of a version that does not tell it.
     */
    public @Nullable Instant toldAt() {
        return toldAt;
    }

    /** Ends the stream and the connection; a waiting {@link #next} fails. */
    @Override
    public void close() {
        closed.countDown();
        FollowAttempt open = attempt;
        if (open != null) {
            open.cancel();
            open.onCompleted();
        }
        connection.shutdownNow();
    }
}
