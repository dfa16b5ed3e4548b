package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
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
    void anAnswerTellsItsTimeAndABalanceItsPosition() {
        Instant before = Instant.now().minusSeconds(60);
        JsonNode answer = json(server.execute(deposit(105, "7")));
        Instant time = Instant.parse(answer.path("time").asString());
        assertThat(time).isBetween(before, Instant.now().plusSeconds(60));
        assertThat(json(server.get("/v1/accounts/105")).path("asOf").asLong())
                .isGreaterThanOrEqualTo(answer.path("position").asLong());
        JsonNode refused = json(server.execute(withdrawal(105, 8)));
        assertThat(Instant.parse(refused.path("time").asString())).isAfterOrEqualTo(time);
    }

    @Test
    void aReferenceIsPartOfTheContentAndIsTold() {
        String key = TestServer.newKey();
        String plain = deposit(106, "7");
        String named = plain.replace("}", ",\"reference\":\"ATM \\\"17\\\" \u00E9\u2116\"}");
        JsonNode answer = json(server.execute(key, named));
        assertThat(answer.path("status").asString()).isEqualTo("committed");
        assertThat(json(server.execute(key, named))).isEqualTo(answer);
        assertProblem(server.execute(key, plain), 422, "key-conflict");
        assertProblem(server.execute(key, named.replace("17", "18")), 422, "key-conflict");
        JsonNode status = json(server.get("/v1/transactions/" + key));
        assertThat(status.path("reference").asString()).isEqualTo("ATM \"17\" \u00E9\u2116");
        assertThat(status.path("time")).isEqualTo(answer.path("time"));
        JsonNode posting =
                json(server.get("/v1/accounts/106/statement")).path("postings").get(0);
        assertThat(posting.path("key").asString()).isEqualTo(key);
        assertThat(posting.path("reference")).isEqualTo(status.path("reference"));
        assertThat(posting.path("time")).isEqualTo(answer.path("time"));
        server.execute(plain);
        assertThat(json(server.get("/v1/accounts/106/statement"))
                        .path("postings")
                        .get(0)
                        .has("reference"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "17", "null", "\"a\\nb\"", "\"\\u202Eabc\"", "\"\\uD800\"", "[]"})
    void aReferenceThatCannotBePrintedIsMalformed(String reference) {
        HttpResponse<String> refused =
                server.execute(deposit(107, "7").replace("}", ",\"reference\":" + reference + "}"));
        assertProblem(refused, 400, "malformed");
        assertThat(json(refused).path("detail").asString()).contains("reference");
        String tooLong = deposit(107, "7").replace("}", ",\"reference\":\"" + "\u00E9".repeat(33) + "\"}");
        assertThat(json(server.execute(tooLong)).path("detail").asString())
                .contains("66 bytes")
                .contains("1 to 64");
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

    private static String reversal(String originalKey, String original, String more) {
        return "{\"originalKey\":\"" + originalKey + "\",\"original\":" + original + more + "}";
    }

    @Test
    void aReversalTakesBackACommittedTransactionOnce() {
        server.execute(deposit(8230, "1000"));
        String original = withdrawal(8230, 400).replace("}", ",\"reference\":\"17\"}");
        String originalKey = TestServer.newKey();
        long position =
                json(server.execute(originalKey, original)).path("position").asLong();
        String key = TestServer.newKey();
        String part = reversal(originalKey, original, ",\"performed\":150");
        HttpResponse<String> accepted = server.reverse(key, part);
        assertThat(accepted.statusCode()).isEqualTo(200);
        assertThat(json(accepted).path("status").asString()).isEqualTo("committed");
        assertThat(json(accepted).path("position").asLong()).isEqualTo(position + 1);
        assertThat(json(accepted).path("balance").asLong()).isEqualTo(850);
        assertThat(server.reverse(key, part).body()).isEqualTo(accepted.body());
        assertThat(balance("/v1/accounts/8230")).isEqualTo(850);
        assertProblem(server.reverse(key, reversal(originalKey, original, "")), 422, "key-conflict");
        HttpResponse<String> again = server.reverse(reversal(originalKey, original, ""));
        assertProblem(again, 422, "reversed");
        assertThat(json(again).path("position").asLong()).isEqualTo(position + 2);
        assertProblem(server.reverse(reversal(originalKey, withdrawal(8230, 400), "")), 422, "key-conflict");
        JsonNode status = json(server.get("/v1/transactions/" + key));
        assertThat(status.path("status").asString()).isEqualTo("committed");
        assertThat(status.path("reference").asString()).isEqualTo("17");
        JsonNode taken = json(server.get("/v1/transactions/" + originalKey));
        assertThat(taken.path("status").asString()).isEqualTo("committed");
        assertThat(taken.path("balance").asLong()).isEqualTo(600);
        assertThat(taken.path("reversed").asBoolean()).isTrue();
        assertThat(taken.path("reversedBy").path("key").asString()).isEqualTo(key);
        assertThat(taken.path("reversedBy").path("position").asLong()).isEqualTo(position + 1);
        assertThat(taken.path("reversedBy").path("amount").asLong()).isEqualTo(250);
        assertThat(status.has("reversed")).isFalse();
        assertThat(json(server.execute(originalKey, original)).has("reversed")).isFalse();
        JsonNode posting =
                json(server.get("/v1/accounts/8230/statement")).path("postings").get(0);
        assertThat(posting.path("key").asString()).isEqualTo(key);
        assertThat(posting.path("amount").asLong()).isEqualTo(250);
        assertThat(posting.path("reverses").asLong()).isEqualTo(position);
        assertThat(json(server.get("/v1/totals")).path("holds").asBoolean()).isTrue();
        assertThat(server.get("/actuator/prometheus").body())
                .containsPattern("bank_transactions_total\\{.*outcome=\"committed\",type=\"reversal\"\\} [1-9]")
                .containsPattern("bank_transactions_total\\{.*outcome=\"reversed\",type=\"reversal\"\\} [1-9]");
    }

    @Test
    void aTransactionThatComesAfterItsReversalIsRefused() {
        String originalKey = TestServer.newKey();
        String key = TestServer.newKey();
        String body = reversal(originalKey, deposit(8231, "5"), "");
        HttpResponse<String> accepted = server.reverse(key, body);
        assertThat(accepted.statusCode()).isEqualTo(200);
        HttpResponse<String> late = server.execute(originalKey, deposit(8231, "5"));
        assertProblem(late, 422, "reversed");
        assertThat(json(late).path("position").asLong())
                .isEqualTo(json(accepted).path("position").asLong() - 1);
        assertThat(json(server.get("/v1/transactions/" + originalKey))
                        .path("reason")
                        .asString())
                .isEqualTo("reversed");
        assertThat(server.reverse(key, body).body()).isEqualTo(accepted.body());
        assertThat(balance("/v1/accounts/8231")).isZero();
    }

    @Test
    void aMalformedReversalIsRefusedByName() {
        String key = TestServer.newKey();
        String original = withdrawal(8232, 10);
        String transfer = "{\"type\":\"transfer\",\"teller\":3,\"account\":132,\"target\":133,\"amount\":10}";
        for (String wrong : new String[] {
            "",
            "{}",
            "[]",
            "{\"originalKey\":\"" + key + "\"}",
            "{\"original\":" + original + "}",
            reversal(key, "17", ""),
            reversal(key, original, ",\"original\":" + original),
            reversal(key, original, ",\"performed\":10"),
            reversal(key, original, ",\"performed\":-1"),
            reversal(key, original, ",\"performed\":1.5"),
            reversal(key, original, ",\"amount\":1"),
            reversal(key, original, ",\"performed\":null"),
            reversal(key, original, ",\"performed\":\"1\""),
            reversal(key, original, ",\"performed\":9223372036854775808"),
            reversal(key, original, ",\"performed\":-9223372036854775808"),
            reversal(key, original, ",\"performed\":1,\"performed\":1"),
            reversal(key, original, "") + reversal(key, original, ""),
            reversal(key, original, "").substring(1),
            reversal(key, original, "").replace("}}", "}"),
            reversal(key, "null", ""),
            reversal(key, "[" + original + "]", ""),
            reversal(key, "{}", ""),
            reversal(key, "{\"original\":".repeat(300) + "{}" + "}".repeat(300), ""),
            reversal(key, original.replace("{", "{\"teller\":3,"), ""),
            reversal(key, original.replace("}", ",\"performed\":1}"), ""),
            reversal(key, original.replace("10", "0"), ""),
            reversal(key, original.replace("10", "-10"), ""),
            reversal(key, original, "").replace("\"" + key + "\"", "null"),
            reversal(key, original, "").replace("\"" + key + "\"", "17"),
            reversal(key, original.replace("withdrawal", "reversal"), ""),
            reversal(key, transfer, ",\"performed\":1")
        }) {
            assertProblem(server.reverse(wrong), 400, "malformed");
        }
        assertProblem(server.reverse(key, reversal(key, original, "")), 400, "malformed");
        assertProblem(server.reverse(reversal("17", original, "")), 400, "malformed-key");
        assertProblem(server.reverse("17", reversal(key, original, "")), 400, "malformed-key");
        HttpResponse<String> withoutKey = server.reverse(reversal("", original, ""));
        assertProblem(withoutKey, 400, "malformed-key");
        assertThat(json(withoutKey).path("detail").asString()).startsWith("of the original, the key is ''");
        String longest = reversal(TestServer.newKey(), original, "");
        longest += " ".repeat(4_096 - longest.length());
        assertThat(server.reverse(longest).statusCode()).isEqualTo(200);
        assertProblem(server.reverse(longest + " "), 413, "too-large");
        String untimed = "d9428888-122b-4e1f-b85c-61cd3cbb3210";
        assertProblem(server.reverse(reversal(untimed, original, "")), 400, "key-without-time");
        assertProblem(server.execute(original.replace("withdrawal", "reversal")), 400, "malformed");
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
        assertThat(bank.path("fractionDigits").asInt()).isEqualTo(2);
        assertThat(bank.path("keyWindow").asInt()).isEqualTo(10_000);
        assertThat(bank.path("batchMax").asInt()).isEqualTo(8_192);
        assertThat(bank.path("ledger").asString()).isEqualTo("h2");
        assertThat(bank.path("journalKind").asString()).isEqualTo("chronicle");
        assertThat(bank.path("durable").isBoolean()).isTrue();
        assertThat(UUID.fromString(bank.path("bankId").asString())).isNotNull();
    }

    @Test
    void theBankTellsHowLongItsWindowOfKeysIsOnceThereIsTraffic() {
        JsonNode bank = json(server.get("/v1/bank"));
        for (int i = 0; i < 100_000 && !bank.has("keyWindowSeconds"); i++) {
            server.execute(deposit(195, "1"));
            bank = json(server.get("/v1/bank"));
        }
        assertThat(bank.path("keyWindowSeconds").asDouble()).isPositive();
        assertThat(server.get("/actuator/prometheus").body()).contains("bank_key_window_seconds");
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
                "{'type':'deposit','teller':3,'account':5,'amount':9223372036854775808} | amount is "
                        + "9223372036854775808",
                "{'type':'withdrawal','teller':3,'account':5,'amount':-100} | amount is -100",
                "{'type':'deposit','teller':3,'account':5,'amount':-100} | amount is -100",
                "{'type':'deposit','teller':3,'account':5,'amount':01} | not valid JSON",
                "{'type':'deposit','teller':3,'account':5,'amount':+1} | not valid JSON",
                "{'type':'deposit','teller':3,'account':5,'amount':NaN} | not valid JSON",
                "{'type':'deposit','teller':3,'account':99999999999999999999,'amount':1} | account is "
                        + "99999999999999999999",
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
                "{'type':'deposit','teller':3,'account':5,'amount':1,'amount':2} | field amount is given twice",
                "{'type':'deposit','teller':3,'account':5,'amount':1,'memo':2} | field 'memo' is unknown",
                "{'type':'deposit','teller':3,'account':5,'amount':1,'filler':2} | filler is 2",
                "{'type':'deposit','teller':3,'account':5,'amount':1} x | not valid JSON",
                "{'type':'deposit','teller':3,'account':5,'amount':1}{} | followed by more text",
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
                "d9428888-122b-4e1f-b85c-61cd3cbb3210",
                "d9428888-122b-11e1-b85c-61cd3cbb3210",
                "0198c0de-1234-7abc-cdef-0123456789ab",
                "00000000-0000-0000-0000-000000000000",
                "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
            })
    void aKeyWithoutATimeIsRefusedAndOnlyLookedUp(String key) {
        JsonNode problem = assertProblem(server.execute(key, deposit(175, "1")), 400, "key-without-time");
        assertThat(problem.path("detail").asString()).contains(key.toLowerCase(java.util.Locale.ROOT), "UUIDv7");
        assertProblem(server.execute('"' + key + '"', deposit(175, "1")), 400, "key-without-time");
        assertThat(json(server.get("/v1/transactions/" + key)).path("status").asString())
                .isEqualTo("unknown");
        assertThat(balance("/v1/accounts/175")).isZero();
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
        // More than Spring sorts: such an exception was answered 500, with a stack trace in the log.
        for (String path : List.of("/", "/v1/bank", "/actuator/health")) {
            assertProblem(server.get(path, "Accept", "a/b,".repeat(1_500)), 406, "not-acceptable");
        }
    }

    /** The page of meters was answered 500 to an empty header. */
    @Test
    void noAcceptHeaderIsAFaultOfTheServer() {
        List<String> paths = List.of(
                "/",
                "/v1/bank",
                "/v1/openapi.yaml",
                "/v1/nothing",
                "/actuator",
                "/actuator/health",
                "/actuator/health/liveness",
                "/actuator/info",
                "/actuator/metrics",
                "/actuator/metrics/bank.ready",
                "/actuator/prometheus",
                "/actuator/sbom");
        List<String> headers = List.of(
                "",
                ",",
                ";",
                "*",
                "/",
                "text/plain;version=",
                "*/*;q=2",
                "application/openmetrics-text",
                "a=\"",
                ", */*");
        for (String path : paths) {
            for (String header : headers) {
                assertThat(server.get(path, "Accept", header).statusCode())
                        .as("%s with Accept: %s", path, header)
                        .isLessThan(500);
            }
        }
        assertThat(server.get("/actuator/prometheus", "Accept", "").body()).contains("bank_ready 1.0");
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
        assertProblem(server.get("/nothing"), 404, "not-found");
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
                        "bank_journal_force_seconds_bucket",
                        "bank_engine_batch_size_count",
                        "bank_engine_queue_depth",
                        "bank_writer_seconds_total{step=\"execute\"}",
                        "bank_writer_seconds_total{step=\"force\"}")
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
