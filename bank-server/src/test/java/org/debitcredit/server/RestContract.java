package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** REST as the contract says, good and bad. */
abstract class RestContract {

    private final TestServer server;

    RestContract(TestServer server) {
        this.server = server;
    }

    private static String deposit(long account, String amount) {
        return "{\"type\":\"deposit\",\"teller\":3,\"account\":" + account + ",\"amount\":" + amount + "}";
    }

    private static String withdrawal(long account, long amount) {
        return deposit(account, Long.toString(amount)).replace("deposit", "withdrawal");
    }

    private long balance(String path) {
        return json(server.get(path)).path("balance").asLong();
    }

    @Test
    void aDepositIsCommittedAndItsBalanceRead() {
        HttpResponse<String> response = server.execute(deposit(100, "700"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).path("status").asString()).isEqualTo("committed");
        assertThat(json(response).path("position").asLong()).isPositive();
        assertThat(json(response).path("balance").asLong()).isEqualTo(700);
        assertThat(balance("/v1/accounts/100")).isEqualTo(700);
    }

    @Test
    void everyTypeMovesMoneyAsItSays() {
        server.execute(deposit(110, "1000"));
        server.execute("{\"type\":\"debit-credit\",\"teller\":3,\"account\":110,\"amount\":-2500}");
        assertThat(balance("/v1/accounts/110")).isEqualTo(-1500);
        server.execute(deposit(110, "2000"));
        server.execute(withdrawal(110, 100));
        HttpResponse<String> transfer = server.execute(
                "{\"type\":\"transfer\",\"teller\":1000003,\"account\":110,\"target\":1000111,\"amount\":150,\"filler\":\"xx\"}");
        assertThat(json(transfer).path("balance").asLong()).isEqualTo(250);
        assertThat(balance("/v1/accounts/1000111")).isEqualTo(150);
    }

    @Test
    void aStatementTellsThePostingsPageByPage() {
        for (int i = 1; i <= 5; i++) {
            server.execute(deposit(1000200, Integer.toString(i)));
        }
        JsonNode first = json(server.get("/v1/accounts/1000200/statement?limit=2"));
        assertThat(first.path("account").asLong()).isEqualTo(1000200);
        assertThat(first.path("balance").asLong()).isEqualTo(15);
        assertThat(first.path("historyFrom").asLong()).isEqualTo(1);
        assertThat(first.path("asOf").asLong())
                .isGreaterThanOrEqualTo(
                        first.path("postings").get(0).path("position").asLong());
        assertThat(amounts(first)).containsExactly(5L, 4L);
        JsonNode newest = first.path("postings").get(0);
        assertThat(newest.path("teller").asLong()).isEqualTo(3);
        assertThat(newest.path("balance").asLong()).isEqualTo(15);
        Instant time = Instant.parse(newest.path("time").asString());
        server.execute(deposit(1000200, "6"));

        JsonNode second = next(first, 2);
        assertThat(amounts(second)).containsExactly(3L, 2L);
        assertThat(second.path("balance").asLong()).isEqualTo(6);
        assertThat(second.path("asOf").asLong()).isEqualTo(first.path("asOf").asLong());
        JsonNode third = next(second, 500);
        assertThat(amounts(third)).containsExactly(1L);
        assertThat(third.has("next")).isFalse();

        String later = time.plusSeconds(3_600).toString();
        assertThat(amounts(json(server.get("/v1/accounts/1000200/statement?from=" + later))))
                .isEmpty();
        assertThat(amounts(json(server.get("/v1/accounts/1000200/statement?to=" + later))))
                .hasSize(6);
        assertThat(amounts(json(server.get("/v1/accounts/201/statement")))).isEmpty();
    }

    private static String detail(HttpResponse<String> response, int status, String reason) {
        return assertProblem(response, status, reason).path("detail").asString();
    }

    private JsonNode next(JsonNode page, int limit) {
        return json(server.get("/v1/accounts/1000200/statement?limit=" + limit + "&cursor="
                + page.path("next").asString()));
    }

