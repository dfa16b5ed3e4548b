package org.debitcredit.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    ResponseTimesTest() {
        registry.config().meterFilter(new ResponseTimes());
    }

    private void http(String method, String uri, String status, String exception) {
        registry.timer(
                        "http.server.requests",
                        Tags.of("method", method, "uri", uri, "status", status)
                                .and("exception", exception, "error", exception))
                .record(Duration.ofMillis(1));
    }

    private void grpc(String method) {
        registry.timer("grpc.server", "rpc.method", method, "error", "none").record(Duration.ofMillis(1));
    }

    private List<String> lines(String begin) {
        return registry.scrape().lines().filter(line -> line.startsWith(begin)).toList();
    }

    @Test
    void unknownPathsAreOneSeriesForEachStatus() {
        for (String method : List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "UNKNOWN")) {
            for (String exception : List.of("none", "ResponseStatusException", "Malformed")) {
                http(method, "NOT_FOUND", "404", exception);
                http(method, "UNKNOWN", "405", exception);
            }
        }
        assertThat(lines("http_server_requests_seconds_count"))
                .containsExactlyInAnyOrder(
                        "http_server_requests_seconds_count{method=\"UNKNOWN\",status=\"404\",uri=\"NOT_FOUND\"} 24",
                        "http_server_requests_seconds_count{method=\"UNKNOWN\",status=\"405\",uri=\"UNKNOWN\"} 24");
    }

    @Test
    void onlyTransactionsReversalsAndBalancesHaveManyBuckets() {
        http("POST", "/v1/transactions", "200", "none");
        http("POST", "/v1/reversals", "200", "none");
        http("GET", "/v1/accounts/{id}", "200", "none");
        http("GET", "/v1/tellers/{id}", "200", "none");
        http("GET", "/v1/branches/{id}", "200", "none");
        http("GET", "/v1/bank", "200", "none");
        http("GET", "/v1/transactions/{key}", "200", "none");
        http("GET", "/v1/accounts/{id}/statement", "200", "none");
        grpc("Execute");
        grpc("Reverse");
        grpc("GetBalance");
        grpc("GetBank");
        assertThat(lines("http_server_requests_seconds_bucket"))
                .hasSize(5 * 17 + 3 * 2)
                .anyMatch(line -> line.contains("uri=\"/v1/reversals\",le=\"1.0E-4\""))
                .anyMatch(line -> line.contains("uri=\"/v1/accounts/{id}\",le=\"1.0E-4\""))
                .anyMatch(line -> line.contains("uri=\"/v1/transactions\",le=\"1.0E-4\""))
                .anyMatch(line -> line.contains("uri=\"/v1/bank\",le=\"1.0\""));
        assertThat(lines("grpc_server_seconds_bucket"))
                .hasSize(3 * 17 + 2)
                .anyMatch(line -> line.contains("\"GetBalance\",le=\"1.0E-4\""))
                .anyMatch(line -> line.contains("\"Execute\",le=\"10.0\""));
    }

    @Test
    void otherMetersAreAsTheyWere() {
        registry.timer("bank.other", "exception", "none", "uri", "UNKNOWN", "method", "GET")
                .record(Duration.ofMillis(1));
        assertThat(lines("bank_other_seconds_count"))
                .containsExactly("bank_other_seconds_count{exception=\"none\",method=\"GET\",uri=\"UNKNOWN\"} 1");
    }
}
