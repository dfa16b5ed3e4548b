package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.CertificateProperties;
import org.debitcredit.server.security.ClientUse;
import org.debitcredit.server.security.Role;
import org.debitcredit.server.security.SecurityProperties;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.ExecuteResponse;
import org.junit.jupiter.api.Test;

/** A client that may have one request at a time. */
class LimitedCallsTest {

    private final ClientUse client = client();
    private final Attributes connection = ClientsOfConnection.ofTransports().transportReady(Attributes.EMPTY);
    private final List<ClientUse.Refused> refused = new ArrayList<>();

    private static ClientUse client() {
        SecurityProperties security = new SecurityProperties(
                List.of(new SecurityProperties.Token(
                        "atm", HexFormat.of().formatHex(AccessControl.sha256("secret")), Set.of(Role.TERMINAL))),
                List.of(),
                List.of(new SecurityProperties.ClientLimits("atm", 1, null, null)),
                new CertificateProperties(false, List.of()),
                null,
                null);
        try (AccessControl control = new AccessControl(security, InstantSource.system(), from -> true)) {
            Access.Granted granted =
                    (Access.Granted) control.check("Bearer secret", null, AccessControl.TERMINALS, null);
            return Objects.requireNonNull(granted.use());
        }
    }

    private final class Call extends ServerCall<ExecuteRequest, ExecuteResponse> {

        @Override
        public void request(int messages) {}

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(ExecuteResponse message) {}

        @Override
        public void close(Status status, Metadata trailers) {}

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public Attributes getAttributes() {
            return connection;
        }

        @Override
        public MethodDescriptor<ExecuteRequest, ExecuteResponse> getMethodDescriptor() {
            return BankServiceGrpc.getExecuteMethod();
        }
    }

    private ServerCall.Listener<ExecuteRequest> start(
            Function<ServerCall<ExecuteRequest, ExecuteResponse>, ServerCall.Listener<ExecuteRequest>> start) {
        return LimitedCalls.start(client, new Call(), start, refused::add);
    }

    private ServerCall.Listener<ExecuteRequest> start() {
        return start(call -> new ServerCall.Listener<>() {});
    }

    @Test
    void aCallKeepsItsPlaceUntilItEnds() {
        ServerCall.Listener<ExecuteRequest> first = start();
        assertThat(refused).isEmpty();
        start();
        assertThat(refused).hasSize(1);
        first.onCancel();
        start().onComplete();
        start(call -> {
            call.close(Status.OK, new Metadata());
            return new ServerCall.Listener<>() {};
        });
        start();
        assertThat(refused).hasSize(1);
    }

    @Test
    void aCallThatCouldNotBeStartedKeepsNoPlace() {
        assertThatThrownBy(() -> start(call -> {
                    throw new LinkageError("planted");
                }))
                .isInstanceOf(LinkageError.class);
        start();
        assertThat(refused).isEmpty();
    }
}
