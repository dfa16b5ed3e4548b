package org.debitcredit.server.grpc;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerStreamTracer;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.network.HeldRequests;
import org.debitcredit.transaction.Failure;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks the open calls of each connection and the received parts of their requests. A connection is closed if a
 * request takes too long to arrive or arrives in too many pieces, if the answer to a single request is not read, if a
 * client keeps a stream of the reflection service open, or if {@link HeldRequests} demands it. On a proxy's connection,
 * which carries calls of several clients, only the call is ended. gRPC itself limits how many calls a connection has
 * and how long a message is, but neither the time nor the number of pieces in which a message arrives. For use by all
 * threads.
 */
final class OpenCalls extends ServerStreamTracer.Factory {

    /** The call that is being started, for interceptors. */
    static final Context.Key<Endable> CALL = Context.key("call");

    private static final Logger LOG = LoggerFactory.getLogger(OpenCalls.class);

    /** Heap that an open call takes, in whatever state it is, besides its messages: measured at up to 6,000 bytes. */
    private static final int CALL_BYTES = 6_144;

    /** The same for a stream of the reflection service, whose answers count in no other budget. */
    private static final int REFLECTION_BYTES = CALL_BYTES + StreamBudgets.QUEUE_BYTES;

    /** Overhead of a message's frame besides its bytes: buffers and queue entries. */
    private static final int FRAME_BYTES = 200;

    /**
     * Most frames of a message. The longest message, of 1 MB, may thus arrive in frames of 250 bytes. Smaller frames
     * cost too much time.
     */
    static final int FRAMES_MAX = 4_096;

    private static final String REFLECTION = "grpc.reflection.";

    private static final Attributes.Key<OfConnection> OF_CONNECTION = Attributes.Key.create("open-calls");

    private static final int MALFORMED_PER_MINUTE_MAX = 100;
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanoTime;
    private final long requestNanosMax;
    private final long answerNanosMax;
    private final Predicate<SocketAddress> disconnect;
    private final Runnable malformed;
    private final HeldRequests held;
    private final Map<SocketAddress, OfConnection> connections = new ConcurrentHashMap<>();
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();

    /** A call that can be ended from outside. */
    interface Endable {

        /** Registers how to end the call. */
        void endsBy(Ending end);
    }

    /**
     * @param held bytes held by all connections
     * @param requestMax from the first byte of a message to its last
     * @param answerMax from the beginning of a call with a single answer, or of the reflection service, to its end
     * @param disconnect closes the connection from an address and port, and returns whether it did; a proxy's stays
     *     open
     * @param malformed counts a malformed request
     */
    OpenCalls(
            LongSupplier nanoTime,
            HeldRequests held,
            Duration requestMax,
            Duration answerMax,
            Predicate<SocketAddress> disconnect,
            Runnable malformed) {
        this.nanoTime = nanoTime;
        this.held = held;
        this.requestNanosMax = requestMax.toNanos();
        this.answerNanosMax = answerMax.toNanos();
        this.disconnect = disconnect;
        this.malformed = malformed;
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
        return new Call();
    }

    /** Ends overdue calls. To be called about once a second. */
    void look() {
        long now = nanoTime.getAsLong();
        for (Call call : calls) {
            try {
                if (call.isOverdue(now)) {
                    call.end();
                }
            } catch (RuntimeException | Error e) {
                // A periodic task that fails is not repeated, and no call would be overdue any more.
                LOG.warn("an overdue call could not be ended", e);
            }
        }
    }

    /**
     * Ends a connection that holds too much; on a proxy's connection, the calls with incomplete messages, or if there
     * are none, those whose request is complete and kept, or else those that take the most by being open.
     */
    private void end(InetSocketAddress from, OfConnection connection) {
        if (disconnect.test(from)) {
            return;
        }
        // A call that is just being started cannot be ended yet, and still counts.
        List<Call> ofConnection = calls.stream()
                .filter(call -> call.connection == connection && call.endsBy != null)
                .toList();
        List<Call> ending =
                ofConnection.stream().filter(call -> call.partial > 0).toList();
        if (ending.isEmpty()) {
            ending = ofConnection.stream().filter(call -> call.kept > 0).toList();
        }
        if (ending.isEmpty()) {
            int most =
                    ofConnection.stream().mapToInt(call -> call.openBytes).max().orElse(0);
            ending =
                    ofConnection.stream().filter(call -> call.openBytes == most).toList();
        }
        connection.watchOn(counter(from, connection), ending);
        ending.forEach(Call::endAlone);
    }

