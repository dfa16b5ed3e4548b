package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bank lab}: one round on a real service. */
class LabIT {

    @TempDir
    private Path temp;

    @Test
    void a_round_counts_every_resource_says_one_sentence_and_leaves_nothing() throws IOException {
        List<String> line = new ArrayList<>(List.of(Artifacts.java().toString(), "-XX:TieredStopAtLevel=1"));
        line.addAll(PreparedServer.started());
        line.addAll(List.of("-jar", Artifacts.laboratoryJar().toString(), "lab", "--ledger=memory"));
        line.addAll(List.of("--seconds=1", "--rounds=1", "--directory=" + temp.resolve("lab"), "--json"));
        CommandRun run = CommandRun.of(line, Map.of());
        assertThat(run.stdout()).as(run.toString()).isNotEmpty();
        JsonNode lab = JsonText.parse(run.stdout());
        assertThat(lab.path("end").asText()).isEqualTo("complete");
        assertThat(lab.path("preset").isNull()).isTrue();
        assertThat(lab.path("rounds")).hasSize(1);
        JsonNode round = lab.path("rounds").path(0);
        assertThat(round.path("levers").path("terminals").asInt()).isEqualTo(20);
        String sentence = round.path("sentence").asText();
        assertThat(sentence).isNotEmpty();
        assertThat(run.exitCode())
                .as("on a machine that does other work, no step may be stable")
                .isEqualTo(sentence.startsWith("No step was stable") ? 1 : 0);
        assertThat(run.stderr()).contains(sentence);
        assertThat(round.has("bottleneck") && round.has("next") && round.has("nextLever"))
                .as("on a machine that does other work, what is named may be anything")
                .isTrue();
        assertThat(round.path("steps")).hasSize(3);
        JsonNode full = round.path("steps").path(2);
        assertThat(full.path("inFlight").asInt()).isEqualTo(20);
        assertThat(full.path("transactions").asLong()).isPositive();
        assertThat(full.path("transactionsPerForce").asDouble()).isGreaterThanOrEqualTo(1);
        double seconds = full.path("seconds").asDouble();
        JsonNode resources = full.path("resources");
        assertThat(busy(resources, "PROCESSORS")).isPositive();
        assertThat(busy(resources, "FORCE")).isPositive().isLessThanOrEqualTo(seconds);
        assertThat(busy(resources, "WRITER")).isPositive().isLessThanOrEqualTo(seconds);
        assertThat(busy(resources, "EVENT_LOOPS")).isPositive();
        assertThat(busy(resources, "CLIENT")).isPositive();
        assertThat(busy(resources, "LINE"))
                .as("the 20 lines of 4,800 bytes a second")
                .isBetween(0.2 * 20 * seconds, 20 * seconds);
        try (Stream<Path> left = Files.list(temp.resolve("lab"))) {
            assertThat(left).isEmpty();
        }
    }

    private static double busy(JsonNode resources, String name) {
        return resources.path(name).path("busySeconds").asDouble();
    }
}
