package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.ExecuteResponse;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowResponse;
import org.debitcredit.wire.v1.FollowStart;
import org.debitcredit.wire.v1.GetBankRequest;
import org.debitcredit.wire.v1.ReverseRequest;
import org.debitcredit.wire.v1.TransactionType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Two regions over real connections, one of which goes away and returns. */
class RegionsTest {

    private static final int BRANCHES = 3;
    private static final int KEY_WINDOW = 50;
    /** In the last branch: the accounts and tellers that stand for regions 0 and 1. */
    private static final long CORRESPONDENT_0 = 2_000_000;

    private static final long CORRESPONDENT_1 = 2_000_001;
    /** In the same branch; it stands for no region. */
    private static final long LAST_TELLER = 2_000_009;

    /** In another branch than the tills of the other tests. */
    private static final long EMPTIED_TELLER = 1_000_004;

    private static final int STREAMS_OF_CLIENT = 4;
    private static final Duration WAIT_MAX = Duration.ofSeconds(20);

    @TempDir
    private static Path folder;

    private static final int[] GRPC_PORTS = new int[2];
    private static TestServer acquirer;
    private static TestServer issuer;
    /** From the acquirer to the issuer. */
    private static Line line;

    @BeforeAll
    static void open() throws IOException {
        for (int i = 0; i < 2; i++) {
            GRPC_PORTS[i] = FixedPort.free();
        }
        line = new Line(GRPC_PORTS[1]);
        acquirer = region(0);
        assertThat(acquirer.execute(body("deposit", 44, 700)).statusCode()).isEqualTo(202);
        acquirer.close();
        issuer = region(1);
        acquirer = region(0);
        awaitRegions(false, 0);
    }

    @AfterAll
    static void close() throws IOException {
        line.close();
        CompletableFuture<Void> first = CompletableFuture.runAsync(acquirer::close);
        issuer.close();
        first.join();
    }

    private static TestServer region(int number) {
        int other = 1 - number;
        return TestServer.open(
                folder.resolve("region-" + number),
                "bank.ledger=memory",
                "bank.branches=" + BRANCHES,
                "spring.grpc.server.port=" + GRPC_PORTS[number],
                "bank.region.number=" + number,
                "bank.region.count=2",
                "bank.key-window=" + KEY_WINDOW,
                "bank.region.call-max=1s",
                "bank.region.partners[0].number=" + other,
                "bank.region.partners[0].address=127.0.0.1:" + (number == 0 ? line.port() : GRPC_PORTS[other]));
    }

    private static void awaitRegions(boolean isAway, int unsettled) {
        await().atMost(WAIT_MAX)
                .until(
                        () -> acquirer.get("/v1/regions").body(),
                        shown -> shown.contains("\"away\":" + isAway)
                                && shown.contains("\"unsettled\":" + unsettled + ","));
    }

    private static String body(String type, long account, long amount) {
        return "{\"type\":\"%s\",\"teller\":3,\"account\":%d,\"amount\":%d,\"region\":1}"
                .formatted(type, account, amount);
    }

    private static long balance(TestServer at, String path) {
        return json(at.get(path)).path("balance").asLong();
    }

    private static void assertBooks() {
        assertThat(balance(acquirer, "/v1/accounts/" + CORRESPONDENT_1))
                .isEqualTo(balance(issuer, "/v1/tellers/" + CORRESPONDENT_0));
        assertThat(json(acquirer.get("/v1/totals")).path("holds").asBoolean()).isTrue();
        assertThat(json(issuer.get("/v1/totals")).path("holds").asBoolean()).isTrue();
    }

    /** What an earlier test sent must not be under way when the next one cuts the line. */
    @BeforeEach
    void awaitNothingUnderWay() {
        line.repair();
        awaitRegions(false, 0);
    }

    @Test
    void a_region_that_had_never_answered_gets_what_was_paid_in_for_it_before_a_restart() {
        assertThat(balance(issuer, "/v1/accounts/44")).isEqualTo(700);
        assertBooks();
    }