    private HeldRequests.OfConnection counter(InetSocketAddress from, OfConnection connection) {
        return held.of(from.getAddress(), () -> end(from, connection));
    }

    /**
     * Counts a malformed request; returns whether its connection has sent more in a minute than a well-behaved client.
     */
    boolean isTooMuchMalformed(SocketAddress connection) {
        malformed.run();
        OfConnection from = connections.get(connection);
        return from != null && from.isTooMuchMalformed(nanoTime.getAsLong());
    }

    /** Counts a malformed request of a call that it ends; returns whether its connection was closed for it. */
    boolean closesMalformed(SocketAddress connection) {
        return isTooMuchMalformed(connection) && disconnect.test(connection);
    }

    /** A filter that is called at the beginning of each connection, and at its end, when its calls have ended. */
    ServerTransportFilter transports() {
        return new ServerTransportFilter() {
            @Override
            public Attributes transportReady(Attributes transport) {
                SocketAddress from = transport.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
                if (from == null) {
                    return transport;
                }
                OfConnection begun = connection(from);
                connections.put(from, begun);
                return transport.toBuilder().set(OF_CONNECTION, begun).build();
            }

            @Override
            public void transportTerminated(@Nullable Attributes transport) {
                SocketAddress from = transport == null ? null : transport.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
                OfConnection ended = transport == null ? null : transport.get(OF_CONNECTION);
                if (from != null && ended != null) {
                    // Another one may have begun from the same port.
                    connections.remove(from, ended);
                }
            }
        };
    }

    /** The common state of a connection's calls. */
    private static final class OfConnection {

        private final AtomicBoolean isEnded = new AtomicBoolean();
        private HeldRequests.@Nullable OfConnection counter;
        /** Bytes that its calls hold, except the calls that are being ended. */
        private long bytes;

        private long minuteBegan;
        private int malformedInMinute;

        private synchronized boolean isTooMuchMalformed(long now) {
            if (malformedInMinute == 0 || now - minuteBegan >= MINUTE_NANOS) {
                minuteBegan = now;
                malformedInMinute = 0;
            }
            return ++malformedInMinute > MALFORMED_PER_MINUTE_MAX;
        }

        private void add(Call call, long more) {
            HeldRequests.OfConnection counts;
            synchronized (this) {
                if (call.isEnding) {
                    return;
                }
                call.counted += more;
                bytes += more;
                counts = counter;
            }
            // Outside of the lock, because this may end another connection.
            if (counts != null) {
                counts.add(more);
            }
        }

        private void removed(Call call) {
            long gone;
            synchronized (this) {
                gone = call.counted;
            }
            add(call, -gone);
        }

        /** Replaces a counter that demanded the end. What the remaining calls hold still counts. */
        private synchronized void watchOn(HeldRequests.OfConnection next, List<Call> ending) {
            for (Call call : ending) {
                if (!call.isEnding) {
                    call.isEnding = true;
                    bytes -= call.counted;
                }
            }
            counter = next;
            next.carryOver(bytes);
        }
    }

    private OfConnection connection(SocketAddress from) {
        OfConnection made = new OfConnection();
        if (from instanceof InetSocketAddress inet) {
            made.counter = counter(inet, made);
        }
        return made;
    }

    private final class Call extends ServerStreamTracer implements Endable {

        private final long begunAt = nanoTime.getAsLong();
        /**
         * Whether the call has to end within the limit for answers: it has a single answer, or is of the reflection
         * service.
         */
        private volatile boolean isShort;

        private volatile boolean hasOneRequest;
        /** Time of the first byte of an incomplete message. */
        private volatile long partialSince;

