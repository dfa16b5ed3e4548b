package org.debitcredit.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.debitcredit.server.settings.AuditProperties;
import org.debitcredit.server.settings.ConfigurationRefused;
import org.debitcredit.server.trace.RequestTrace;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

class AuditLogTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-31T12:00:00Z"));

    @TempDir
    private Path directory;

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private AuditLog open(@Nullable Path file) throws IOException {
        return new AuditLog(
                new AuditProperties(file, DataSize.ofMegabytes(1), 2), Map.of(7L, "atm \"7\"\n"), CLOCK, registry);
    }

    private double dropped() {
        return registry.get("bank.audit.dropped").counter().count();
    }

    @Test
    void aLineSaysWhoWasRefusedWhatAndWhy() throws IOException {
        Path file = directory.resolve("audit.log");
        try (AuditLog audit = open(file)) {
            InetSocketAddress from = new InetSocketAddress("192.0.2.9", 4_711);
            RequestTrace trace = Objects.requireNonNull(
                    RequestTrace.of("id-1", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
            audit.outOfScope(7, from, "POST /v1/transactions", 8_000_001, trace);
            audit.refused("no-token", 0, from, "GET other", Objects.requireNonNull(RequestTrace.of("id-2", null)));
            audit.operated("backup", 7, null, 12L);
            audit.operated("backup", 7, null, null);
            audit.service("start", true, null, 0L);
        }
        String begin = "{\"@timestamp\":\"2026-01-31T12:00:00Z\",\"event.kind\":\"event\",\"event.action\":";
        assertThat(file)
                .hasContent(String.join(
                        "\n",
                        begin + "\"request\",\"event.outcome\":\"failure\",\"event.reason\":\"out-of-scope\","
                                + "\"user.name\":\"atm \\\"7\\\"\\n\",\"source.ip\":\"192.0.2.9\","
                                + "\"bank.request\":\"POST /v1/transactions\",\"bank.teller\":8000001,"
                                + "\"http.request.id\":\"id-1\",\"trace.id\":\"0af7651916cd43dd8448eb211c80319c\"}",
                        begin + "\"request\",\"event.outcome\":\"failure\",\"event.reason\":\"no-token\","
                                + "\"source.ip\":\"192.0.2.9\",\"bank.request\":\"GET other\","
                                + "\"http.request.id\":\"id-2\"}",
                        begin + "\"backup\",\"event.outcome\":\"success\",\"user.name\":\"atm \\\"7\\\"\\n\","
                                + "\"bank.position\":12}",
                        begin + "\"backup\",\"event.outcome\":\"failure\",\"user.name\":\"atm \\\"7\\\"\\n\"}",
                        begin + "\"start\",\"event.outcome\":\"success\",\"bank.position\":0}"));
        assertThat(dropped()).isZero();
    }

    /** Anybody can be refused, as often as he likes. */
    @Test
    void refusalsHaveABoundedNumberOfLinesAMinuteAndOperatorsAlwaysTheirs() throws IOException {
        Path file = directory.resolve("audit.log");
        try (AuditLog audit = open(file)) {
            for (long client = 1; client <= 10; client++) {
                for (int i = 0; i < AuditLog.REFUSALS_OF_ONE_MAX; i++) {
                    audit.refused("forbidden", client, null, "GET other", RequestTrace.made());
                }
            }
            audit.operated("backup", 7, null, 12L);
        }
        assertThat(Files.readAllLines(file))
                .hasSize(AuditLog.REFUSALS_PER_MINUTE_MAX + 1)
                .last()
                .asString()
                .contains("backup");
        assertThat(dropped()).isEqualTo(10 * AuditLog.REFUSALS_OF_ONE_MAX - AuditLog.REFUSALS_PER_MINUTE_MAX);
    }

    @Test
    void aFloodOfGuessesDoesNotHideWhatAKnownClientTries() throws IOException {
        Path file = directory.resolve("audit.log");
        try (AuditLog audit = open(file)) {
            for (int i = 0; i < 10 * AuditLog.REFUSALS_PER_MINUTE_MAX; i++) {
                InetSocketAddress host = new InetSocketAddress("10.0.0." + i % 100, 4_711);
                audit.refused("no-token", 0, host, "GET other", RequestTrace.made());
            }
            audit.outOfScope(7, null, "Execute", 80_000_001, RequestTrace.made());
        }
        assertThat(Files.readAllLines(file))
                .hasSize(AuditLog.REFUSALS_OF_UNKNOWN_MAX + 1)
                .last()
                .asString()
                .contains("80000001");
    }

    @Test
    void aFloodOfOneHostDoesNotHideWhatAnotherOneTries() throws IOException {
        Path file = directory.resolve("audit.log");
        try (AuditLog audit = open(file)) {
            InetSocketAddress flooding = new InetSocketAddress("192.0.2.9", 4_711);
            for (int i = 0; i < 10 * AuditLog.REFUSALS_OF_HOST_MAX; i++) {
                audit.refused("unknown-token", 0, flooding, "GET other", RequestTrace.made());
            }
            InetSocketAddress another = new InetSocketAddress("192.0.2.10", 4_711);
            audit.refused("unknown-token", 0, another, "GET other", RequestTrace.made());
        }
        assertThat(Files.readAllLines(file))
                .hasSize(AuditLog.REFUSALS_OF_HOST_MAX + 1)
                .last()
                .asString()
                .contains("192.0.2.10");
    }

    /** A client may be at its limits all the time. */
    @Test
    void aClientAtItsLimitsHasFewLinesAndItsOtherRefusalsKeepTheirs() throws IOException {
        Path file = directory.resolve("audit.log");
        try (AuditLog audit = open(file)) {
            for (int i = 0; i < 100; i++) {
                audit.limited(7, null, "Execute", RequestTrace.made());
            }
            for (int i = 0; i < AuditLog.REFUSALS_OF_ONE_MAX; i++) {
                audit.refused("forbidden", 7, null, "GET other", RequestTrace.made());
            }
        }
        assertThat(Files.readAllLines(file))
                .hasSize(AuditLog.REFUSALS_BY_LIMIT_MAX + AuditLog.REFUSALS_OF_ONE_MAX)
                .first()
                .asString()
                .contains("\"event.reason\":\"client-limit\"");
    }

    @Test
    void withoutAFileNothingIsWritten() throws IOException {
        try (AuditLog audit = open(null)) {
            audit.refused("forbidden", 7, null, "GET other", RequestTrace.made());
            audit.outOfScope(7, null, "Execute", 80_000_001, RequestTrace.made());
            audit.outOfScope(7, null, "Execute", 80_000_001, RequestTrace.made());
            audit.limited(7, null, "Execute", RequestTrace.made());
            assertThat(audit.refusals())
                    .as("are counted all the same")
                    .isEqualTo(Map.of("forbidden", 1L, "out-of-scope", 2L, "client-limit", 1L));
        }
        assertThat(directory).isEmptyDirectory();
        assertThat(dropped()).isZero();
    }

    @Test
    void aFileThatCannotBeOpenedIsRefused() {
        assertThatThrownBy(() -> open(directory.resolve("missing").resolve("audit.log")))
                .isInstanceOf(ConfigurationRefused.class)
                .hasMessageContainingAll("bank.audit.file", "missing/audit.log", "cannot be written");
    }

    /** Nobody waits for a file that fails, and each lost line is counted. */
    @Test
    void whatCannotBeWrittenIsCounted() throws IOException {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        Path path = gone.resolve("audit.log");
        Files.writeString(path, "an earlier line\n");
        AuditFile file = new AuditFile(path, 10, 2);
        Files.delete(path);
        Files.delete(gone.resolve(".audit.log.lock"));
        Files.delete(gone);
        try (AuditLog audit = new AuditLog(file, Map.of(), CLOCK, registry)) {
            for (int i = 0; i < 10; i++) {
                audit.refused("forbidden", 7, null, "GET other", RequestTrace.made());
            }
        }
        assertThat(dropped()).isEqualTo(10);
    }

    @Test
    void whatDoesNotFitIntoTheQueueIsCounted() throws IOException {
        Path path = directory.resolve("audit.log");
        int recorded = 0;
        try (AuditLog audit = new AuditLog(new AuditFile(path, 1L << 30, 1), Map.of(), CLOCK, registry)) {
            while (dropped() == 0 && recorded < 5_000_000) {
                audit.refused("forbidden", 0, null, "GET other", RequestTrace.made());
                recorded++;
            }
        }
        assertThat(dropped()).isPositive();
        try (Stream<String> lines = Files.lines(path)) {
            assertThat(lines.filter(line -> line.startsWith("{\"@timestamp\":") && line.endsWith("}")))
                    .hasSize(recorded - (int) dropped());
        }
    }
}
