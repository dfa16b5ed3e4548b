package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The alerts and the dashboard in a real Prometheus, from the PATH or the directory {@code -Dbank.it.prometheus};
 * skipped where there is none, and says so.
 */
class MonitoringIT {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    private static Path tool(String name) {
        String directories = System.getProperty("bank.it.prometheus", "") + ":"
                + System.getenv().getOrDefault("PATH", "");
        Optional<Path> found = Stream.of(directories.split(":"))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty()) {
            System.out.println("skipped: there is no " + name + " on the PATH or in -Dbank.it.prometheus");
        }
        assumeTrue(found.isPresent(), "there is no " + name);
        return found.orElseThrow();
    }

    private static Path config() {
        return Artifacts.root().resolve("config").resolve("prometheus");
    }

    @Test
    void eachAlertFiresOnWhatBreaksItAndOnNothingElse() {
        String promtool = tool("promtool").toString();
        CommandRun rules = CommandRun.of(
                promtool, "check", "rules", config().resolve("bank-alerts.yaml").toString());
        assertThat(rules.exitCode()).as(rules.stdout() + rules.stderr()).isZero();
        CommandRun tests = CommandRun.of(
                promtool,
                "test",
                "rules",
                config().resolve("bank-alerts-test.yaml").toString());
        assertThat(tests.exitCode()).as(tests.stdout() + tests.stderr()).isZero();
        for (String name : List.of("prometheus.yaml", "prometheus-compose.yaml")) {
            CommandRun all = CommandRun.of(
                    promtool, "check", "config", config().resolve(name).toString());
            assertThat(all.exitCode()).as(all.stdout() + all.stderr()).isZero();
        }
        // The files of its token and authority are not here.
        CommandRun syntax = CommandRun.of(
                promtool,
                "check",
                "config",
                "--syntax-only",
                config().resolve("prometheus-kubernetes.yaml").toString());
        assertThat(syntax.exitCode()).as(syntax.stdout() + syntax.stderr()).isZero();
    }

    /** The test of the alerts can fail. */
    @Test
    void anAlertThatDoesNotFireFailsItsTest() throws IOException {
        String promtool = tool("promtool").toString();
        String rules = Files.readString(config().resolve("bank-alerts.yaml"));
        Files.writeString(
                folder.resolve("bank-alerts.yaml"), rules.replace("bank_mirror_lost == 1", "bank_mirror_lost == 2"));
        Path tests = folder.resolve("bank-alerts-test.yaml");
        Files.copy(config().resolve("bank-alerts-test.yaml"), tests);
        CommandRun run = CommandRun.of(promtool, "test", "rules", tests.toString());
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.stdout() + run.stderr()).contains("BankMirrorLost");
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void everyPanelOfTheDashboardShowsSomething() throws IOException {
        Path prometheus = tool("prometheus");
        TestedServer server = SERVERS.ready(ServerCommand.over(folder.resolve("data"))
                .option("--mirror", folder.resolve("mirror"))
                .option("--projection", "jdbc:sqlite:" + folder.resolve("projection.sqlite")));
        int port = freePort();
        Path settings = Files.writeString(
                folder.resolve("prometheus.yaml"),
                Files.readString(config().resolve("prometheus.yaml"))
                        .replace("scrape_interval: 5s", "scrape_interval: 1s")
                        .replace("rule_files: [bank-alerts.yaml]", "")
                        .replace("127.0.0.1:8080", "127.0.0.1:" + server.httpPort()));
        Process process = new ProcessBuilder(
                        prometheus.toString(),
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + folder.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        try (ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"));
                GrpcBank grpc = server.grpc()) {
            ClientLoad load = ClientLoad.startSmall(server, file, new Random(1));
            try {
                server.collectGarbage();
                RestBank rest = server.rest();
                rest.takeSnapshot();
                assertThat(rest.post("/v1/backups", newKey(), "{}").status()).isEqualTo(200);
                TreeSet<String> empty = new TreeSet<>(expressions());
                assertThat(empty).hasSizeGreaterThan(30);
                await().atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofSeconds(1))
                        .untilAsserted(() -> {
                            // The load's own calls are streams, which are timed when they end.
                            grpc.execute(Sent.of(Transaction.deposit(1, 1, 1)));
                            empty.removeIf(expression -> isShown(port, expression));
                            assertThat(empty).isEmpty();
                        });
            } finally {
                load.close();
            }
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    private static String newKey() {
        return Sent.of(Transaction.deposit(1, 1, 1)).key().toString();
    }

    private static List<String> expressions() throws IOException {
        JsonNode dashboard = JsonText.parse(Files.readString(Artifacts.root().resolve("config/grafana/bank.json")));
        return dashboard.path("panels").findValuesAsText("expr");
    }

    private static boolean isShown(int port, String expression) {
        URI query = URI.create("http://127.0.0.1:" + port + "/api/v1/query?query="
                + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        try {
            String answer = HTTP.send(HttpRequest.newBuilder(query).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            JsonNode json = JsonText.parse(answer);
            assertThat(json.path("status").asText())
                    .as(expression + ": " + answer)
                    .isEqualTo("success");
            JsonNode series = json.path("data").path("result");
            return !series.isEmpty() && areFinite(series);
        } catch (IOException e) {
            // It is not up yet.
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Under load each of the series has a number; NaN shows nothing. */
    private static boolean areFinite(JsonNode series) {
        for (JsonNode each : series) {
            String value = each.path("value").path(1).asText();
            if (value.equals("NaN") || value.endsWith("Inf")) {
                return false;
            }
        }
        return true;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
