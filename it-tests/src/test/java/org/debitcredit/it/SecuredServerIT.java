package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.wire.v1.BalanceKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A server with tokens and TLS: REST, gRPC and the actuator admit only those who are permitted. */
class SecuredServerIT {

    private static final String TERMINAL = "token-of-a-terminal";
    private static final String OTHER_TERMINAL = "token-of-another-terminal";
    private static final String AUDITOR = "token-of-an-auditor";

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    private static TestedServer server;
    private static RestBank rest;
    private static ChannelCredentials credentials;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        Tls tls = Tls.make(folder);
        ServerCommand command = tls.on(ServerCommand.over(folder.resolve("data")));
        token(command, 0, "terminal", TERMINAL);
        token(command, 1, "terminal", OTHER_TERMINAL);
        token(command, 2, "auditor", AUDITOR);
        server = SERVERS.ready(command);
        rest = new RestBank(tls.httpClient(), URI.create("https://localhost:" + server.httpPort()), null);
        credentials = tls.channelCredentials();
    }

    private static void token(ServerCommand command, int index, String role, String token) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        String entry = "bank.security.tokens[" + index + "].";
        command.property(entry + "name", "client-" + index)
                .property(entry + "sha256", HexFormat.of().formatHex(hash))
                .property(entry + "roles", role);
    }

    @Test
    void withoutATokenOrWithAWrongOneNobodyIsLetIn() throws IOException {
        for (String wrong : new String[] {null, "", "wrong", TERMINAL + "x"}) {
            RestBank stranger = rest.withToken(wrong);
            for (String path : new String[] {"/v1/bank", "/v1/totals", "/actuator/prometheus", "/actuator/health"}) {
                RestBank.Answer answer = stranger.get(path);
                assertThat(answer.status()).as(path).isEqualTo(401);
                assertThat(answer.reason()).isEqualTo("unauthenticated");
                assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
            }
            assertThat(stranger.post(Sent.of(Transaction.deposit(1, 1, 1))).status())
                    .isEqualTo(401);
            assertRefused(Status.Code.UNAUTHENTICATED, wrong, GrpcBank::bank);
            assertRefused(
                    Status.Code.UNAUTHENTICATED, wrong, bank -> bank.execute(Sent.of(Transaction.deposit(1, 1, 1))));
        }
    }

    @Test
    void aTokenWithoutTheRoleIsForbidden() throws IOException {
        assertThat(rest.withToken(AUDITOR)
                        .post(Sent.of(Transaction.deposit(1, 1, 1)))
                        .status())
                .isEqualTo(403);
        assertThat(rest.withToken(TERMINAL).get("/v1/totals").status()).isEqualTo(403);
        assertThat(rest.withToken(TERMINAL).get("/actuator/prometheus").status())
                .isEqualTo(403);
        assertRefused(
                Status.Code.PERMISSION_DENIED, AUDITOR, bank -> bank.execute(Sent.of(Transaction.deposit(1, 1, 1))));
        assertRefused(Status.Code.PERMISSION_DENIED, TERMINAL, GrpcBank::totals);
    }

    @Test
    void theRightTokenWorksOverHttpsAndGrpcWithTls() throws IOException {
        assertThat(rest.withToken(TERMINAL).execute(Sent.of(Transaction.deposit(1, 10, 7))))
                .extracting("balanceMinor")
                .isEqualTo(7L);
        try (GrpcBank terminal = grpc(TERMINAL);
                GrpcBank auditor = grpc(AUDITOR)) {
            assertThat(terminal.execute(Sent.of(Transaction.deposit(1, 10, 3))).getBalance())
                    .isEqualTo(10);
            assertThat(auditor.balance(BalanceKind.BALANCE_KIND_ACCOUNT, 10)).isEqualTo(10);
            assertThat(auditor.totals().getHolds()).isTrue();
        }
        assertThat(rest.withToken(AUDITOR).totals().holds()).isTrue();
        assertThat(rest.withToken(AUDITOR).get("/actuator/prometheus").status()).isEqualTo(200);
    }

    @Test
    void probesNeedNoTokenAndTellOnlyUp() throws IOException {
        for (String probe : new String[] {"liveness", "readiness"}) {
            RestBank.Answer answer = rest.get("/actuator/health/" + probe);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo("{\"status\":\"UP\"}");
        }
    }

    @Test
    void aKeyIsItsClientsOwn() throws IOException {
        Sent deposit = Sent.of(Transaction.deposit(1, 20, 5));
        rest.withToken(TERMINAL).execute(deposit);
        assertThat(rest.withToken(OTHER_TERMINAL).ask(deposit.key())).isEmpty();
        assertThat(rest.withToken(OTHER_TERMINAL).execute(deposit))
                .extracting("balanceMinor")
                .isEqualTo(10L);
        assertThat(rest.withToken(TERMINAL).execute(deposit))
                .extracting("balanceMinor")
                .isEqualTo(5L);
    }

    @Test
    void plainTextGetsNoAnswer() {
        assertThatThrownBy(
                        () -> RestBank.on(server.httpPort()).withToken(TERMINAL).get("/v1/bank"))
                .isInstanceOf(IOException.class);
        try (GrpcBank plain = GrpcBank.on(server.grpcPort(), TERMINAL, InsecureChannelCredentials.create())) {
            assertRefused(Status.Code.UNAVAILABLE, plain::bank);
        }
    }

    @Test
    void tokensAreNowhereInTheLog() {
        assertThat(server.log()).doesNotContain(TERMINAL).doesNotContain(AUDITOR);
    }

    private interface Call {
        void on(GrpcBank bank);
    }

    private static void assertRefused(Status.Code code, @Nullable String token, Call call) {
        try (GrpcBank bank = grpc(token)) {
            assertRefused(code, () -> call.on(bank));
        }
    }

    private static void assertRefused(Status.Code code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        refusal -> assertThat(refusal.getStatus().getCode()).isEqualTo(code));
    }

    private static GrpcBank grpc(@Nullable String token) {
        return GrpcBank.on(server.grpcPort(), token, credentials);
    }
}
