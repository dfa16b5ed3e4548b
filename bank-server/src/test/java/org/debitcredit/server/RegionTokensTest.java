package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.debitcredit.server.ProblemAssert.assertProblem;

import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowResponse;
import org.debitcredit.wire.v1.FollowStart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two regions with tokens, configured as the how-to page says. */
@Timeout(60)
class RegionTokensTest {

    private static final Duration WAIT_MAX = Duration.ofSeconds(20);
    private static final long NETWORK_TELLER_0 = 2_000_000;
    private static final int FOLLOWERS = 5;
    private static final int STREAMS_OF_FOLLOWER = 4;

    @TempDir
    private Path folder;

    private final int[] ports = new int[2];

    RegionTokensTest() throws IOException {
        for (int i = 0; i < 2; i++) {
            ports[i] = FixedPort.free();
        }
    }

    private TestServer region(int number) throws IOException {
        int other = 1 - number;
        Path token = folder.resolve("region-" + other + ".token");
        Files.writeString(token, "secret-region-" + number + "\n");
        List<String> properties = new ArrayList<>(List.of(
                "bank.branches=3",
                "spring.grpc.server.port=" + ports[number],
                "bank.security.scopes[0].client=region-" + other,
                "bank.security.scopes[0].tellers=" + (NETWORK_TELLER_0 + other),
                "bank.security.scopes[1].client=stranger",
                "bank.security.scopes[1].tellers=3",
                "bank.security.scopes[2].client=gateway",
                "bank.security.scopes[2].branches=0-999",
                "bank.region.number=" + number,
                "bank.region.count=2",
                "bank.region.partners[0].number=" + other,
                "bank.region.partners[0].address=127.0.0.1:" + ports[other],
                "bank.region.partners[0].token-file=" + token));
        addToken(properties, 0, "region-" + other, "terminal,follower");
        addToken(properties, 1, "atm", "terminal");
        addToken(properties, 2, "audit", "auditor");
        addToken(properties, 3, "stranger", "terminal,follower");
        for (int i = 0; i < FOLLOWERS; i++) {
            addToken(properties, 4 + i, "follower-" + i, "follower");
        }
        addToken(properties, 4 + FOLLOWERS, "gateway", "terminal");
        return TestServer.open(folder.resolve("bank-" + number), properties.toArray(String[]::new));
    }

    private static void addToken(List<String> properties, int entry, String client, String roles) {
        String name = "bank.security.tokens[" + entry + "].";
        properties.add(name + "name=" + client);
        properties.add(name + "sha256=" + HexFormat.of().formatHex(AccessControl.sha256("secret-" + client)));
        properties.add(name + "roles=" + roles);
    }

    private static HttpResponse<String> execute(TestServer at, String client, String body) {
        return at.post(
                body,
                "Authorization",
                "Bearer secret-" + client,
                "Idempotency-Key",
                TestServer.newKey(),
                "Content-Type",
                TestServer.JSON);
    }

    private static String shown(TestServer at) {
        return at.get("/v1/regions", "Authorization", "Bearer secret-audit").body();
    }

    @Test
    void a_deposit_out_of_town_is_executed_and_settled() throws IOException {
        try (TestServer acquirer = region(0);
                TestServer issuer = region(1)) {
            await().atMost(WAIT_MAX).until(() -> shown(acquirer), shown -> shown.contains("\"away\":false"));
            HttpResponse<String> paidIn = execute(
                    acquirer, "atm", "{\"type\":\"deposit\",\"teller\":3,\"account\":55,\"amount\":1000,\"region\":1}");
            assertThat(paidIn.body()).contains("\"balance\":1000");
            await().atMost(WAIT_MAX)
                    .until(
                            () -> shown(acquirer),
                            shown -> shown.contains("\"unsettled\":0,\"inTransit\":0,\"strays\":0"));

            String network = "{\"type\":\"deposit\",\"teller\":%d,\"account\":55,\"amount\":1}";
            assertProblem(execute(issuer, "atm", network.formatted(NETWORK_TELLER_0)), 403, "out-of-scope");
            assertProblem(execute(issuer, "region-0", network.formatted(3)), 403, "out-of-scope");
        }
    }

