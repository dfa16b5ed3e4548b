package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The console in a real browser. With {@code -Dbank.docs.write=true} it also takes the pictures of the documentation.
 */
class ConsoleIT {

    private static final long FREE_BYTES = 1 << 20;
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration PICTURED = Duration.ofSeconds(40);
    private static final int DEAF = 4;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    private static void open(Browser browser, TestedServer server) {
        browser.visit("http://127.0.0.1:" + server.httpPort() + "/");
        await().atMost(SOON).until(() -> browser.text("#state").equals("ready"));
    }

    /** The numbers move although other browsers do not read, and the page is whole in every look. */
    @Test
    void theNumbersMoveUnderLoadThoughOthersDoNotRead() throws IOException {
        TestedServer server = SERVERS.ready(folder.resolve("data"));
        List<Socket> deaf = new ArrayList<>();
        try (Browser browser = Browser.open(folder.resolve("profile"));
                ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            for (int i = 0; i < DEAF; i++) {
                deaf.add(deafStream(server));
            }
            open(browser, server);
            ClientLoad load = ClientLoad.startSmall(server, file, new Random(1));
            try {
                await().atMost(SOON)
                        .until(() -> browser.number("#rate") > 0
                                && !browser.text("#p999").equals("–"));
                long before = browser.number("#position");
                await().atMost(Duration.ofSeconds(4)).until(() -> browser.number("#position") > before);
                assertThat(browser.text("#groups-text")).contains("groups are written per second");
                assertThat(browser.value("document.querySelectorAll('.seat.taken').length")
                                .asInt())
                        .isPositive();
                assertThat(browser.value("document.querySelectorAll('.chart canvas').length")
                                .asInt())
                        .isEqualTo(2);
                long acknowledged = file.acknowledged();
                await().atMost(SOON).until(() -> file.acknowledged() > acknowledged + 100);
                if (Boolean.getBoolean("bank.docs.write")) {
                    // The charts of the pictures show a while.
                    await().during(PICTURED).atMost(PICTURED.plusSeconds(5)).until(() -> true);
                }
                look(browser, "console-light", 1180, 1250, false);
                look(browser, "console-dark", 1180, 1250, true);
                look(browser, "console-phone", 360, 1500, false);
            } finally {
                load.close();
            }
            askAgainWhenNoAnswerBegins(browser);
            moveMoney(browser);
            sendAgainUnderTheSameKey(browser);
            sendAgainWithAnotherToken(browser);
            keepTheDecisionWhenEarlierAttemptsEndLate(browser);
            keepTheStatementThatWasAskedForLast(browser);
            readTheContract(browser, server);
            assertThat(browser.complaints()).isEmpty();
            assertThat(browser.requested())
                    .allMatch(url -> url.startsWith("http://127.0.0.1:" + server.httpPort() + "/"));
        } finally {
            for (Socket socket : deaf) {
                socket.close();
            }
        }
    }

