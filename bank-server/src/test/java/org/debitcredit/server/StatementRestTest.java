package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Statements over REST. */
class StatementRestTest {

    private final TestServer server = TestServer.shared();

    private static String deposit(long account, String amount) {
        return "{\"type\":\"deposit\",\"teller\":3,\"account\":" + account + ",\"amount\":" + amount + "}";
    }

    /** Health checks and backups run on Reactor's common threads, which many statements would occupy. */
    @Test
    void statementsAreReadByThreadsOfTheirOwn() {
        assertThat(server.get("/v1/accounts/201/statement").statusCode()).isEqualTo(200);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .anyMatch(name -> name.startsWith("bank-statement"));
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
                "1/statement?cursor=abc&from=2026-01-02T00:00:00Z | cursor is given together with from or to",
                "1.0/statement | id is '1.0'"
            })
    void aMalformedQuestionForAStatementNamesWhatIsWrong(String path, String named) {
        assertThat(detail(server.get("/v1/accounts/" + path), 400, "malformed")).contains(named);
    }

    /** A failure that another thread finds, followed by requests on the same connection. */
    @Test
    void aConnectionIsReadOnAfterAFailureThatTheLoopDidNotFind() {
        for (int i = 0; i < 40; i++) {
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
                .contains("cursor belongs to account 1000210, not to account 1000211");
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
}