    @Test
    void money_moves_between_regions_and_each_keeps_its_books() {
        String key = TestServer.newKey();
        HttpResponse<String> paidIn = acquirer.execute(key, body("deposit", 55, 1_000));
        assertThat(paidIn.statusCode()).isEqualTo(200);
        assertThat(json(paidIn).path("balance").asLong()).isEqualTo(1_000);
        assertThat(acquirer.execute(key, body("deposit", 55, 1_000)).body())
                .as("a repeat")
                .isEqualTo(paidIn.body());
        assertProblem(acquirer.execute(key, body("deposit", 55, 1_001)), 422, "key-conflict");

        assertProblem(acquirer.execute(body("withdrawal", 55, 1_001)), 422, "insufficient-funds");
        assertThat(json(acquirer.execute(body("withdrawal", 55, 400)))
                        .path("balance")
                        .asLong())
                .isEqualTo(600);
        assertProblem(acquirer.execute(body("deposit", 999_999, 5)), 404, "unknown-account");

        String reversal =
                "{\"originalKey\":\"%s\",\"original\":%s,\"performed\":300}".formatted(key, body("deposit", 55, 1_000));
        String reversalKey = TestServer.newKey();
        // It is not known what stays at the issuer before its stream shows the deposit.
        await().atMost(WAIT_MAX)
                .until(() -> acquirer.reverse(reversalKey, reversal).statusCode() == 200);
        assertThat(json(acquirer.reverse(reversalKey, reversal)).path("balance").asLong())
                .isEqualTo(-100);
        assertBooks();
        awaitRegions(false, 0);
    }

    @Test
    void what_is_paid_in_while_the_region_is_away_reaches_it_once_and_nothing_is_paid_out() {
        issuer.execute("{\"type\":\"deposit\",\"teller\":3,\"account\":77,\"amount\":500}");
        // Without open streams it ends at once.
        line.cut();
        issuer.close();
        line.repair();

        String key = TestServer.newKey();
        HttpResponse<String> paidIn = acquirer.execute(key, body("deposit", 77, 1_000));
        assertThat(paidIn.statusCode()).isEqualTo(202);
        assertThat(json(paidIn).path("inTransit").asBoolean()).isTrue();
        assertThat(json(paidIn).has("balance")).isFalse();
        String withdrawal = TestServer.newKey();
        assertProblem(acquirer.execute(withdrawal, body("withdrawal", 77, 100)), 503, "region-away");
        assertThat(acquirer.execute(key, body("deposit", 77, 1_000)).body())
                .as("a repeat")
                .isEqualTo(paidIn.body());
        assertThat(acquirer.execute(body("deposit", 999_999, 5)).statusCode())
                .as("nobody can tell yet that there is no such account")
                .isEqualTo(202);
        assertThat(json(acquirer.execute("{\"type\":\"deposit\",\"teller\":3,\"account\":7,\"amount\":9}"))
                        .path("balance")
                        .asLong())
                .as("local work goes on")
                .isEqualTo(9);
        assertThat(acquirer.get("/v1/regions").body()).contains("\"unsettled\":2,\"inTransit\":1005");
        assertThat(acquirer.get("/actuator/prometheus").body())
                .contains("bank_region_away{region=\"1\"} 1.0")
                .contains("bank_region_unsettled{region=\"1\"} 2.0")
                .contains("bank_region_in_transit_minor{region=\"1\"} 1005.0")
                .contains("bank_region_strays{region=\"1\"} 0.0");

        // Nothing but its journal and the issuer's tell the acquirer what it had taken.
        acquirer.close();
        issuer = region(1);
        acquirer = region(0);
        awaitRegions(false, 0);
        assertThat(balance(issuer, "/v1/accounts/77")).isEqualTo(1_500);
        assertThat(json(acquirer.execute(key, body("deposit", 77, 1_000)))
                        .path("balance")
                        .asLong())
                .as("a repeat now has the balance that the issuer answered")
                .isEqualTo(1_500);
        assertThat(json(acquirer.execute(withdrawal, body("withdrawal", 77, 100)))
                        .path("balance")
                        .asLong())
                .isEqualTo(1_400);
        assertBooks();
    }