        private volatile long partial;
        /** Bytes of a complete message. gRPC keeps a single request until the client ends its side of the call. */
        private volatile long kept;
        /** Heap that it takes by being open. */
        private volatile int openBytes = CALL_BYTES;
        /** Bytes of this call that the connection's counter includes. Guarded by the connection. */
        private long counted;
        /** Whether the call is being ended, and no longer counts. Guarded by the connection. */
        private boolean isEnding;

        /** Number of frames of the message that have arrived. */
        private int frames;

        private volatile @Nullable SocketAddress remote;
        private volatile @Nullable OfConnection connection;
        private volatile @Nullable Ending endsBy;

        @Override
        public Context filterContext(Context context) {
            return context.withValue(CALL, this);
        }

        @Override
        public void serverCallStarted(ServerCallInfo<?, ?> call) {
            SocketAddress from = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
            if (from == null) {
                return;
            }
            MethodDescriptor<?, ?> method = call.getMethodDescriptor();
            MethodType type = method.getType();
            boolean isReflection = String.valueOf(method.getServiceName()).startsWith(REFLECTION);
            isShort = type == MethodType.UNARY || type == MethodType.CLIENT_STREAMING || isReflection;
            hasOneRequest = type == MethodType.UNARY || type == MethodType.SERVER_STREAMING;
            remote = from;
            OfConnection ofConnection = call.getAttributes().get(OF_CONNECTION);
            connection = ofConnection;
            calls.add(this);
            openBytes = isReflection ? REFLECTION_BYTES : CALL_BYTES;
            if (ofConnection != null) {
                ofConnection.add(this, partial + openBytes);
            }
        }

        @Override
        public void endsBy(Ending end) {
            endsBy = end;
        }

        private void end() {
            SocketAddress from = remote;
            OfConnection ofConnection = connection;
            if (from == null || ofConnection == null || !ofConnection.isEnded.compareAndSet(false, true)) {
                return;
            }
            if (!disconnect.test(from)) {
                ofConnection.isEnded.set(false);
                endAlone();
            }
        }

        private void endAlone() {
            Ending end = endsBy;
            if (end != null) {
                // Batches of a stream may have been executed.
                end.endLater(GrpcProblem.failed(Failure.OUTCOME_UNKNOWN));
            }
        }

        private boolean isOverdue(long now) {
            return (partial > 0 && now - partialSince > requestNanosMax) || (isShort && now - begunAt > answerNanosMax);
        }

        @Override
        public void inboundWireSize(long bytes) {
            if (partial == 0) {
                partialSince = nanoTime.getAsLong();
            }
            hold(bytes + FRAME_BYTES);
            if (++frames > FRAMES_MAX) {
                end();
            }
        }

        @Override
        public void inboundMessageRead(int number, long wireBytes, long bytes) {
            frames = 0;
            if (hasOneRequest) {
                kept += partial;
                partial = 0;
            } else {
                hold(-partial);
            }
        }

        private void hold(long more) {
            partial += more;
            OfConnection ofConnection = connection;
            if (ofConnection != null) {
                ofConnection.add(this, more);
            }
        }

        @Override
        public void streamClosed(Status status) {
            OfConnection ofConnection = connection;
            if (calls.remove(this) && ofConnection != null) {
                ofConnection.removed(this);
            }
            Ending end = endsBy;
            SocketAddress from = remote;
            if (isOfBrokenMessage(status)
                    && end != null
                    && !end.isAnswered()
                    && from != null
                    && !closesMalformed(from)) {
                end.end(GrpcProblem.malformed(
                        new Malformed("the call's data is not a sequence of uncompressed gRPC messages: "
                                + status.getDescription())));
            }
        }

        /**
         * Whether gRPC ends the call because the client's data cannot be divided into messages. It reports this before
         * it answers INTERNAL, so that an answer which is made now is sent instead. It also reports INTERNAL if it
         * cannot encode an answer; then the call is answered already. Errors of HTTP/2 have a cause.
         */
        private static boolean isOfBrokenMessage(Status status) {
            return status.getCode() == Status.Code.INTERNAL && status.getCause() == null;
        }
    }
}