    private static GrpcContractTest.Answers<FollowResponse> follow(TestServer at, String client) {
        return follow(at, client, new Metadata());
    }

    private static GrpcContractTest.Answers<FollowResponse> follow(TestServer at, String client, Metadata headers) {
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer secret-" + client);
        GrpcContractTest.Answers<FollowResponse> answers = new GrpcContractTest.Answers<>();
        BankServiceGrpc.newStub(
                        ClientInterceptors.intercept(at.channel, MetadataUtils.newAttachHeadersInterceptor(headers)))
                .follow(
                        FollowRequest.newBuilder()
                                .setStart(FollowStart.FOLLOW_START_NOW)
                                .build(),
                        answers);
        return answers;
    }

    @Test
    void other_followers_take_no_place_of_a_region() throws Exception {
        try (TestServer issuer = region(1)) {
            for (int stream = 0; stream < STREAMS_OF_FOLLOWER; stream++) {
                follow(issuer, "region-0").next();
            }
            for (int i = 0; i < FOLLOWERS - 2; i++) {
                for (int stream = 0; stream < STREAMS_OF_FOLLOWER; stream++) {
                    follow(issuer, "follower-" + i).next();
                }
            }
            assertThat(follow(issuer, "follower-" + (FOLLOWERS - 1)).event())
                    .asInstanceOf(InstanceOfAssertFactories.type(StatusRuntimeException.class))
                    .extracting(refused -> refused.getStatus().getCode())
                    .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            try (TestServer acquirer = region(0)) {
                await().atMost(WAIT_MAX).until(() -> shown(acquirer), shown -> shown.contains("\"away\":false"));
            }
        }
    }

    @Test
    void a_client_that_says_it_is_a_region_takes_none_of_its_places() throws Exception {
        try (TestServer issuer = region(1)) {
            String bank;
            try (TestServer acquirer = region(0)) {
                await().atMost(WAIT_MAX).until(() -> shown(acquirer), shown -> shown.contains("\"away\":false"));
                await().atMost(WAIT_MAX).until(() -> shown(issuer), shown -> shown.contains("\"away\":false"));
                bank = ProblemAssert.json(acquirer.get("/v1/bank", "Authorization", "Bearer secret-audit"))
                        .path("bankId")
                        .asString();
            }
            Metadata asRegion = new Metadata();
            asRegion.put(Metadata.Key.of("bank-from", Metadata.ASCII_STRING_MARSHALLER), bank);
            asRegion.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer secret-gateway");
            BankServiceGrpc.BankServiceBlockingStub gateway = BankServiceGrpc.newBlockingStub(
                    ClientInterceptors.intercept(issuer.channel, MetadataUtils.newAttachHeadersInterceptor(asRegion)));
            assertThatThrownBy(() -> gateway.execute(GrpcContractTest.deposit(55, 1)
                            .setTeller(NETWORK_TELLER_0)
                            .build()))
                    .as("a terminal of all branches, at the teller of the region")
                    .hasMessageContaining("PERMISSION_DENIED");
            assertThat(gateway.execute(GrpcContractTest.deposit(55, 1).build()).getPosition())
                    .isPositive();
            for (int stream = 0; stream < STREAMS_OF_FOLLOWER; stream++) {
                Metadata headers = new Metadata();
                headers.put(Metadata.Key.of("bank-from", Metadata.ASCII_STRING_MARSHALLER), bank);
                follow(issuer, "stranger", headers).next();
            }
            try (TestServer acquirer = region(0)) {
                await().atMost(WAIT_MAX).until(() -> shown(acquirer), shown -> shown.contains("\"away\":false"));
            }
        }
    }
}