    @Test
    void a_region_returns_after_its_ordinary_key_window_has_passed_twice() {
        issuer.execute("{\"type\":\"deposit\",\"teller\":3,\"account\":66,\"amount\":10000}");
        line.loseAnswers();
        String sentAndExecuted = TestServer.newKey();
        assertProblem(acquirer.execute(sentAndExecuted, body("withdrawal", 66, 300)), 504, "outcome-unknown");
        line.cut();
        String notSent = TestServer.newKey();
        assertThat(acquirer.execute(notSent, body("deposit", 66, 7)).statusCode())
                .isEqualTo(202);
        long issued = balance(issuer, "/v1/accounts/66");
        for (int i = 0; i < 3 * KEY_WINDOW; i++) {
            issuer.execute("{\"type\":\"deposit\",\"teller\":3,\"account\":1,\"amount\":1}");
        }
        assertProblem(
                issuer.execute(notSent, "{\"type\":\"deposit\",\"teller\":3,\"account\":1,\"amount\":1}"),
                422,
                "key-expired");

        line.repair();
        awaitRegions(false, 0);
        assertThat(issued).as("the withdrawal reached the issuer").isEqualTo(9_700);
        assertThat(balance(issuer, "/v1/accounts/66")).isEqualTo(9_707);
        assertThat(acquirer.get("/v1/transactions/" + sentAndExecuted).body()).contains("committed");
        assertThat(acquirer.get("/v1/transactions/" + notSent).body()).contains("committed");
        assertBooks();
    }

    @Test
    void the_same_over_grpc() {
        BankServiceGrpc.BankServiceBlockingStub grpc = BankServiceGrpc.newBlockingStub(acquirer.channel);
        assertThat(grpc.getBank(GetBankRequest.getDefaultInstance()).getRegion())
                .isZero();
        ExecuteRequest request = ExecuteRequest.newBuilder()
                .setKey(GrpcContractTest.key(UUID.fromString(TestServer.newKey())))
                .setType(TransactionType.TRANSACTION_TYPE_DEPOSIT)
                .setTeller(3)
                .setAccount(99)
                .setAmount(250)
                .setRegion(1)
                .build();
        ExecuteResponse paidIn = grpc.execute(request);
        assertThat(paidIn.getBalance()).isEqualTo(250);
        assertThat(paidIn.getInTransit()).isFalse();
        assertThat(grpc.execute(request)).isEqualTo(paidIn);
        assertThatThrownBy(() -> grpc.execute(request.toBuilder().setRegion(7).build()))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("region 7");
        assertBooks();

        ReverseRequest reversal = ReverseRequest.newBuilder()
                .setKey(GrpcContractTest.key(UUID.fromString(TestServer.newKey())))
                .setOriginal(request.toBuilder().clearRegion())
                .setUnseenThrough(1)
                .setSeenAt(1)
                .build();
        assertThatThrownBy(() -> grpc.reverse(reversal))
                .as("only regions tell what they have seen")
                .hasMessageContaining("INVALID_ARGUMENT")
                .hasMessageContaining("seen_at is 1");
    }

    private static BankServiceGrpc.BankServiceBlockingStub grpc(TestServer at, @Nullable String from, String to) {
        Metadata headers = new Metadata();
        if (from != null) {
            headers.put(Metadata.Key.of("bank-from", Metadata.ASCII_STRING_MARSHALLER), from);
        }
        headers.put(Metadata.Key.of("bank-to", Metadata.ASCII_STRING_MARSHALLER), to);
        return BankServiceGrpc.newBlockingStub(
                ClientInterceptors.intercept(at.channel, MetadataUtils.newAttachHeadersInterceptor(headers)));
    }

    private static String bank(TestServer of) {
        return BankServiceGrpc.newBlockingStub(of.channel)
                .getBank(GetBankRequest.getDefaultInstance())
                .getBankId();
    }

    private static ExecuteRequest atNetworkTeller(long amountMinor) {
        return ExecuteRequest.newBuilder()
                .setKey(GrpcContractTest.key(UUID.fromString(TestServer.newKey())))
                .setType(TransactionType.TRANSACTION_TYPE_DEPOSIT)
                .setTeller(CORRESPONDENT_0)
                .setAccount(11)
                .setAmount(amountMinor)
                .build();
    }

