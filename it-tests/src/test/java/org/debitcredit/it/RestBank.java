package org.debitcredit.it;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.jspecify.annotations.Nullable;

/** The bank over REST. */
final class RestBank {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

    private final HttpClient http;
    private final URI base;
    private final @Nullable String token;

    /** What came back. */
    record Answer(HttpResponse<String> response) {

        int status() {
            return response.statusCode();
        }

        JsonNode json() {
            return JsonText.parse(response.body());
        }

        String text() {
            return response.body();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** The stable code of a problem. */
        String reason() {
            return json().path("type").asText().replace("urn:debitcredit:", "");
        }
    }

    RestBank(HttpClient http, URI base, @Nullable String token) {
        this.http = http;
        this.base = base;
        this.token = token;
    }

    static RestBank on(int port) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new RestBank(http, URI.create("http://127.0.0.1:" + port), null);
    }

    RestBank withToken(@Nullable String other) {
        return new RestBank(http, base, other);
    }

    Answer get(String path) throws IOException {
        return send(request(path).GET());
    }

    Answer post(@Nullable String key, String body) throws IOException {
        return post("/v1/transactions", key, body);
    }

    Answer post(String path, @Nullable String key, String body) throws IOException {
        HttpRequest.Builder request =
                request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        return send(request);
    }

    Answer post(Sent sent) throws IOException {
        return post(sent.key().toString(), sent.json());
    }

    /** What became of it; a full ring counts as not executed. */
    Outcome execute(Sent sent) throws IOException {
        Answer answer = post(sent);
        if (answer.status() == 200) {
            return committed(answer.json());
        }
        return switch (answer.reason()) {
            case "busy", "not-executed" -> new Outcome.Failed(Failure.NOT_EXECUTED);
            case "outcome-unknown" -> new Outcome.Failed(Failure.OUTCOME_UNKNOWN);
            default -> refused(answer.reason(), answer.json());
        };
    }

    /** What became of a key; {@code KEY_EXPIRED} when it may be a forgotten one; empty when it is not known. */
    Optional<Outcome> ask(UUID key) throws IOException {
        Answer answer = get("/v1/transactions/" + key);
        if (answer.status() != 200) {
            throw new IOException("asked for " + key + ": " + answer.status() + " " + answer.text());
        }
        JsonNode json = answer.json();
        return switch (json.required("status").asText()) {
            case "committed" -> Optional.of(committed(json));
            case "refused" -> Optional.of(refused(json.required("reason").asText(), json));
            case "expired" -> Optional.of(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
            case "unknown" -> Optional.empty();
            default -> throw new IOException("asked for " + key + ": " + answer.text());
        };
    }

    long balance(String kind, long id) throws IOException {
        return get("/v1/" + kind + "/" + id).json().required("balance").longValue();
    }

    RestTotals totals() throws IOException {
        return RestTotals.of(get("/v1/totals").json());
    }

    /** Takes a snapshot, and returns when it is durable. */
    void takeSnapshot() throws IOException {
        Answer answer = send(request("/v1/snapshots")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}")));
        if (answer.status() != 200) {
            throw new IOException("asked for a snapshot: " + answer.status() + " " + answer.text());
        }
    }

    private static Outcome committed(JsonNode json) {
        return new Outcome.Committed(
                json.required("position").longValue(), json.required("balance").longValue());
    }

    private static Outcome refused(String reason, JsonNode json) throws IOException {
        for (Refusal refusal : Refusal.values()) {
            if (refusal.id().equals(reason)) {
                return new Outcome.Refused(
                        refusal,
                        json.path("position").longValue(),
                        json.path("balance").longValue());
            }
        }
        throw new IOException("no refusal: " + json);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path)).timeout(ANSWER_MAX);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }

    private Answer send(HttpRequest.Builder request) throws IOException {
        try {
            return new Answer(http.send(request.build(), BodyHandlers.ofString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
