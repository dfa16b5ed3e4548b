package org.debitcredit.terminal.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_OUT)
class TpccSweepCommandTest {

    @RegisterExtension
    final TpccConsole console = new TpccConsole();

    @TempDir
    private Path folder;

    @Test
    void aSweepThatFindsTheLowestRateTooMuchEndsWith1() throws Exception {
        console.server().answerAfterMillis(200);

        assertThat(console.drive(folder, "sweep", "--from", "5000", "--in-flight", "2", "--patience", "40s"))
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

    @Test
    void aServerThatEndsInTheSweepLeavesWhatWasMeasured() throws Exception {
        // The first rate is measured for 40 s, and about 4,000 requests are due in them and in the warm-up.
        console.server().endAfter(4_500);

        assertThat(console.drive(folder, "sweep", "--from", "100", "--patience", "40s"))
                .isEqualTo(1);
        JsonNode json = console.json();
        assertThat(json.path("verdict").textValue()).isEqualTo("failed");
        assertThat(json.path("reasons").toString()).contains("in the sweep, the server at 127.0.0.1");
        assertThat(json.path("saturationPerSecond").isNull()).isTrue();
        assertThat(json.path("points").size()).isPositive();
        assertThat(json.path("byType").path("payment").path("count").intValue()).isPositive();
        assertThat(json.path("client").path("cpuMicrosPerAnswer").isNumber()).isTrue();
        assertThat(Files.readString(folder.resolve("index.html"))).contains("failed: in the sweep, ");
        assertThat(Files.readString(folder.resolve("result.csv"))).hasLineCount(2);
    }
}