    private static Socket deafStream(TestedServer server) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(1_024);
        socket.connect(new InetSocketAddress("127.0.0.1", server.httpPort()));
        socket.getOutputStream()
                .write("GET /v1/status/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Nothing is wider than the window. */
    private static void look(Browser browser, String name, int width, int height, boolean dark) throws IOException {
        browser.look(width, height, dark);
        await().atMost(SOON)
                .until(() ->
                        browser.value("document.documentElement.scrollWidth").asInt() <= width);
        if (Boolean.getBoolean("bank.docs.write")) {
            Path images = Files.createDirectories(Artifacts.root().resolve("docs/images"));
            await().during(Duration.ofSeconds(20))
                    .atMost(Duration.ofSeconds(25))
                    .until(() -> true);
            Files.write(images.resolve(name + ".png"), browser.picture());
        }
    }

    /** The stream ends, and the next request for it is accepted and not answered, as by a proxy without a service. */
    private static void askAgainWhenNoAnswerBegins(Browser browser) {
        browser.value("window.sent = fetch; window.unanswered = 0;"
                + "window.fetch = (path, options = {}) => {"
                + "  if (path !== '/v1/status/stream' || unanswered++ > 0) return sent(path, options);"
                + "  return new Promise((answer, fail) => options.signal.addEventListener('abort', fail));"
                + "};"
                + "window.readers = ReadableStreamDefaultReader.prototype; window.readNext = readers.read;"
                + "readers.read = () => { readers.read = readNext; return Promise.resolve({done: true}); };"
                + "0");
        await().atMost(SOON).until(() -> browser.text("#state").equals("connecting again"));
        await().atMost(SOON).until(() -> browser.text("#state").equals("ready"));
        assertThat(browser.value("unanswered").asInt()).isEqualTo(2);
        browser.value("window.fetch = sent; 0");
    }

    private static void moveMoney(Browser browser) {
        browser.value("document.querySelector('#money [name=amount]').value = '12.34';"
                + "document.querySelector('#money').requestSubmit()");
        await().atMost(SOON).until(() -> browser.text("#moved").startsWith("Committed at position"));
        browser.value("document.querySelector('#statement').requestSubmit()");
        await().atMost(SOON).until(() -> browser.text("#postings").contains("12.34"));
        browser.value("document.querySelector('#money [name=type]').value = 'withdrawal';"
                + "document.querySelector('#money [name=amount]').value = '99999999.99';"
                + "document.querySelector('#money').dispatchEvent(new Event('input'));"
                + "document.querySelector('#money').requestSubmit()");
        await().atMost(SOON).until(() -> browser.text("#refusals").contains("insufficient-funds"));
        assertThat(browser.text("#moved")).startsWith("Insufficient funds");
    }

    /** The first answer is lost, and then a token has expired: the third attempt still has the first one's key. */
    private static void sendAgainUnderTheSameKey(Browser browser) {
        browser.value("window.sent = fetch; window.keys = [];"
                + "window.fetch = (path, options = {}) => {"
                + "  if (options.method !== 'POST') return sent(path, options);"
                + "  keys.push(options.headers['Idempotency-Key']);"
                + "  if (keys.length === 1) return sent(path, options).then(() => { throw new TypeError(); });"
                + "  if (keys.length === 2) return Promise.resolve(new Response('{\"detail\":\"expired\"}', {status: 401}));"
                + "  return sent(path, options);"
                + "};"
                + "document.querySelector('#money [name=type]').value = 'deposit';"
                + "document.querySelector('#money [name=amount]').value = '56.78'; 0");
        for (String answer : List.of("No answer", "expired", "Committed at position")) {
            browser.value("document.querySelector('#money').requestSubmit()");
            await().atMost(SOON).until(() -> browser.text("#moved").contains(answer));
        }
        assertThat(browser.value("keys.length").asInt()).isEqualTo(3);
        assertThat(browser.value("new Set(keys).size").asInt()).isEqualTo(1);
        browser.value("document.querySelector('#money').requestSubmit()");
        await().atMost(SOON).until(() -> browser.value("keys.length").asInt() == 4);
        assertThat(browser.value("new Set(keys).size").asInt())
                .as("a further one is another transaction")
                .isEqualTo(2);
        browser.value("window.fetch = sent; document.querySelector('#access').hidden = true");
    }

    /** The token may be of another client, for whom the key is another one: nothing is sent before this is said. */
    private static void sendAgainWithAnotherToken(Browser browser) {
        browser.value("window.sent = fetch; window.keys = [];"
                + "window.fetch = (path, options = {}) => {"
                + "  if (options.method !== 'POST') return sent(path, options);"
                + "  keys.push(options.headers['Idempotency-Key']);"
                + "  if (keys.length === 1) return sent(path, options).then(() => { throw new TypeError(); });"
                + "  return sent(path, options);"
                + "};"
                + "document.querySelector('#money [name=amount]').value = '67.89';"
                + "document.querySelector('#money').requestSubmit()");
        await().atMost(SOON).until(() -> browser.text("#moved").contains("No answer"));
        enter(browser, "another");
        browser.value("document.querySelector('#money').requestSubmit()");
        await().atMost(SOON).until(() -> browser.text("#moved").contains("outcome is unknown"));
        assertThat(browser.text("#moved")).startsWith("Not sent");
        assertThat(browser.value("keys.length").asInt()).isEqualTo(1);
        browser.value("document.querySelector('#money').requestSubmit()");
        await().atMost(SOON).until(() -> browser.text("#moved").contains("Committed at position"));
        assertThat(browser.value("keys.length").asInt()).isEqualTo(2);
        assertThat(browser.value("new Set(keys).size").asInt()).isEqualTo(1);
        browser.value("window.fetch = sent; 0");
    }

    /** Three attempts have no answer yet when the fourth is decided. The decision stays, whatever they bring later. */
    private static void keepTheDecisionWhenEarlierAttemptsEndLate(Browser browser) {
        browser.value("window.sent = fetch; window.keys = []; window.held = [];"
                + "window.fetch = (path, options = {}) => {"
                + "  if (options.method !== 'POST') return sent(path, options);"
                + "  keys.push(options.headers['Idempotency-Key']);"
                + "  if (keys.length > 3) return sent(path, options);"
                + "  return new Promise((answer, fail) => held.push({answer, fail}));"
                + "};"
                + "document.querySelector('#money [name=amount]').value = '78.90';"
                + "for (let i = 0; i < 4; i++) document.querySelector('#money').requestSubmit();"
                + "0");
        await().atMost(SOON).until(() -> browser.text("#moved").startsWith("Committed at position"));
        assertThat(browser.value("new Set(keys).size").asInt()).isEqualTo(1);
        String decision = browser.text("#moved");
        end(browser, "held[0].fail(new TypeError())");
        assertThat(browser.text("#moved")).isEqualTo(decision);
        end(browser, "held[1].answer({ok: false, status: 500, text: () => Promise.resolve('{}')})");
        assertThat(browser.text("#moved")).isEqualTo(decision);
        end(browser, "held[2].answer({ok: true, text: () => Promise.resolve('{\"position\": 0, \"balance\": 0}')})");
        assertThat(browser.text("#moved"))
                .as("the key of another client is another key")
                .startsWith("Committed at position 0.")
                .contains("for two clients");
        browser.value("window.fetch = sent; 0");
    }

    /** The balance of account 1 comes after the statement of account 2, which was asked for later. */
    private static void keepTheStatementThatWasAskedForLast(Browser browser) {
        browser.value("window.sent = fetch; window.held = [];"
                + "window.fetch = (path, options = {}) =>"
                + "  path === '/v1/accounts/1' ? new Promise(answer => held.push(answer)) : sent(path, options);"
                + "for (const account of ['1', '2']) {"
                + "  document.querySelector('#statement [name=account]').value = account;"
                + "  document.querySelector('#statement').requestSubmit();"
                + "}"
                + "0");
        await().atMost(SOON)
                .until(() -> browser.text("#balance").contains("No postings")
                        || browser.value("!document.querySelector('#postings').hidden")
                                .asBoolean());
        String balance = browser.text("#balance");
        assertThat(balance).startsWith("Balance");
        end(browser, "held[0]({ok: true, text: () => Promise.resolve('{\"balance\": 987654321}')})");
        assertThat(browser.text("#balance")).isEqualTo(balance);
        browser.value("window.fetch = sent; 0");
    }

    /** Ends a held attempt, and returns after the page has seen that. */
    private static void end(Browser browser, String attempt) {
        browser.value(attempt + "; new Promise(done => setTimeout(done, 0, 0))");
    }

    private static void readTheContract(Browser browser, TestedServer server) {
        browser.visit("http://127.0.0.1:" + server.httpPort() + "/docs");
        await().atMost(SOON)
                .until(() -> browser.value("document.querySelectorAll('article h3').length")
                                .asInt()
                        > 10);
        assertThat(browser.text("#execute")).contains("POST", "/v1/transactions", "Idempotency-Key", "insufficient");
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aLostMirrorTurnsRedWithinTwoSeconds() throws IOException {
        try (SmallDisk disk = SmallDisk.mount(folder, "48m");
                Servers servers = SERVERS.endedBefore();
                Browser browser = Browser.open(folder.resolve("profile"));
                ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            TestedServer server = servers.ready(ServerCommand.over(folder.resolve("data"))
                    .option("--ledger", "memory")
                    .option("--mirror", disk.path().resolve("mirror"))
                    .property("bank.key-window", 20_000)
                    .property("bank.journal.mirror.on-loss", "degrade"));
            open(browser, server);
            assertThat(mirror(browser)).isEqualTo("tile good");
            disk.leaveFree(FREE_BYTES);
            ClientLoad load = ClientLoad.startSmall(server, file, new Random(1));
            try {
                RestBank rest = server.rest();
                await().atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> rest.get("/actuator/health").text().contains("lostCopy"));
                await().atMost(Duration.ofSeconds(2))
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> mirror(browser).equals("tile bad"));
                assertThat(browser.text("#problems"))
                        .contains("is lost", disk.path().toString());
                assertThat(browser.text("#state")).isEqualTo("serves on one copy");
            } finally {
                load.close();
            }
        }
    }

