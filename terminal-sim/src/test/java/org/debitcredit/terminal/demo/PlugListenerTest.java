package org.debitcredit.terminal.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import org.debitcredit.terminal.contract.BankDouble;
import org.debitcredit.terminal.contract.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who can pull the plug over the network, byte by byte: a page of another site, a guesser, the same request again. */
@Timeout(60)
class PlugListenerTest {

    private static final String JSON = "Content-Type: application/json";

    private final AnsweringBank bank = new AnsweringBank(BankDouble.honest());
    private final PlugListener listener =
            new PlugListener(bank.plug, bank.answers, URI.create("http://127.0.0.1:8080/"), InstantSource.system());
    private final int port = listener.page().getPort();
    private final String host = "Host: 127.0.0.1:" + port;
    private final String token = "Authorization: Bearer " + listener.page().getFragment();

    @AfterEach
    void close() {
        listener.close();
        bank.close();
    }

    /** An answer as text, without the connection's end. */
    private record Said(int status, String text) {

        JsonNode json() {
            return Json.read(text.substring(text.indexOf("\r\n\r\n") + 4).getBytes(StandardCharsets.UTF_8));
        }
    }

    private Said send(String request, String body, String... headers) {
        String sent = request + " HTTP/1.1\r\n" + String.join("\r\n", headers)
                + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
            String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Said(Integer.parseInt(text.split(" ")[1]), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String ticket() {
        return "{\"ticket\":\""
                + send("GET /state", "", host, token).json().path("ticket").asText() + "\"}";
    }

    private void refuses(int status, String body, String... headers) {
        assertThat(send("POST /pull", body, headers).status()).isEqualTo(status);
        assertThat(bank.kills).hasValue(0);
    }

    @Test
    void whoeverHasTokenAndTicketKillsOnce() {
        bank.deposit(3);
        String ticket = ticket();
        assertThat(send("POST /pull", ticket, host, token, JSON, "Origin: http://127.0.0.1:" + port)
                        .status())
                .isEqualTo(202);
        bank.checked();
        assertThat(send("POST /pull", ticket, host, token, JSON).status()).isEqualTo(409);
        assertThat(bank.kills).hasValue(1);
        JsonNode state = send("GET /state", "", host, token).json();
        assertThat(state.path("state").asText()).isEqualTo("works");
        assertThat(state.path("pulls").path(0).path("lost").asInt(-1)).isZero();
        assertThat(state.path("pulls").path(0).path("found").asInt()).isGreaterThanOrEqualTo(3);
        assertThat(state.path("pulls").path(0).path("booksBalance").asBoolean()).isTrue();
        assertThat(state.path("moments")).hasSize(RecentAnswers.MOMENTS);
    }

    @Test
    void aPageOfAnotherSiteCannotPull() {
        String ticket = ticket();
        refuses(403, ticket, host, token, JSON, "Origin: https://evil.example");
        refuses(403, ticket, host, token, JSON, "Origin: null");
        refuses(403, ticket, host, token, JSON, "Origin: http://127.0.0.1:" + (port + 1));
        refuses(403, ticket, host, token, JSON, "Sec-Fetch-Site: cross-site");
        refuses(403, ticket, host, token, JSON, "Sec-Fetch-Site: same-site");
        refuses(403, ticket, host, token, JSON, "Sec-Fetch-Site: same-origin", "Origin: https://evil.example");
        refuses(421, ticket, "Host: evil.example:" + port, token, JSON, "Sec-Fetch-Site: same-origin");
        refuses(421, ticket, "Host: 127.0.0.1", token, JSON);
        refuses(415, ticket, host, token, "Content-Type: text/plain");
        refuses(415, ticket, host, token);
    }

    @Test
    void nobodyPullsWithoutTheTokenOrTheTicket() {
        String ticket = ticket();
        refuses(401, ticket, host, JSON);
        refuses(401, ticket, host, JSON, token + "x");
        refuses(401, ticket, host, JSON, token, token);
        refuses(
                401,
                ticket,
                host,
                JSON,
                "Authorization: Basic " + listener.page().getFragment());
        refuses(409, "{\"ticket\":\"\"}", host, JSON, token);
        refuses(409, "{}", host, JSON, token);
        refuses(409, "ticket", host, JSON, token);
        refuses(413, "x".repeat(300), host, JSON, token);
        assertThat(send("GET /pull", "", host, token).status()).isEqualTo(405);
        assertThat(send("POST /state", "", host, token).status()).isEqualTo(405);
        assertThat(send("GET /state", "", host).status()).isEqualTo(401);
        assertThat(send("GET /pull?" + listener.page().getFragment(), "", host).status())
                .isEqualTo(405);
        assertThat(bank.kills).hasValue(0);
    }

    @Test
    void theEndIsSeenOnceAPageWasToldIt() {
        assertThat(send("GET /state", "", host, token).status()).isEqualTo(200);
        bank.plug.verdict("PASSED");
        assertThat(send("GET /state", "", host).status()).isEqualTo(401);
        assertThat(listener.awaitEndSeen(0)).isFalse();
        JsonNode state = send("GET /state", "", host, token).json();
        assertThat(state.path("state").asText()).isEqualTo("ended");
        assertThat(state.path("problem").asText()).isEqualTo("PASSED");
        assertThat(listener.awaitEndSeen(10_000)).isTrue();
    }

    @Test
    void thePageIsServedWithAStrictPolicyAndNoSecret() {
        for (String file : List.of("/", "/plug.js", "/plug.css", "/icon.svg")) {
            Said said = send("GET " + file, "", host);
            assertThat(said.status()).isEqualTo(200);
            assertThat(said.text())
                    .containsIgnoringCase("content-security-policy: default-src 'none'; script-src 'self'")
                    .containsIgnoringCase("x-content-type-options: nosniff")
                    .containsIgnoringCase("referrer-policy: no-referrer")
                    .doesNotContain(listener.page().getFragment());
        }
        assertThat(send("GET /", "", host).text())
                .doesNotContain("<script>", "style=", "onclick", "http://", "https://");
        assertThat(send("GET /other", "", host).status()).isEqualTo(404);
        assertThat(send("GET /", "", "Host: evil.example").status()).isEqualTo(421);
        assertThat(send("GET /", "", host, "Sec-Fetch-Site: cross-site").status())
                .isEqualTo(403);
    }
}
