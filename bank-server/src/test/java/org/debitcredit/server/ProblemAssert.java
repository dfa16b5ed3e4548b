package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks problems against RFC 9457 and the contract. */
final class ProblemAssert {

    private static final JsonMapper JSON = new JsonMapper();

    private ProblemAssert() {}

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    /** Checks a problem and answers its members. */
    static JsonNode assertProblem(HttpResponse<String> response, int status, String reason) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = json(response);
        assertThat(problem.path("type").asString()).isEqualTo("urn:debitcredit:" + reason);
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("title").asString()).isNotBlank();
        assertThat(response.body()).doesNotContain("Exception", "org.", "java.", "trace");
        return problem;
    }
}