    @Test
    void at_the_teller_of_a_region_only_the_bank_posts_that_is_this_region() throws Exception {
        String own = bank(issuer);
        String partner = bank(acquirer);
        String second = UUID.randomUUID().toString();
        assertThatThrownBy(() -> grpc(issuer, null, own).execute(atNetworkTeller(5)))
                .hasMessageContaining("PERMISSION_DENIED")
                .hasMessageContaining("only that region uses it");
        for (String from : List.of(second, own)) {
            assertThatThrownBy(() -> grpc(issuer, from, own).execute(atNetworkTeller(5)))
                    .hasMessageContaining("FAILED_PRECONDITION")
                    .hasMessageContaining("not the bank of any other region");
        }
        assertThat(follow(second).event())
                .as("it would execute here what this region has executed with another bank")
                .asInstanceOf(InstanceOfAssertFactories.type(StatusRuntimeException.class))
                .extracting(refused -> refused.getStatus().getCode())
                .isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThatThrownBy(() -> grpc(issuer, partner, own).execute(atNetworkTeller(OutOfTown.AMOUNT_MINOR_MAX + 1)))
                .as("more than one transaction may add to the branch that all regions share")
                .hasMessageContaining("at most " + OutOfTown.AMOUNT_MINOR_MAX);
        assertProblem(
                issuer.execute(
                        "{\"type\":\"deposit\",\"teller\":%d,\"account\":11,\"amount\":5}".formatted(CORRESPONDENT_0)),
                403,
                "out-of-scope");
        assertThat(balance(issuer, "/v1/accounts/11")).isZero();
    }

    @Test
    void a_call_for_another_bank_moves_no_money() {
        String own = bank(issuer);
        ExecuteRequest local = atNetworkTeller(5).toBuilder().setTeller(3).build();
        assertThatThrownBy(() -> grpc(issuer, bank(acquirer), UUID.randomUUID().toString())
                        .execute(local))
                .hasMessageContaining("FAILED_PRECONDITION")
                .hasMessageContaining("this is bank " + own);
        assertThat(issuer.context.getBean(AuditLog.class).refusals()).containsKey("another-bank");
        assertThatThrownBy(() -> grpc(issuer, bank(acquirer), "nobody").execute(local))
                .hasMessageContaining("INVALID_ARGUMENT")
                .hasMessageContaining("bank-to");
        assertThat(grpc(issuer, null, UUID.randomUUID().toString())
                        .getBank(GetBankRequest.getDefaultInstance())
                        .getBankId())
                .as("it always says which bank it is")
                .isEqualTo(own);
        assertThat(balance(issuer, "/v1/accounts/11")).isZero();
    }

    @Test
    void a_refused_take_back_is_logged_and_a_reversal_under_a_new_key_settles_it() {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        Logger logger = (Logger) LoggerFactory.getLogger("org.debitcredit.server.region.RegionLog");
        logger.addAppender(logged);
        line.cut();
        String deposit = body("deposit", 999_999, 7).replace("\"teller\":3", "\"teller\":" + EMPTIED_TELLER);
        String key = TestServer.newKey();
        assertThat(acquirer.execute(key, deposit).statusCode()).isEqualTo(202);
        // The till has less room below than the deposit that is to be taken back.
        String local = "{\"type\":\"debit-credit\",\"teller\":" + EMPTIED_TELLER + ",\"account\":%d,\"amount\":%d}";
        acquirer.execute(local.formatted(7, -Long.MAX_VALUE));
        assertThat(balance(acquirer, "/v1/tellers/" + EMPTIED_TELLER)).isEqualTo(7 - Long.MAX_VALUE);
        acquirer.execute(local.formatted(8, -3));

        line.repair();
        await().atMost(WAIT_MAX)
                .untilAsserted(() -> assertThat(List.copyOf(logged.list))
                        .filteredOn(event -> event.getLevel() == Level.ERROR)
                        .extracting(ILoggingEvent::getFormattedMessage)
                        .filteredOn(line -> line.startsWith("region 0 refuses to take back"))
                        .singleElement()
                        .asString()
                        .contains(key, "teller " + EMPTIED_TELLER, "amount 7: overflow")
                        .contains("reverse it under a new key"));
        logger.detachAppender(logged);
        acquirer.execute(local.formatted(7, Long.MAX_VALUE));
        awaitRegions(false, 1);
        assertThat(acquirer.reverse(
                                TestServer.newKey(), "{\"originalKey\":\"%s\",\"original\":%s}".formatted(key, deposit))
                        .statusCode())
                .isEqualTo(200);
        awaitRegions(false, 0);
        assertBooks();
    }

    @Test
    void a_region_that_ends_is_away_although_nobody_asks_for_it() {
        line.cut();
        awaitRegions(true, 0);
        assertThat(acquirer.get("/actuator/prometheus").body()).contains("bank_region_away{region=\"1\"} 1.0");
        line.repair();
        awaitRegions(false, 0);
    }

