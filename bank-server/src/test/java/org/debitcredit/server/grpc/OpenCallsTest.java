package org.debitcredit.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.debitcredit.server.network.HeldRequests;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OpenCallsTest {

    private static final SocketAddress A = new InetSocketAddress("127.0.0.1", 1_001);
    private static final SocketAddress B = new InetSocketAddress("127.0.0.1", 1_002);
    private static final SocketAddress OTHER_HOST = new InetSocketAddress("127.0.0.2", 1_001);

    private long nanos = 5;
    private final List<SocketAddress> disconnected = new ArrayList<>();
    private int malformed;
    private boolean isProxy;
    private final HeldRequests held = new HeldRequests(64 << 20);
    private final OpenCalls calls = new OpenCalls(
            () -> nanos, held, Duration.ofSeconds(30), Duration.ofSeconds(70), this::disconnect, () -> malformed++);

    private boolean disconnect(SocketAddress from) {
        return !isProxy && disconnected.add(from);
    }

    private final Map<SocketAddress, Attributes> transports = new HashMap<>();

    private Attributes transport(SocketAddress from) {
        return transports.computeIfAbsent(
                from,
                begun -> calls.transports()
                        .transportReady(Attributes.newBuilder()
                                .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, begun)
                                .build()));
    }

    private record Started<Q, R>(Attributes transport, MethodDescriptor<Q, R> method) {

        private ServerStreamTracer on(OpenCalls calls) {
            ServerStreamTracer call = calls.newServerStreamTracer(method.getFullMethodName(), new Metadata());
            MethodDescriptor<Q, R> described = method;
            Attributes attributes = transport;
            call.serverCallStarted(new ServerStreamTracer.ServerCallInfo<Q, R>() {
                @Override
                public MethodDescriptor<Q, R> getMethodDescriptor() {
                    return described;
                }

                @Override
                public Attributes getAttributes() {
                    return attributes;
                }

                @Override
                public @Nullable String getAuthority() {
                    return null;
                }
            });
            return call;
        }
    }

    private ServerStreamTracer stream(SocketAddress from) {
        return new Started<>(transport(from), BankServiceGrpc.getExecuteBatchesMethod()).on(calls);
    }

    private ServerStreamTracer single(SocketAddress from) {
        return new Started<>(transport(from), BankServiceGrpc.getExecuteMethod()).on(calls);
    }

    private void pass(long seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
        calls.look();
    }

    @Test
    void whoeverHoldsMostOfMessagesThatAreNotWholeIsDisconnected() {
        ServerStreamTracer large = stream(A);
        large.inboundWireSize(40 << 20);
        ServerStreamTracer small = stream(OTHER_HOST);
        small.inboundWireSize(20 << 20);
        assertThat(disconnected).isEmpty();
        small.inboundWireSize(5 << 20);
        assertThat(disconnected).containsExactly(A);
        large.streamClosed(Status.CANCELLED);
        assertThat(held.held()).isBetween(25L << 20, (25L << 20) + 10_000);
        small.inboundMessageRead(0, 25 << 20, 25 << 20);
        assertThat(held.held()).as("the open call").isPositive();
        small.streamClosed(Status.OK);
        assertThat(held.held()).isZero();
    }

    @Test
    void callsThatAreOpenAndSendNothingCountToo() {
        stream(OTHER_HOST);
        for (int call = 0; call < 70_000 && disconnected.isEmpty(); call++) {
            stream(A);
        }
        assertThat(disconnected).containsExactly(A);
    }

    /** A frame takes memory and time besides its bytes. */
    @Test
    void aMessageComesInSoManyFramesAndNoMore() {
        ServerStreamTracer call = stream(A);
        for (int message = 0; message < 3; message++) {
            for (int frame = 0; frame < OpenCalls.FRAMES_MAX; frame++) {
                call.inboundWireSize(1);
            }
            call.inboundMessageRead(message, 1, 1);
        }
        assertThat(disconnected).isEmpty();
        for (int frame = 0; frame < OpenCalls.FRAMES_MAX; frame++) {
            call.inboundWireSize(1);
        }
        assertThat(disconnected).isEmpty();
        call.inboundWireSize(1);
        assertThat(disconnected).containsExactly(A);
    }

    @Test
    void ofAProxyOnlyTheCallsEndThatHoldSomething() {
        isProxy = true;
        List<String> ended = new ArrayList<>();
        ServerStreamTracer hostile = stream(A);
        ServerStreamTracer honest = stream(A);
        endedBy(hostile, () -> ended.add("hostile"));
        endedBy(honest, () -> ended.add("honest"));
        honest.inboundWireSize(100);
        honest.inboundMessageRead(0, 100, 100);
        hostile.inboundWireSize(65 << 20);
        assertThat(ended).containsExactly("hostile");
        long open = held.held();
        assertThat(open).as("the honest call still counts").isPositive();
        hostile.streamClosed(Status.CANCELLED);
        assertThat(held.held()).isEqualTo(open);
        honest.inboundWireSize(65 << 20);
        assertThat(ended).as("the connection is watched on").containsExactly("hostile", "honest");
        ServerStreamTracer single = single(A);
        endedBy(single, () -> ended.add("single"));
        pass(71);
        assertThat(ended).contains("single");
    }

    /** Requests that are complete, and whose clients do not end their side of the call. */
    @Test
    void ofAProxyRequestsThatAreKeptStillCountAfterAnAlarmAndEndAtTheNext() {
        isProxy = true;
        List<String> ended = new ArrayList<>();
        ServerStreamTracer kept = single(A);
        endedBy(kept, () -> ended.add("kept"));
        kept.inboundWireSize(40 << 20);
        kept.inboundMessageRead(0, 40 << 20, 40 << 20);
        ServerStreamTracer open = stream(A);
        endedBy(open, () -> ended.add("open"));
        ServerStreamTracer hostile = stream(A);
        endedBy(hostile, () -> ended.add("hostile"));
        hostile.inboundWireSize(30 << 20);
        assertThat(ended).containsExactly("hostile");
        hostile.streamClosed(Status.CANCELLED);
        assertThat(held.held()).as("what is kept").isBetween(40L << 20, (40L << 20) + 20_000);
        ServerStreamTracer other = single(A);
        endedBy(other, () -> ended.add("other"));
        int nearlyTheRest = (24 << 20) - 30_000;
        other.inboundWireSize(nearlyTheRest);
        other.inboundMessageRead(0, nearlyTheRest, nearlyTheRest);
        assertThat(ended).containsExactly("hostile");
        for (int i = 0; i < 10; i++) {
            stream(A);
        }
        assertThat(ended).containsExactlyInAnyOrder("hostile", "kept", "other");
        List.of(kept, other, open).forEach(call -> call.streamClosed(Status.OK));
        assertThat(held.held()).as("ten streams").isBetween(1L, 10 * 6_144L);
    }

    /** Nothing else can be ended. The call that raises the alarm is not known to anyone yet. */
    @Test
    void ofAProxyOpenCallsEndIfThereIsNothingElse() {
        isProxy = true;
        List<ServerStreamTracer> open = new ArrayList<>();
        List<ServerStreamTracer> ended = new ArrayList<>();
        while (ended.isEmpty() && open.size() < 100_000) {
            ServerStreamTracer call = stream(A);
            open.add(call);
            endedBy(call, () -> ended.add(call));
        }
        ServerStreamTracer last = open.get(open.size() - 1);
        assertThat(ended).hasSize(open.size() - 1).doesNotContain(last);
        assertThat(held.held()).as("the last one counts").isBetween(1L, 7_000L);
        open.forEach(call -> call.streamClosed(Status.CANCELLED));
        assertThat(held.held()).isZero();
    }

    private static void endedBy(ServerStreamTracer call, Runnable end) {
        endedBy(call, false, problem -> end.run());
    }

    private static void endedBy(ServerStreamTracer call, boolean isAnswered, Consumer<StatusRuntimeException> end) {
        Context context = call.filterContext(Context.ROOT);
        Objects.requireNonNull(OpenCalls.CALL.get(context)).endsBy(new Ending() {
            @Override
            public boolean isAnswered() {
                return isAnswered;
            }

            @Override
            public void end(StatusRuntimeException problem) {
                end.accept(problem);
            }

            @Override
            public void endLater(StatusRuntimeException problem) {
                end.accept(problem);
            }
        });
    }

    /** How a call is ended that gRPC ends with a status. */
    private List<Status.Code> endsAfter(Status status, boolean isAnswered) {
        List<Status.Code> ended = new ArrayList<>();
        ServerStreamTracer call = stream(A);
        endedBy(call, isAnswered, problem -> ended.add(problem.getStatus().getCode()));
        call.streamClosed(status);
        return ended;
    }

    @Test
    void anUnansweredCallWhoseDataAreNoMessagesIsMalformedAndNoOther() {
        Status broken = Status.INTERNAL.withDescription("Encountered end-of-stream mid-frame");
        assertThat(endsAfter(broken, false)).containsExactly(Status.Code.INVALID_ARGUMENT);
        assertThat(malformed).isEqualTo(1);
        assertThat(endsAfter(broken, true)).isEmpty();
        assertThat(endsAfter(broken.withCause(new IllegalStateException()), false))
                .isEmpty();
        assertThat(endsAfter(Status.UNKNOWN, false)).isEmpty();
        assertThat(endsAfter(Status.CANCELLED, false)).isEmpty();
        assertThat(endsAfter(Status.OK, true)).isEmpty();
        assertThat(malformed).isEqualTo(1);
    }

    @Test
    void aMessageThatComesTooSlowlyEndsItsConnectionAndOneThatIsWholeDoesNot() {
        ServerStreamTracer slow = stream(A);
        slow.inboundWireSize(10);
        ServerStreamTracer quick = stream(B);
        quick.inboundWireSize(10);
        quick.inboundMessageRead(0, 10, 10);
        pass(29);
        slow.inboundWireSize(1);
        assertThat(disconnected).isEmpty();
        pass(2);
        assertThat(disconnected).containsExactly(A);
    }

    @Test
    void anAnswerThatIsNotTakenEndsItsConnectionAndAnIdleStreamDoesNot() {
        single(A);
        stream(B);
        ServerStreamTracer answered = single(B);
        answered.streamClosed(Status.OK);
        pass(69);
        assertThat(disconnected).isEmpty();
        pass(2);
        assertThat(disconnected).containsExactly(A);
    }

    private void sendMalformed(SocketAddress from) {
        ServerStreamTracer call = single(from);
        calls.closesMalformed(from);
        call.streamClosed(Status.INVALID_ARGUMENT);
    }

    /** No call of the connection is open between them. */
    @Test
    void aConnectionIsClosedThatSendsManyMalformedRequestsInAMinuteOneAfterAnother() {
        for (int i = 0; i < 100; i++) {
            sendMalformed(A);
        }
        sendMalformed(B);
        assertThat(disconnected).isEmpty();
        sendMalformed(A);
        assertThat(disconnected).containsExactly(A);
        calls.transports().transportTerminated(transports.remove(A));
        sendMalformed(A);
        assertThat(disconnected).as("another connection from the same port").containsExactly(A);
        isProxy = true;
        for (int i = 0; i < 200; i++) {
            sendMalformed(OTHER_HOST);
        }
        assertThat(disconnected).as("a proxy's stays").containsExactly(A);
        assertThat(malformed).isEqualTo(303);
    }

    /** The rest of what was read at once is still decoded after it. */
    @Test
    void aConnectionThatHasEndedIsNotRememberedForACallThatBeginsLate() {
        calls.transports().transportTerminated(transport(A));
        ServerStreamTracer late = single(A);
        for (int i = 0; i < 200; i++) {
            assertThat(calls.isTooMuchMalformed(A)).isFalse();
        }
        late.streamClosed(Status.CANCELLED);
    }

    /** gRPC gives it to the service only when the client has ended its side. */
    @Test
    void aSingleRequestCountsUntilItsCallEnds() {
        ServerStreamTracer batches = stream(A);
        batches.inboundWireSize(3_000);
        batches.inboundMessageRead(0, 3_000, 3_000);
        long open = held.held();
        ServerStreamTracer single = single(A);
        single.inboundWireSize(3_000);
        single.inboundMessageRead(0, 3_000, 3_000);
        assertThat(held.held()).isGreaterThan(open + 3_000);
        pass(31);
        assertThat(disconnected).as("its request has arrived").isEmpty();
        single.streamClosed(Status.OK);
        assertThat(held.held()).isEqualTo(open);
    }

    @Test
    void aStreamOfTheReflectionServiceEndsWithItsTime() {
        new Started<>(transport(A), ServerReflectionGrpc.getServerReflectionInfoMethod()).on(calls);
        pass(69);
        assertThat(disconnected).isEmpty();
        pass(2);
        assertThat(disconnected).containsExactly(A);
    }

    @Test
    void aConnectionThatSendsManyMalformedBatchesInAMinuteIsFoundWhateverElseItSends() {
        stream(A);
        stream(B);
        for (int i = 0; i < 100; i++) {
            assertThat(calls.isTooMuchMalformed(A)).isFalse();
        }
        assertThat(calls.isTooMuchMalformed(B)).isFalse();
        assertThat(calls.isTooMuchMalformed(A)).isTrue();
        nanos += TimeUnit.MINUTES.toNanos(1);
        assertThat(calls.isTooMuchMalformed(A)).isFalse();
        assertThat(malformed).isEqualTo(103);
    }
}
