package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The alerts and the dashboard in {@code config} use meters that the service has, and each alert has its section in the
 * runbook. Whether they fire and show something is tested with a real Prometheus in it-tests.
 */
class MonitoringFilesTest {

    private static final Path ROOT = Path.of("..");
    private static final Path ALERTS = ROOT.resolve("config/prometheus/bank-alerts.yaml");
    private static final Path DASHBOARD = ROOT.resolve("config/grafana/bank.json");
    private static final Path RUNBOOK = ROOT.resolve("docs/reference/runbook.md");

    private static final Pattern METER = Pattern.compile("\\b(?:bank|http|grpc|jvm|process)_[a-z_]+");

    private static List<Map<String, Object>> alerts() throws IOException {
        Map<String, List<Map<String, List<Map<String, Object>>>>> file = new Yaml().load(Files.readString(ALERTS));
        return Objects.requireNonNull(
                Objects.requireNonNull(file.get("groups")).get(0).get("rules"));
    }

    @Test
    void each_alert_has_a_section_in_the_runbook_and_a_test() throws IOException {
        String runbook = Files.readString(RUNBOOK);
        String tests = Files.readString(ALERTS.resolveSibling("bank-alerts-test.yaml"));
        List<String> names = new ArrayList<>();
        for (Map<String, Object> alert : alerts()) {
            String name = String.valueOf(alert.get("alert"));
            names.add(name);
            String link = String.valueOf(((Map<?, ?>) Objects.requireNonNull(alert.get("annotations"))).get("runbook"));
            assertThat(link).isEqualTo("docs/reference/runbook.md#" + name.toLowerCase(java.util.Locale.ROOT));
            assertThat(runbook).contains("\n### " + name + "\n");
            assertThat(tests).contains("name: " + name + " fires", "name: " + name + " is silent");
        }
        assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(20);
    }

    /**
     * Meters of a projection, of an issuer, of TLS, of regions and of calls are there only where those are; the others
     * always.
     */
    @Test
    void each_expression_uses_meters_that_the_service_has() throws IOException {
        TestServer server = TestServer.shared();
        server.execute("{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":1}");
        String scraped = server.get("/actuator/prometheus").body();
        TreeSet<String> used = new TreeSet<>();
        for (Map<String, Object> alert : alerts()) {
            addMeters(used, String.valueOf(alert.get("expr")));
        }
        for (JsonNode panel :
                JsonMapper.shared().readTree(Files.readString(DASHBOARD)).path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                addMeters(used, target.path("expr").asString());
            }
        }
        used.removeIf(meter -> meter.startsWith("bank_projection_")
                || meter.startsWith("bank_security_issuer_")
                || meter.startsWith("bank_tls_")
                || meter.startsWith("bank_region_")
                || meter.startsWith("grpc_server_")
                || meter.startsWith("jvm_gc_pause"));
        assertThat(used)
                .hasSizeGreaterThan(25)
                .allSatisfy(meter -> assertThat(scraped).contains("\n" + meter));
    }

    private static void addMeters(TreeSet<String> used, String expression) {
        Matcher meter = METER.matcher(expression);
        while (meter.find()) {
            used.add(meter.group());
        }
    }
}