    @Test
    void other_followers_take_no_place_of_a_region() throws Exception {
        List<GrpcContractTest.Answers<FollowResponse>> others = new ArrayList<>();
        for (int i = 0; i < STREAMS_OF_CLIENT; i++) {
            others.add(follow(null));
            others.get(i).next();
        }
        assertThat(follow(null).event())
                .asInstanceOf(InstanceOfAssertFactories.type(StatusRuntimeException.class))
                .extracting(refused -> refused.getStatus().getCode())
                .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        // One is what the region reads all the time.
        follow(bank(acquirer)).next();
    }

    private static GrpcContractTest.Answers<FollowResponse> follow(@Nullable String from) {
        GrpcContractTest.Answers<FollowResponse> answers = new GrpcContractTest.Answers<>();
        BankServiceGrpc.newStub(grpc(issuer, from, bank(issuer)).getChannel())
                .follow(
                        FollowRequest.newBuilder()
                                .setStart(FollowStart.FOLLOW_START_NOW)
                                .build(),
                        answers);
        return answers;
    }

    @Test
    void an_amount_that_could_fill_the_branch_of_all_regions_is_refused() {
        HttpResponse<String> refused = acquirer.execute(body("deposit", 55, Long.MAX_VALUE));
        assertProblem(refused, 400, "malformed");
        assertThat(refused.body()).contains("at most " + OutOfTown.AMOUNT_MINOR_MAX);
    }

    @Test
    void nobody_fills_the_branch_of_all_regions_at_another_teller_of_it() throws Exception {
        String local = "{\"type\":\"deposit\",\"teller\":%d,\"account\":2000500,\"amount\":9}";
        HttpResponse<String> refused = issuer.execute(local.formatted(LAST_TELLER));
        assertProblem(refused, 403, "out-of-scope");
        assertThat(refused.body()).contains("use a teller of another branch");
        assertProblem(
                acquirer.execute(body("deposit", 55, 9).replace("\"teller\":3", "\"teller\":" + LAST_TELLER)),
                403,
                "out-of-scope");
        assertProblem(
                issuer.reverse(
                        TestServer.newKey(),
                        "{\"originalKey\":\"%s\",\"original\":%s}"
                                .formatted(TestServer.newKey(), local.formatted(LAST_TELLER))),
                403,
                "out-of-scope");
        assertThatThrownBy(() -> grpc(issuer, bank(acquirer), bank(issuer))
                        .execute(atNetworkTeller(5).toBuilder()
                                .setTeller(LAST_TELLER)
                                .build()))
                .as("a region has no other teller than its own")
                .hasMessageContaining("PERMISSION_DENIED");
        GrpcContractTest.Answers<ExecuteBatchResponse> batches = new GrpcContractTest.Answers<>();
        BankServiceGrpc.newStub(issuer.channel)
                .executeBatches(batches)
                .onNext(GrpcContractTest.batch(1, 7, 2)
                        .setTeller(1, LAST_TELLER)
                        .build());
        assertThat(batches.next().getError().getDetail())
                .startsWith("transaction 1: ")
                .contains("use a teller of another branch");
        assertProblem(issuer.execute(local.formatted(LAST_TELLER + 1)), 404, "unknown-teller");
        assertThat(issuer.execute(local.formatted(3)).statusCode())
                .as("accounts of that branch are ordinary ones")
                .isEqualTo(200);
    }

    @Test
    void nobody_else_posts_to_the_accounts_that_stand_for_regions() {
        assertProblem(
                acquirer.execute(
                        "{\"type\":\"deposit\",\"teller\":3,\"account\":%d,\"amount\":9}".formatted(CORRESPONDENT_1)),
                403,
                "out-of-scope");
        assertProblem(
                acquirer.execute("{\"type\":\"transfer\",\"teller\":3,\"account\":5,\"target\":%d,\"amount\":9}"
                        .formatted(CORRESPONDENT_1)),
                403,
                "out-of-scope");
        assertProblem(
                acquirer.execute(
                        "{\"type\":\"transfer\",\"teller\":3,\"account\":5,\"target\":6,\"amount\":9,\"region\":1}"),
                400,
                "malformed");
        assertProblem(
                acquirer.execute("{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":9,\"region\":2}"),
                404,
                "unknown-region");
        assertThat(acquirer.execute("{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":9,\"region\":0}")
                        .statusCode())
                .as("its own number")
                .isEqualTo(200);
    }
}
