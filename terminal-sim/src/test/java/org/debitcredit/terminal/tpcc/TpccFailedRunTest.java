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

@ResourceLock(Resources.SYSTEM_OUT)
class TpccFailedRunTest {

    @RegisterExtension
    final TpccConsole console = new TpccConsole();

    @TempDir
    private Path folder;

    @Test
    void deliveriesThatAreLateFailTheRun() throws Exception {
        console.server().deliverIn(Duration.ofSeconds(81));

        assertThat(console.drive(folder, "run", "--terminals", "4", "--no-think", "--duration", "2s"))
                .isEqualTo(1);
        JsonNode json = console.json();
        assertThat(json.path("verdict").textValue()).isEqualTo("fail");
        assertThat(json.path("deferredDeliveries").path("inTime").booleanValue())
                .isFalse();
        JsonNode reasons = json.path("reasons");
        assertThat(reasons.path(reasons.size() - 1).textValue())
                .startsWith("deferred deliveries are late: the work of all ")
                .contains("90 % of what was done took at most 81.000 s");
        assertThat(json.path("p50Micros").isNull()).isTrue();
        assertThat(Files.readString(folder.resolve("index.html"))).contains("deferred deliveries are late");
    }

    @Test
    void deliveriesThatFailFailTheRun() throws Exception {
        console.server().failDeliveries(1);

        assertThat(console.drive(folder, "run", "--terminals", "4", "--no-think", "--duration", "2s"))
                .isEqualTo(1);
        JsonNode json = console.json();
        assertThat(json.path("verdict").textValue()).isEqualTo("fail");
        assertThat(json.path("deferredDeliveries").path("failed").intValue()).isEqualTo(1);
        assertThat(json.path("reasons").toString()).contains("deferred deliveries failed: the work of 1 of ");
    }

    @Test
    void aReportThatCannotBeWrittenIsNamed() throws Exception {
        Files.createDirectory(folder.resolve("client.hlog"));

        assertThat(console.drive(folder, "run", "--terminals", "1", "--no-think", "--duration", "1s"))
                .isEqualTo(1);
        assertThat(console.err())
                .contains("the report in " + folder + " cannot be written: ")
                .contains("give another folder by --report");
    }
}