    private static String mirror(Browser browser) {
        return browser.value("(document.querySelector('[data-part=Mirror]') || {}).className || ''")
                .asText();
    }

    /** Without a token the page asks for one; with it, the token is in no URL. */
    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aSecuredBankAsksForATokenAndShowsItInNoUrl() throws IOException {
        TestedServer server = SERVERS.ready(ServerCommand.over(folder.resolve("data"))
                .property("bank.security.tokens[0].name", "op")
                .property("bank.security.tokens[0].roles", "operator")
                // Of the token "secret".
                .property(
                        "bank.security.tokens[0].sha256",
                        "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"));
        try (Browser browser = Browser.open(folder.resolve("profile"))) {
            browser.visit("http://127.0.0.1:" + server.httpPort() + "/");
            await().atMost(SOON).until(() -> browser.text("#state").equals("needs a token"));
            enter(browser, "wrong");
            await().atMost(SOON).until(() -> browser.text("#denied").contains("valid token"));
            enter(browser, "secret");
            await().atMost(SOON).until(() -> browser.text("#state").equals("ready"));
            assertThat(browser.value("document.querySelector('#access').hidden").asBoolean())
                    .isTrue();
            assertThat(browser.requested()).noneMatch(url -> url.contains("secret"));
        }
    }

    private static void enter(Browser browser, String token) {
        browser.value("document.querySelector('#token').value = '" + token + "';"
                + "document.querySelector('#access').requestSubmit()");
    }
}
