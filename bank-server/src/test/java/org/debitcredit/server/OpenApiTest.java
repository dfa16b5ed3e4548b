package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Refusal;
import org.junit.jupiter.api.Test;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.yaml.snakeyaml.Yaml;

/** The served contract and the application say the same. */
class OpenApiTest {

    private static final String CONTRACT = "/v1/openapi.yaml";

    private final TestServer server = TestServer.shared();

    @Test
    void everyPathAndMethodOfTheContractIsServedAndTheReverse() {
        HttpResponse<String> response = server.get(CONTRACT);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("application/yaml");
        Map<String, Map<String, Map<String, ?>>> contract = new Yaml().load(response.body());
        Set<String> promised = new TreeSet<>();
        Objects.requireNonNull(contract.get("paths"))
                .forEach((path, methods) ->
                        methods.keySet().forEach(method -> promised.add(method.toUpperCase() + " " + path)));
        Set<String> served = new TreeSet<>();
        server.context
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .forEach(mapping -> mapping.getMethodsCondition()
                        .getMethods()
                        .forEach(method -> mapping.getPatternsCondition()
                                .getPatterns()
                                .forEach(pattern -> served.add(method + " " + pattern.getPatternString()))));
        served.remove("GET " + CONTRACT);
        served.remove("GET /v1/openapi.json");
        // It never ends, so it is nothing for a generated client.
        served.remove("GET /v1/status/stream");
        assertThat(served).isEqualTo(promised);
    }

    @Test
    void everyRefusalAndFailureHasAReasonWithItsStatus() {
        for (Refusal refusal : Refusal.values()) {
            assertThat(Reason.of(refusal).id()).isEqualTo(refusal.id());
        }
        for (Failure failure : Failure.values()) {
            assertThat(Reason.of(failure).id()).isEqualTo(failure.id());
        }
    }

    @Test
    void theContractNamesEveryReasonOfTheBank() {
        String contract = server.get(CONTRACT).body();
        Set<Reason> ofHttpItself =
                Set.of(Reason.NOT_FOUND, Reason.METHOD_NOT_ALLOWED, Reason.NOT_ACCEPTABLE, Reason.INTERNAL);
        Set<Reason> ofGrpc = Set.of(
                Reason.ANOTHER_BANK,
                Reason.CURSOR_OF_ANOTHER_BANK,
                Reason.CURSOR_UNKNOWN,
                Reason.CURSOR_EXPIRED,
                Reason.CURSOR_DISCARDED);
        for (Reason reason : Reason.values()) {
            assertThat(contract.contains(reason.id()) || ofHttpItself.contains(reason) || ofGrpc.contains(reason))
                    .as(reason.id())
                    .isTrue();
        }
    }
}
