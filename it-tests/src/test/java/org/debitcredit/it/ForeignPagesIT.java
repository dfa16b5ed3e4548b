package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What pages of other sites can do to a bank on loopback without tokens, in a real browser. A proof of its own, because
 * a browser takes as long as all of this module's other tests of the network:
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=ForeignPagesIT -Dbank.it.chromium=chromium
 * </pre>
 */
class ForeignPagesIT {

    private static final String CHROMIUM = System.getProperty("bank.it.chromium", "");

    /** What the page does, without a click: the browser's own requests, a form, and a request to its own server. */
    private static final String PAGE = """
            <body><form id="form" method="post" enctype="text/plain" target="frame"><input name="a" value="b"></form>
            <iframe name="frame"></iframe><p id="done"></p><script>
            const bank = 'http://127.0.0.1:%1$d', own = 'http://localhost:%2$d';
            const money = JSON.stringify({type: 'deposit', teller: 1, account: 1, amount: 100});
            const key = {'idempotency-key': '%3$s'};
            async function attempt(name, url, options) {
              try { const answer = await fetch(url, options); return name + ':' + answer.type + ':' + answer.status; }
              catch (e) { return name + ':' + e.name; }
            }
            (async () => {
              const seen = [];
              const text = {'content-type': 'text/plain'}, json = {'content-type': 'application/json'};
              seen.push(await attempt('backup', bank + '/v1/backups', {method: 'POST', mode: 'no-cors', headers: text, body: '{}'}));
              seen.push(await attempt('text', bank + '/v1/transactions', {method: 'POST', mode: 'no-cors', headers: text, body: money}));
              seen.push(await attempt('json', bank + '/v1/transactions', {method: 'POST', headers: {...json, ...key}, body: money}));
              seen.push(await attempt('read', bank + '/v1/bank', {}));
              seen.push(await attempt('control', own + '/control', {method: 'POST', mode: 'no-cors', headers: text, body: '{}'}));
              form.action = bank + '/v1/backups';
              form.submit();
              done.textContent = seen.join(' ');
            })();
            </script></body>
            """;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private TestedServer bank;
    private HttpServer pages;

    @BeforeEach
    void serve() throws IOException {
        assumeTrue(!CHROMIUM.isEmpty(), "no -Dbank.it.chromium");
        bank = SERVERS.ready(ServerCommand.plain(folder.resolve("data")));
        pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        pages.createContext("/", this::answer);
        pages.start();
    }

    @AfterEach
    void stop() {
        if (pages != null) {
            pages.stop(0);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
        byte[] page = PAGE.formatted(
                        bank.httpPort(),
                        pages.getAddress().getPort(),
                        Sent.of(Transaction.deposit(1, 1, 100)).key())
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("content-type", "text/html");
        exchange.sendResponseHeaders(200, page.length);
        exchange.getResponseBody().write(page);
        exchange.close();
    }

    private String shown(String url) {
        return CommandRun.of(
                        List.of(
                                CHROMIUM,
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--user-data-dir=" + folder.resolve("profile"),
                                "--host-resolver-rules=MAP bank.evil.example 127.0.0.1",
                                "--virtual-time-budget=10000",
                                "--dump-dom",
                                url),
                        Map.of())
                .stdout();
    }

    @Test
    void aPageOfAnotherSiteMovesNothingAndReadsNothing() throws IOException {
        String page = shown("http://localhost:" + pages.getAddress().getPort() + "/");
        assertThat(page).contains("json:TypeError", "read:TypeError", "control:");
        assertThat(asked).as("the browser does send such requests").contains("POST /control");
        assertThat(bank.rest().get("/v1/bank").json().required("position").longValue())
                .isZero();
        assertThat(Files.exists(folder.resolve("data").resolve("backups"))).isFalse();
    }

    /** DNS rebinding: the page's own name leads to the bank. */
    @Test
    void aForeignNameOfTheBanksAddressIsNotServed() throws IOException {
        String page = shown("http://bank.evil.example:" + bank.httpPort() + "/v1/bank");
        assertThat(page).contains("misdirected").doesNotContain("tellersPerBranch");
        assertThat(bank.rest().get("/v1/bank").text()).contains("tellersPerBranch");
    }
}
