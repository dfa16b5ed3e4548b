package org.debitcredit.terminal.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import picocli.CommandLine;

@ResourceLock(Resources.SYSTEM_OUT)
class TpccSweepCommandTest {

    @RegisterExtension
    final TpccConsole console = new TpccConsole();

    @TempDir
    private Path folder;

    @Test
    void aSweepThatFindsTheLowestRateTooMuchEndsWith1() throws Exception {
        console.server().answerAfterMillis(200);
        CommandLine sweep = new CommandLine(new TpccSweepCommand(new DriveOptions(Duration.ofSeconds(2))));

        assertThat(console.execute(
                        sweep,
                        "--url",
                        console.server().address().toString(),
                        "--report",
                        folder.toString(),
                        "--warm-up",
                        "200ms",
                        "--from",
                        "5000",
                        "--in-flight",
                        "2",
                        "--patience",
                        "40s",
                        "--json"))
                .isEqualTo(1);
        JsonNode json = console.json();
        assertThat(json.path("verdict").textValue()).isEqualTo("rate-not-reached");
        assertThat(json.path("accepted").booleanValue()).isFalse();
        assertThat(json.path("newOrdersPerMinute").isNull()).isTrue();
        assertThat(json.path("deferredDeliveries").path("failed").intValue()).isZero();
        assertThat(json.path("saturationPerSecond").isNull()).isTrue();
        assertThat(json.path("points")).hasSize(1);
        assertThat(Files.readString(folder.resolve("index.html"))).contains("Figure 4: latency against throughput");
        assertThat(Files.readString(folder.resolve("result.csv"))).contains("rate-not-reached");
    }
}
