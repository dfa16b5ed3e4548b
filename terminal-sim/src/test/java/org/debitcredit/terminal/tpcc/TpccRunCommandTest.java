package org.debitcredit.terminal.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.measure.HistogramLog;
import org.debitcredit.measure.RecordedInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_OUT)
class TpccRunCommandTest {

    @RegisterExtension
    final TpccConsole console = new TpccConsole();

    @TempDir
    private Path folder;

    @Test
    void aRunAtARateShowsPercentilesOnlyWhenItsTestsPassed() throws Exception {
        int exit = console.drive(folder, "run", "--rate", "500", "--patience", "40s", "--seed", "3");

        JsonNode json = console.json();
        boolean isAccepted = json.path("verdict").textValue().equals("accepted");
        assertThat(exit).isEqualTo(isAccepted ? 0 : 1);
        assertThat(json.path("p99Micros").isNull()).isEqualTo(!isAccepted);
        assertThat(json.path("byType").path("delivery").path("p999Micros").isNull())
                .isTrue();
        JsonNode newOrder = json.path("byType").path("newOrder");
        assertThat(newOrder.path("count").longValue()).isBetween(7_000L, 11_000L);
        assertThat(newOrder.path("rollbacks").longValue()).isBetween(20L, 240L);
        assertThat(json.path("newOrdersPerMinute").doubleValue()).isBetween(10_000.0, 16_000.0);
        assertThat(json.path("reasons").path(0).textValue()).startsWith("40 s: ");
        assertThat(json.path("client").path("eventLoopThreads").intValue()).isEqualTo(1);
        assertThat(json.path("client").path("cpuMicrosPerAnswer").doubleValue()).isBetween(1.0, 20_000.0);
        assertThat(json.path("server").path("cpuMicrosPerAnswer").isNull())
                .as("which the server of the tests does not say")
                .isTrue();
        for (String file : List.of("index.html", "result.json", "result.csv", "client.hlog", "server.hlog")) {
            assertThat(folder.resolve(file)).isNotEmptyFile();
        }
        String page = Files.readString(folder.resolve("index.html"));
        if (isAccepted) {
            assertThat(page).contains("Figure 3: durations at the server");
        } else {
            assertThat(page)
                    .contains("Figure 3 is not drawn, because no percentile of this run may be shown")
                    .doesNotContain("share of transactions that took longer");
        }
        List<RecordedInterval> kept = new ArrayList<>();
        HistogramLog.read(folder.resolve("client.hlog"), kept::add);
        assertThat(kept).hasSize(41);
    }

    @Test
    void terminalsAreJudgedByTheirRules() throws Exception {
        console.server().answerAfterMillis(5);

        int exit = console.drive(folder, "run", "--terminals", "4", "--no-think", "--duration", "3s");

        JsonNode json = console.json();
        assertThat(exit).isEqualTo(1);
        assertThat(json.path("verdict").textValue())
                .as("three seconds show no steady state")
                .isIn("undecided", "void");
        assertThat(json.path("load").textValue()).isEqualTo("4 terminals without key and think times");
        assertThat(json.path("byType").path("payment").path("count").longValue())
                .isPositive();
    }
}
