package org.debitcredit.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One tab of a real Chromium without a window, by its DevTools protocol: see "The browser is driven by its own
 * protocol" in docs/design-decisions.md. A machine without Chromium skips the test and says so.
 */
final class Browser implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://127\\.0\\.0\\.1:(\\d+)/.*");
    private static final long ANSWER_SECONDS_MAX = 30;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    private final Queue<String> requested = new ConcurrentLinkedQueue<>();

    private Browser(Process process, URI page) {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(page, new Listener())
                .join();
    }

    /**
     * Starts one.
     *
     * @param profile a directory for it alone
     */
    static Browser open(Path profile) throws IOException {
        Optional<Path> program = installed();
        if (program.isEmpty()) {
            System.out.println("skipped: there is no Chromium on the PATH, and no -Dbank.it.chromium");
        }
        assumeTrue(program.isPresent(), "there is no Chromium on the PATH");
        ProcessBuilder command = new ProcessBuilder(
                        program.orElseThrow().toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        // A browser that is killed leaves its socket's directory.
        command.environment()
                .put("TMPDIR", Files.createDirectories(profile.resolve("tmp")).toString());
        Process process = command.start();
        try {
            Browser browser = new Browser(process, page(port(process)));
            for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
                browser.ask(domain + ".enable", Map.of());
            }
            return browser;
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static Optional<Path> installed() {
        String set = System.getProperty("bank.it.chromium", "");
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(
                        Stream.of(set).filter(name -> !name.isEmpty()).flatMap(name -> onPath(name, path)),
                        NAMES.stream().flatMap(name -> onPath(name, path)))
                .findFirst();
    }

    private static Stream<Path> onPath(String name, String path) {
        return Stream.concat(Stream.of(""), Stream.of(path.split(":")))
                .map(directory -> directory.isEmpty() ? Path.of(name) : Path.of(directory, name))
                .filter(Path::isAbsolute)
                .filter(Files::isExecutable);
    }

    /** The port that it chose. What it writes later is read and dropped, so that it never waits for a reader. */
    private static int port(Process process) throws IOException {
        BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher listening = LISTENING.matcher(line);
            if (listening.matches()) {
                Thread reader = new Thread(() -> drop(lines), "browser-stderr");
                reader.setDaemon(true);
                reader.start();
                return Integer.parseInt(listening.group(1));
            }
        }
        throw new IOException("the browser ended before it listened");
    }

    private static void drop(BufferedReader lines) {
        try {
            lines.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            // The browser has ended.
        }
    }

    private static URI page(int port) throws IOException {
        try {
            String pages = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            for (JsonNode page : JSON.readTree(pages)) {
                if (page.path("type").asText().equals("page")) {
                    return URI.create(page.path("webSocketDebuggerUrl").asText());
                }
            }
            throw new IOException("the browser has no page: " + pages);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private JsonNode ask(String method, Map<String, ?> parameters) {
        int number = numbers.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        asked.put(number, answer);
        ObjectNode message = JSON.createObjectNode().put("id", number).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        socket.sendText(message.toString(), true).join();
        JsonNode answered =
                answer.orTimeout(ANSWER_SECONDS_MAX, TimeUnit.SECONDS).join();
        if (answered.has("error")) {
            throw new AssertionError(method + ": " + answered.path("error"));
        }
        return answered.path("result");
    }

    /** Opens a page and waits until its scripts have run. */
    void visit(String url) {
        ask("Page.navigate", Map.of("url", url));
        value("new Promise(done => document.readyState === 'complete' ? done(1)"
                + " : addEventListener('load', () => done(1)))");
    }

    /** The value of an expression, or of its promise. */
    JsonNode value(String expression) {
        JsonNode result =
                ask("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + result.path("exceptionDetails"));
        }
        return result.path("result").path("value");
    }

    /** The text that an element shows; empty if there is none. */
    String text(String selector) {
        return value("(document.querySelector(" + JSON.valueToTree(selector) + ") || {}).innerText || ''")
                .asText();
    }

    /** The number that an element shows; 0 if it shows none. */
    long number(String selector) {
        String digits = text(selector).replaceAll("[^0-9]", "");
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    /** Sets the window's size and the scheme of colours. */
    void look(int width, int height, boolean dark) {
        ask(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        ask(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** The whole page as PNG. */
    byte[] picture() {
        return Base64.getDecoder()
                .decode(ask("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
                        .path("data")
                        .asText());
    }

    /** What the page did wrong: exceptions, refused loads, breaches of its policy. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Every URL that the page asked for. */
    List<String> requested() {
        return List.copyOf(requested);
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                arrived(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedStage(null);
        }

        private void arrived(String message) {
            JsonNode json;
            try {
                json = JSON.readTree(message);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            CompletableFuture<JsonNode> waiting = asked.remove(json.path("id").asInt());
            if (waiting != null) {
                waiting.complete(json);
            }
            JsonNode about = json.path("params");
            switch (json.path("method").asText()) {
                case "Runtime.exceptionThrown" ->
                    complaints.add(about.path("exceptionDetails").toString());
                case "Log.entryAdded" -> {
                    JsonNode entry = about.path("entry");
                    // A refusal of the bank is an answer, though Chromium calls it a failure of the network.
                    boolean isAnswer = entry.path("source").asText().equals("network")
                            && entry.path("url").asText().contains("/v1/");
                    if (entry.path("level").asText().equals("error") && !isAnswer) {
                        complaints.add(entry.path("text").asText());
                    }
                }
                case "Network.requestWillBeSent" ->
                    requested.add(about.path("request").path("url").asText());
                default -> {
                    // Nothing that a test asks for.
                }
            }
        }
    }
}
