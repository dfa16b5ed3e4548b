package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestRulesTest {

    private final RequestRules rules = new RequestRules(Set.of("localhost", "bank.example"));

    private int status(String uri, String host) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, uri);
        request.headers().set("host", host);
        RequestRules.Refused refused = rules.refused(request);
        return refused == null ? 200 : refused.status();
    }

    /** A page can have a name lead to any address (DNS rebinding); it cannot make an address its own. */
    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "localhost:8080, 200",
        "LocalHost:8080, 200",
        "bank.example, 200",
        "127.0.0.1:8080, 200",
        "10.1.2.3, 200",
        "[::1]:8080, 200",
        "[2001:db8::7], 200",
        "evil.example, 421",
        "evil.example:8080, 421",
        "localhost.evil.example, 421",
        "127.0.0.1.evil.example, 421",
        "[::1].evil.example, 421"
    })
    void aServerIsAskedByANameOfItsOwnOrByAnAddress(String host, int status) {
        assertThat(status("/v1/bank", host)).isEqualTo(status);
    }

    @Test
    void aWholeUriIsReadByItsPathAndItsAuthority() {
        assertThat(status("http://localhost/v1/bank", "localhost")).isEqualTo(200);
        assertThat(status("http://evil.example/v1/bank", "localhost")).isEqualTo(421);
        assertThat(status("http://localhost//v1/bank", "localhost")).isEqualTo(404);
        assertThat(status("/v1//bank", "localhost")).isEqualTo(404);
    }
}
