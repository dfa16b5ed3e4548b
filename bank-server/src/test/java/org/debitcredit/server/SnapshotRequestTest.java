package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** An operator requests a snapshot of the running bank. */
@Timeout(120)
class SnapshotRequestTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":7}";

    @TempDir
    private Path folder;

    @Test
    void a_snapshot_is_durable_when_its_request_is_answered_and_a_start_recovers_from_it() throws IOException {
        Path data = folder.resolve("data");
        Instant before = Instant.now();
        try (TestServer server = TestServer.open(data, "bank.ledger=memory")) {
            for (int i = 0; i < 3; i++) {
                server.execute(DEPOSIT);
            }
            assertThat(snapshots(data)).isEmpty();
            HttpResponse<String> answer = request(server, TestServer.JSON);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            JsonNode snapshot = ProblemAssert.json(answer);
            assertThat(snapshot.path("position").asLong()).isEqualTo(3);
            assertThat(snapshot.path("endPosition").asLong()).isEqualTo(3);
            assertThat(Instant.parse(snapshot.path("began").asString()))
                    .isAfterOrEqualTo(before)
                    .isBeforeOrEqualTo(Instant.parse(snapshot.path("ended").asString()));
            assertThat(Instant.parse(snapshot.path("ended").asString())).isBeforeOrEqualTo(Instant.now());
            assertThat(snapshots(data)).hasSize(1);
        }
        try (TestServer server = TestServer.open(data, "bank.ledger=memory")) {
            assertThat(server.get("/v1/accounts/5").body()).contains("\"balance\":21");
        }
    }

    @Test
    void a_snapshot_that_fails_is_answered_as_failed_and_the_next_one_is_taken() throws IOException {
        Path data = folder.resolve("data");
        try (TestServer server = TestServer.open(data, "bank.ledger=memory")) {
            server.execute(DEPOSIT);
            Path snapshots = data.resolve("snapshots");
            Path aside = data.resolve("aside");
            Files.move(snapshots, aside);
            Files.createFile(snapshots);
            ProblemAssert.assertProblem(request(server, TestServer.JSON), 500, "internal");
            Files.delete(snapshots);
            Files.move(aside, snapshots);
            assertThat(request(server, TestServer.JSON).statusCode()).isEqualTo(200);
        }
    }

    /** A page in the operator's browser can send a form without asking, but no JSON. */
    @Test
    void a_form_requests_no_snapshot() throws IOException {
        Path data = folder.resolve("data");
        try (TestServer server = TestServer.open(data, "bank.ledger=memory")) {
            ProblemAssert.assertProblem(request(server, "text/plain"), 415, "unsupported-media-type");
            assertThat(snapshots(data)).isEmpty();
        }
    }

    private static HttpResponse<String> request(TestServer server, String contentType) {
        return TestServer.send(server.request("/v1/snapshots", "Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build());
    }

    private static List<Path> snapshots(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("snapshots"))) {
            return files.toList();
        }
    }
}
