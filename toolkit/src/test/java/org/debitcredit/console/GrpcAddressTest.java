package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrpcAddressTest {

    @Test
    void a_name_and_addresses_of_both_kinds_are_read() {
        assertThat(GrpcAddress.parse("--url", "bank.example:9090")).isEqualTo(new GrpcAddress("bank.example", 9090));
        assertThat(GrpcAddress.parse("--url", "127.0.0.1:65535")).isEqualTo(new GrpcAddress("127.0.0.1", 65_535));
        assertThat(GrpcAddress.parse("--url", "[::1]:1")).isEqualTo(new GrpcAddress("[::1]", 1));
        assertThat(GrpcAddress.parse("--url", "[::1]:1")).hasToString("[::1]:1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:8080", "https://bank.example", "HTTP://bank.example:9090"})
    void an_http_url_is_refused_as_such(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GrpcAddress.parse("--url", url))
                .withMessage("--url is '" + url
                        + "', which is an HTTP URL; give the host and gRPC port, such as 127.0.0.1:9090");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nowhere",
                ":9090",
                "bank.example:",
                "bank.example:port",
                "bank.example:-1",
                "bank.example:100000",
                "bank.example:9090/v1",
                "a host:9090",
                "grpc://bank.example:9090",
                "::1:9090",
                "[]:9090",
                "[::1]"
            })
    void what_is_no_host_and_port_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GrpcAddress.parse("--url", text))
                .withMessage("--url is '" + text
                        + "'; it must be the host and gRPC port of a service, such as 127.0.0.1:9090 or [::1]:9090");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bank.example:0", "bank.example:65536", "[::1]:99999"})
    void an_impossible_port_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GrpcAddress.parse("--url", text))
                .withMessage("--url is '" + text + "'; its port must be 1 to 65535");
    }
}
