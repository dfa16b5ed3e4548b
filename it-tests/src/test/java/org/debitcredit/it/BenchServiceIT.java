package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code bank bench --url} against a service. */
class BenchServiceIT {

    @TempDir
    private Path temp;

    private static CommandRun bench(TestedServer server, String... options) {
        List<String> line = new ArrayList<>(List.of(
                Artifacts.java().toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                Artifacts.laboratoryJar().toString(),
                "bench",
                "--url=127.0.0.1:" + server.grpcPort()));
        line.addAll(List.of(options));
        return CommandRun.of(line, Map.of());
    }

    private static JsonNode figures(CommandRun run) {
        assertThat(run.exitCode()).as(run.toString()).isZero();
        List<String> lines = run.stdout().lines().toList();
        return JsonText.parse(lines.get(lines.size() - 1));
    }

    private TestedServer server() {
        return TestedServer.start(
                        ServerCommand.over(temp.resolve("data"))
                                .option("--journal", "file")
                                .property("bank.journal.fill-ahead", "17MB"),
                        temp.resolve("server.log"))
                .awaitReady();
    }

    @Test
    void a_service_is_loaded_in_batches_and_its_journal_counted() {
        try (TestedServer server = server()) {
            JsonNode batches = figures(bench(server, "--batch=50", "--warmup=0", "--seconds=1", "--json"));
            assertThat(batches.path("transactions").asLong()).isPositive();
            assertThat(batches.path("invariantsHold").asBoolean()).isTrue();
            assertThat(batches.path("ledger").asText()).isEqualTo("h2");
            assertThat(batches.path("journal").asText()).isEqualTo("file");
            assertThat(batches.path("durable").isBoolean()).isTrue();
            assertThat(batches.path("forces").asLong()).isPositive();
            assertThat(batches.path("transactionsPerForce").asDouble()).isGreaterThan(1);
            assertThat(batches.path("journalBytesPerTransaction").asDouble()).isGreaterThan(40);
            assertThat(batches.path("longestForceMicros").isNull()).isTrue();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void a_service_is_loaded_in_calls() {
        try (TestedServer server = server()) {
            JsonNode calls = figures(
                    bench(server, "--batch=1", "--calls", "--in-flight=8", "--warmup=0", "--seconds=1", "--json"));
            assertThat(calls.path("transactions").asLong()).isPositive();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void a_secured_service_is_loaded_with_a_token_that_has_both_roles() throws IOException, NoSuchAlgorithmException {
        ServerCommand command = ServerCommand.over(temp.resolve("data"));
        secure(command, 0, "bench", "terminal,auditor");
        secure(command, 1, "atm", "terminal");
        secure(command, 2, "aud", "auditor");
        try (TestedServer server =
                TestedServer.start(command, temp.resolve("server.log")).awaitReady()) {
            CommandRun loaded = bench(server, tokenFile("bench"), "--batch=50", "--warmup=0", "--seconds=1", "--json");
            assertThat(figures(loaded).path("transactions").asLong()).isPositive();
            assertThat(figures(loaded).path("invariantsHold").asBoolean()).isTrue();
            assertThat(loaded.stdout() + loaded.stderr()).doesNotContain("secret");
            assertRefused("requires a valid token. Give one by --token-file or in BANK_TOKEN", bench(server));
            assertRefused("It must have the role terminal, and operator or auditor", bench(server, tokenFile("atm")));
            assertRefused(
                    "a batch failed: PERMISSION_DENIED: the client does not have the role",
                    bench(server, tokenFile("aud"), "--seconds=60"));
        }
    }

    private String tokenFile(String name) throws IOException {
        return "--token-file=" + Files.writeString(temp.resolve(name + ".token"), "secret-" + name + "\n");
    }

    private static void secure(ServerCommand command, int at, String name, String roles)
            throws NoSuchAlgorithmException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(("secret-" + name).getBytes(StandardCharsets.UTF_8));
        command.property("bank.security.tokens[" + at + "].name", name)
                .property(
                        "bank.security.tokens[" + at + "].sha256",
                        HexFormat.of().formatHex(hash))
                .property("bank.security.tokens[" + at + "].roles", roles);
    }

    private static void assertRefused(String told, CommandRun run) {
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
        assertThat(run.stderr()).doesNotContain("\tat ", "secret");
        assertThat(run.stderr().lines().filter(line -> line.startsWith("bank: ")))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(told);
    }
}
