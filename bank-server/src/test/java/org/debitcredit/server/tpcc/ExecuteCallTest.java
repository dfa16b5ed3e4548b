package org.debitcredit.server.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import java.sql.SQLException;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.server.network.ByteBudget;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.CertificateProperties;
import org.debitcredit.server.security.SecurityProperties;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.wire.v1.ExecuteRequest;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;
import org.debitcredit.tpcc.wire.v1.TpccServiceGrpc;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A stream whose client does not read its answers. */
class ExecuteCallTest {

    private static final int IN_FLIGHT_MAX = 1_024;

    /** It is answered at once, without the database. */
    private static final ExecuteRequest MALFORMED =
            ExecuteRequest.newBuilder().setId(7).build();

    private static final SecurityProperties OPEN = new SecurityProperties(
            List.of(), List.of(), List.of(), new CertificateProperties(false, List.of()), null, null);

    private final AccessControl control = new AccessControl(OPEN, InstantSource.system(), from -> true);
    private final TpccExecutor executor = TpccExecutor.start(
            TpccServerSettings.fitting(new TpccDatabase("jdbc:sqlite::memory:", null, null)),
            Clock.systemUTC(),
            Runnable::run,
            (thread, failure) -> {});
    private final List<Runnable> afterSendMax = new ArrayList<>();
    private boolean isOfProxy;
    private int disconnects;

    ExecuteCallTest() throws SQLException {}

    @AfterEach
    void stop() {
        executor.close();
        control.close();
    }

    private static final class Call extends ServerCall<ExecuteRequest, ExecuteResponse> {

        private boolean isRead = true;
        private int requested;
        private int answered;
        private @Nullable Status end;

        @Override
        public void request(int messages) {
            requested += messages;
        }

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(ExecuteResponse message) {
            answered++;
        }

        @Override
        public void close(Status status, Metadata trailers) {
            end = status;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public boolean isReady() {
            return isRead;
        }

        @Override
        public MethodDescriptor<ExecuteRequest, ExecuteResponse> getMethodDescriptor() {
            return TpccServiceGrpc.getExecuteMethod();
        }
    }

    private ServerCall.Listener<ExecuteRequest> start(Call call, ByteBudget unread) {
        UnreadLimits limits = new UnreadLimits(unread, afterSendMax::add, () -> {
            disconnects++;
            return !isOfProxy;
        });
        ServerCallHandler<ExecuteRequest, ExecuteResponse> handler =
                ServerCalls.asyncBidiStreamingCall(answers -> ExecuteCall.begin(
                        executor,
                        control.ofStream(null, null, AccessControl.TERMINALS),
                        limits,
                        (ServerCallStreamObserver<ExecuteResponse>) answers));
        return handler.startCall(call, new Metadata());
    }

    private static void ask(ServerCall.Listener<ExecuteRequest> stream, int requests) {
        for (int i = 0; i < requests; i++) {
            stream.onMessage(MALFORMED);
        }
    }

    @Test
    void noMoreIsRequestedOfAClientThatDoesNotReadAndItIsDisconnectedAfterSomeTime() {
        ByteBudget unread = new ByteBudget(1L << 30);
        Call call = new Call();
        ServerCall.Listener<ExecuteRequest> stream = start(call, unread);
        call.isRead = false;
        ask(stream, IN_FLIGHT_MAX);

        assertThat(call.answered).isEqualTo(IN_FLIGHT_MAX);
        assertThat(call.requested).isEqualTo(IN_FLIGHT_MAX);
        assertThat(unread.held()).isGreaterThan(IN_FLIGHT_MAX * 500L);
        assertThat(afterSendMax).hasSize(1);
        afterSendMax.get(0).run();
        assertThat(disconnects).isEqualTo(1);
        stream.onCancel();
        assertThat(unread.held()).isZero();
    }

    @Test
    void aClientThatReadsAgainIsAskedForMoreAndStays() {
        ByteBudget unread = new ByteBudget(1L << 30);
        Call call = new Call();
        ServerCall.Listener<ExecuteRequest> stream = start(call, unread);
        call.isRead = false;
        ask(stream, 100);
        call.isRead = true;
        stream.onReady();

        assertThat(call.requested).isEqualTo(IN_FLIGHT_MAX + 100);
        assertThat(unread.held()).isZero();
        afterSendMax.get(0).run();
        assertThat(disconnects).isZero();
    }

    @Test
    void whatAllLeaveUnreadIsBoundedAndAClientThatReadsIsServed() {
        ByteBudget unread = new ByteBudget(100_000);
        Call slow = new Call();
        ServerCall.Listener<ExecuteRequest> unreadStream = start(slow, unread);
        slow.isRead = false;
        ask(unreadStream, 160);
        assertThat(disconnects).isZero();

        Call late = new Call();
        late.isRead = false;
        ask(start(late, unread), 50);
        assertThat(late.answered).isEqualTo(50);
        assertThat(disconnects).as("of one that may be late for a moment").isZero();

        ask(unreadStream, 240);
        assertThat(disconnects).isEqualTo(1);
        assertThat(slow.answered).isBetween(161, 300);
        assertThat(unread.held()).isLessThanOrEqualTo(100_000);

        Call other = new Call();
        ask(start(other, unread), 100);
        assertThat(other.answered).isEqualTo(100);
        assertThat(other.requested).isGreaterThan(IN_FLIGHT_MAX);
        assertThat(disconnects).isEqualTo(1);
    }

    /** A proxy's connection carries other clients' calls. */
    @Test
    void ofAProxyOnlyTheStreamEnds() {
        isOfProxy = true;
        Call call = new Call();
        ServerCall.Listener<ExecuteRequest> stream = start(call, new ByteBudget(1L << 30));
        call.isRead = false;
        ask(stream, 1);
        afterSendMax.get(0).run();
        ask(stream, 1);

        assertThat(call.end).extracting(Status::getCode).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(call.answered).isEqualTo(1);
    }
}