    private static List<Long> amounts(JsonNode statement) {
        List<Long> amounts = new ArrayList<>();
        statement
                .path("postings")
                .forEach(posting -> amounts.add(posting.path("amount").asLong()));
        return amounts;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1/statement?limit=0 | limit is '0'",
                "1/statement?limit=501 | limit is '501'",
                "1/statement?limit=x | limit is 'x'",
                "1/statement?from=yesterday | from is 'yesterday'",
                "1/statement?from=2026-01-01T00:00:00 | from is '2026-01-01T00:00:00'",
                "1/statement?to=2026-13-01T00:00:00Z | to is '2026-13-01T00:00:00Z'",
                "1/statement?to=-999999999-01-01T00:00:00Z | to is '-999999999-01-01T00:00:00Z'",
                "1/statement?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z | to is '2026-01-01T00:00:00Z'",
                "1/statement?cursor=abc | cursor is 'abc'",
                "1/statement?cursor=%20 | cursor is ' '",
                "1/statement?cursor=abc&from=2026-01-02T00:00:00Z | cursor is given with from or to",
                "1.0/statement | id is '1.0'"
            })
    void aMalformedQuestionForAStatementNamesWhatIsWrong(String path, String named) {
        assertThat(detail(server.get("/v1/accounts/" + path), 400, "malformed")).contains(named);
    }

    /** A failure that another thread finds, and behind it requests on the same connection. */
    @Test
    void aConnectionIsReadOnAfterAFailureThatTheLoopDidNotFind() {
        for (int i = 0; i < 200; i++) {
            for (String question : List.of("cursor=abc", "limit=0", "limit=501")) {
                assertThat(server.get("/v1/accounts/1/statement?" + question).statusCode())
                        .isEqualTo(400);
            }
        }
    }

    @Test
    void aCursorIsGoodForItsOwnAccountAndAsItWasGiven() {
        server.execute(deposit(1000210, "1"));
        server.execute(deposit(1000210, "2"));
        String cursor = json(server.get("/v1/accounts/1000210/statement?limit=1"))
                .path("next")
                .asString();
        assertThat(detail(server.get("/v1/accounts/1000211/statement?cursor=" + cursor), 400, "malformed"))
                .contains("cursor is of account 1000210; asked for was 1000211");
        char first = cursor.charAt(0) == 'A' ? 'B' : 'A';
        String other = first + cursor.substring(1);
        assertThat(detail(server.get("/v1/accounts/1000210/statement?cursor=" + other), 400, "malformed"))
                .contains("must be 'next' of a statement of this bank");
    }

    @Test
    void theStatementOfAnUnknownAccountIsNotFound() {
        assertThat(detail(server.get("/v1/accounts/9000000/statement"), 404, "unknown-account"))
                .contains("9000000");
    }

    @Test
    void theSumsHoldAndAreEqual() {
        server.execute(deposit(120, "5"));
        JsonNode totals = json(server.get("/v1/totals"));
        assertThat(totals.path("holds").asBoolean()).isTrue();
        assertThat(totals.path("accounts").asLong())
                .isEqualTo(totals.path("history").asLong());
        assertThat(totals.path("historyRows").asLong()).isPositive();
    }

    @Test
    void theBankTellsItsScaleAndLimits() {
        JsonNode bank = json(server.get("/v1/bank"));
        assertThat(bank.path("preset").asString()).isEqualTo("gray2005");
        assertThat(bank.path("branches").asInt()).isEqualTo(2);
        assertThat(bank.path("accountsPerBranch").asInt()).isEqualTo(10_000);
        assertThat(bank.path("currency").asString()).isEqualTo("USD");
        assertThat(bank.path("keyWindow").asInt()).isEqualTo(10_000);
        assertThat(bank.path("batchMax").asInt()).isEqualTo(8_192);
        assertThat(bank.path("ledger").asString()).isEqualTo("h2");
        assertThat(bank.path("journalKind").asString()).isEqualTo("chronicle");
        assertThat(bank.path("durable").isBoolean()).isTrue();
        assertThat(UUID.fromString(bank.path("bankId").asString())).isNotNull();
    }

    @Test
    void theBankTellsWhatItsJournalDid() {
        JsonNode before = json(server.get("/v1/bank"));
        server.execute(deposit(190, "5"));
        JsonNode after = json(server.get("/v1/bank"));
        assertThat(after.path("forces").asLong())
                .isGreaterThan(before.path("forces").asLong());
        assertThat(after.path("journalBytes").asLong())
                .isGreaterThan(before.path("journalBytes").asLong() + 48);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'deposit','teller':3,'account':5,'amount':1.5} | amount is 1.5",
                "{'type':'deposit','teller':3,'account':5,'amount':1e3} | amount is 1e3",
                "{'type':'deposit','teller':3,'account':5,'amount':'100'} | amount is the string '100'",
                "{'type':'deposit','teller':3,'account':5,'amount':null} | amount is null",
                "{'type':'deposit','teller':3,'account':5,'amount':true} | amount is true",
                "{'type':'deposit','teller':3,'account':5,'amount':[1]} | amount is an array",
                "{'type':'deposit','teller':3,'account':5,'amount':{'a':1}} | amount is an object",
                "{'type':'deposit','teller':3,'account':5,'amount':0} | amount is 0",
                "{'type':'deposit','teller':3,'account':5,'amount':-0} | amount is 0",
                "{'type':'deposit','teller':3,'account':5,'amount':9223372036854775808} | amount is 9223372036854775808",
                "{'type':'withdrawal','teller':3,'account':5,'amount':-100} | amount is -100",
                "{'type':'deposit','teller':3,'account':5,'amount':-100} | amount is -100",
                "{'type':'deposit','teller':3,'account':5,'amount':01} | not valid JSON",
                "{'type':'deposit','teller':3,'account':5,'amount':+1} | not valid JSON",
                "{'type':'deposit','teller':3,'account':5,'amount':NaN} | not valid JSON",
                "{'type':'deposit','teller':3,'account':99999999999999999999,'amount':1} | account is 99999999999999999999",
                "{'type':'deposit','teller':3.0,'account':5,'amount':1} | teller is 3.0",
                "{'type':'transfer','teller':3,'account':5,'amount':1} | field target is missing",
                "{'type':'transfer','teller':3,'account':5,'target':5,'amount':1} | target is 5",
                "{'type':'deposit','teller':3,'account':5,'target':6,'amount':1} | target is 6",
                "{'type':'deposit','teller':3,'account':5,'target':-1,'amount':1} | target is -1",
                "{'type':'gift','teller':3,'account':5,'amount':1} | type is 'gift'",
                "{'type':7,'teller':3,'account':5,'amount':1} | type is 7",
                "{'teller':3,'account':5,'amount':1} | field type is missing",
                "{'type':'deposit','account':5,'amount':1} | field teller is missing",
                "{'type':'deposit','teller':3,'amount':1} | field account is missing",
                "{'type':'deposit','teller':3,'account':5} | field amount is missing",
                "{'type':'deposit','teller':3,'account':5,'amount':1,'amount':2} | field amount comes twice",
                "{'type':'deposit','teller':3,'account':5,'amount':1,'memo':2} | field 'memo' is not known",
                "{'type':'deposit','teller':3,'account':5,'amount':1,'filler':2} | filler is 2",
                "{'type':'deposit','teller':3,'account':5,'amount':1} x | not valid JSON",
                "{'type':'deposit','teller':3,'account':5,'amount':1}{} | something follows",
                "{'type':'deposit','teller':3,'account':5,'amount':1 | not valid JSON",
                "[] | must be one JSON object",
                "7 | must be one JSON object",
                "`` | must be one JSON object",
                "nonsense | not valid JSON",
            })
    void aMalformedBodyIsRefusedAndNamed(String body, String detail) {
        long before = balance("/v1/accounts/5");
        HttpResponse<String> response = server.execute(body.replace('\'', '"').replace("\"100\"", "\"100\""));
        JsonNode problem = assertProblem(response, 400, "malformed");
        assertThat(problem.path("detail").asString()).contains(detail);
        assertThat(problem.has("position")).isFalse();
        assertThat(balance("/v1/accounts/5")).isEqualTo(before);
    }

    @Test
    void lackOfFundsTellsTheBalanceHeldAndItsPosition() {
        server.execute(deposit(130, "100"));
        JsonNode problem = assertProblem(server.execute(withdrawal(130, 101)), 422, "insufficient-funds");
        assertThat(problem.path("balance").asLong()).isEqualTo(100);
        assertThat(problem.path("position").asLong()).isPositive();
        assertThat(balance("/v1/accounts/130")).isEqualTo(100);
    }

    @Test
    void unknownIdsAreNotFound() {
        String body = deposit(5, "1");
        assertProblem(server.execute(body.replace(":5,", ":10000,")), 404, "unknown-account");
        assertProblem(server.execute(body.replace(":5,", ":2000000,")), 404, "unknown-account");
        assertProblem(server.execute(body.replace(":5,", ":-1,")), 404, "unknown-account");
        assertProblem(server.execute(body.replace(":3,", ":10,")), 404, "unknown-teller");
        assertProblem(server.execute(body.replace(":3,", ":7000001,")), 404, "unknown-teller");
        String transfer = "{\"type\":\"transfer\",\"teller\":3,\"account\":5,\"target\":999999,\"amount\":1}";
        assertProblem(server.execute(transfer), 404, "unknown-target");
        assertProblem(server.get("/v1/accounts/10000"), 404, "unknown-account");
        assertProblem(server.get("/v1/accounts/-1"), 404, "unknown-account");
        assertProblem(server.get("/v1/tellers/10"), 404, "unknown-teller");
        assertProblem(server.get("/v1/branches/2"), 404, "unknown-branch");
        assertThat(server.get("/v1/branches/1").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "1.0", "1e3", "+1", "9223372036854775808", "99999999999999999999999", "0x10", "%20"})
    void anIdThatIsNoIntegerIsMalformed(String id) {
        assertProblem(server.get("/v1/accounts/" + id), 400, "malformed");
    }

    @Test
    void aBalanceNeverLeavesTheRange() {
        HttpResponse<String> first = server.execute("{\"type\":\"debit-credit\",\"teller\":1000009,\"account\":1000140,"
                + "\"amount\":9223372036854775807}");
        assertThat(first.statusCode()).isEqualTo(200);
        HttpResponse<String> second =
                server.execute("{\"type\":\"debit-credit\",\"teller\":1000009,\"account\":1000140,\"amount\":1}");
        assertProblem(second, 422, "overflow");
        assertThat(balance("/v1/accounts/1000140")).isEqualTo(Long.MAX_VALUE);
        HttpResponse<String> back = server.execute("{\"type\":\"debit-credit\",\"teller\":1000009,\"account\":1000140,"
                + "\"amount\":-9223372036854775807}");
        assertThat(back.statusCode()).isEqualTo(200);
    }

    @Test
    void aKeyIsAnsweredOnceAndForAll() {
        String key = TestServer.newKey();
        HttpResponse<String> first = server.execute(key, deposit(150, "10"));
        HttpResponse<String> repeat = server.execute('"' + key + '"', deposit(150, "10"));
        assertThat(repeat.body()).isEqualTo(first.body());
        assertProblem(server.execute(key, deposit(150, "11")), 422, "key-conflict");
        assertThat(balance("/v1/accounts/150")).isEqualTo(10);
        JsonNode status = json(server.get("/v1/transactions/" + key));
        assertThat(status.path("status").asString()).isEqualTo("committed");
        assertThat(status.path("balance").asLong()).isEqualTo(10);
    }

    @Test
    void aRefusalIsStoredUnderItsKeyToo() {
        String key = TestServer.newKey();
        HttpResponse<String> first = server.execute(key, withdrawal(160, 10));
        server.execute(deposit(160, "100"));
        assertThat(server.execute(key, withdrawal(160, 10)).body()).isEqualTo(first.body());
        JsonNode status = json(server.get("/v1/transactions/" + key));
        assertThat(status.path("status").asString()).isEqualTo("refused");
        assertThat(status.path("reason").asString()).isEqualTo("insufficient-funds");
    }

    @Test
    void anUnseenKeyIsUnknown() {
        JsonNode status = json(server.get("/v1/transactions/" + TestServer.newKey()));
        assertThat(status.path("status").asString()).isEqualTo("unknown");
    }

    @Test
    void aKeyFromTheFutureIsRefused() {
        String key = TransactionKey.uuidV7(System.currentTimeMillis() + 3_600_000, 1, 2)
                .toString();
        assertProblem(server.execute(key, deposit(5, "1")), 400, "key-ahead");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "not-a-uuid",
                "\"\"",
                "0198c0de-1234-4abc-8def-0123456789a",
                "0198c0de-1234-4abc-8def-0123456789abc",
                "0198c0de12344abc8def0123456789ab",
                "0198c0de-1234-4abc-8def-0123456789ag",
                "\"0198c0de-1234-4abc-8def-0123456789ab",
            })
    void aMalformedKeyIsRefused(String key) {
        assertProblem(server.execute(key, deposit(5, "1")), 400, "malformed-key");
    }

    @Test
    void anOversizedKeyIsRefusedAndShownShort() {
        HttpResponse<String> response = server.execute("k".repeat(4_000), deposit(5, "1"));
        assertProblem(response, 400, "malformed-key");
        assertThat(response.body().length()).isLessThan(400);
        assertProblem(server.get("/v1/transactions/" + "k".repeat(2_000)), 400, "malformed-key");
    }

    @Test
    void aMissingOrRepeatedKeyIsRefused() {
        assertProblem(server.post(deposit(5, "1"), "Content-Type", TestServer.JSON), 400, "missing-key");
        assertProblem(
                server.post(
                        deposit(5, "1"),
                        "Content-Type",
                        TestServer.JSON,
                        "Idempotency-Key",
                        TestServer.newKey(),
                        "Idempotency-Key",
                        TestServer.newKey()),
                400,
                "malformed-key");
    }

    @Test
    void onlyJsonIsTaken() {
        String key = TestServer.newKey();
        assertProblem(
                server.post(deposit(5, "1"), "Idempotency-Key", key, "Content-Type", "text/plain"),
                415,
                "unsupported-media-type");
        assertProblem(server.post(deposit(5, "1"), "Idempotency-Key", key), 415, "unsupported-media-type");
        assertProblem(
                server.post(deposit(5, "1"), "Idempotency-Key", key, "Content-Type", "no/such/type"),
                415,
                "unsupported-media-type");
        assertThat(server.post(
                                deposit(5, "1"),
                                "Idempotency-Key",
                                key,
                                "Content-Type",
                                "application/json;charset=utf-8")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void onlyJsonIsAnswered() {
        assertProblem(server.get("/v1/bank", "Accept", "text/html"), 406, "not-acceptable");
        assertProblem(server.get("/v1/bank", "Accept", "nonsense"), 406, "not-acceptable");
    }

    @Test
    void aLargeBodyIsRefused() {
        String large = deposit(5, "1").replace("}", ",\"filler\":\"" + "x".repeat(4_096) + "\"}");
        assertProblem(server.execute(large), 413, "too-large");
        String justFits = deposit(170, "1");
        justFits = justFits.replace("}", ",\"filler\":\"" + "x".repeat(4_096 - justFits.length() - 12) + "\"}");
        assertThat(justFits).hasSize(4_096);
        assertThat(server.execute(justFits).statusCode()).isEqualTo(200);
    }

    @Test
    void whatIsNotThereIsAProblemToo() {
        assertProblem(server.get("/v1/nothing"), 404, "not-found");
        assertProblem(server.get("/"), 404, "not-found");
        assertProblem(server.get("/actuator/env"), 404, "not-found");
        assertProblem(server.get("/actuator/shutdown"), 404, "not-found");
        HttpResponse<String> put = TestServer.send(server.request("/v1/transactions")
                .PUT(HttpRequest.BodyPublishers.ofString("{}"))
                .build());
        assertProblem(put, 405, "method-not-allowed");
        assertThat(put.headers().firstValue("Allow")).hasValue("POST");
    }

    @Test
    void theActuatorShowsTheBanksMeters() {
        server.execute(deposit(180, "1"));
        String meters = server.get("/actuator/prometheus").body();
        assertThat(meters)
                .contains(
                        "bank_transactions_total{outcome=\"committed\",type=\"deposit\"}",
                        "bank_journal_sync_seconds_bucket",
                        "bank_engine_batch_size_count",
                        "bank_engine_queue_depth")
                .containsPattern("http_server_requests_seconds_bucket\\{.*uri=\"/v1/transactions\",le=\"2.0\"");
        assertThat(server.get("/actuator/health/liveness").body()).contains("UP");
        assertThat(server.get("/actuator/health/readiness").body()).contains("UP");
        assertThat(server.get("/actuator/metrics").statusCode()).isEqualTo(200);
    }

    /** Connections stalled now and then when the actuator's own threads wrote the response. */
    @Test
    void aConnectionIsServedOnAfterTheActuatorAnswered() {
        for (int i = 0; i < 150; i++) {
            assertThat(server.get("/actuator/prometheus").statusCode()).isEqualTo(200);
            assertThat(server.get("/v1/bank").statusCode()).isEqualTo(200);
            assertProblem(server.get("/v1/bank", "Accept", "nonsense"), 406, "not-acceptable");
        }
    }
}
