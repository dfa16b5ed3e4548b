package org.debitcredit.terminal.demo;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.Json;

/**
 * Serves the page of the plug on loopback, in the demo's own process: the service that is killed has no part in it, and
 * no endpoint that stops it. {@code POST /pull} kills the service; it needs the listener's token and the ticket of
 * the next kill, see {@link PlugRules}.
 */
final class PlugListener implements AutoCloseable {

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String JSON = "application/json";
    private static final String PULL = "/pull";
    private static final String STATE = "/state";
    private static final int BODY_BYTES_MAX = 256;
    private static final int THREADS = 4;
    private static final int BACKLOG = 16;

    /** The files of the page, by their paths. */
    private static final Map<String, Answer> FILES = Map.of(
            "/", file("index.html", "text/html;charset=UTF-8"),
            "/plug.css", file("plug.css", "text/css;charset=UTF-8"),
            "/plug.js", file("plug.js", "text/javascript;charset=UTF-8"),
            "/icon.svg", file("icon.svg", "image/svg+xml"));

    /** @param showsEnd whether it tells the page that the run is over */
    private record Answer(int status, String type, byte[] content, boolean showsEnd) {

        static Answer json(int status, Object json) {
            return json(status, json, false);
        }

        static Answer json(int status, Object json, boolean showsEnd) {
            return new Answer(status, JSON, json.toString().getBytes(StandardCharsets.UTF_8), showsEnd);
        }

        static Answer refused(int status, String detail) {
            return json(status, Json.object().put("detail", detail));
        }
    }

    private final String token = Secret.random();
    private final LivePlug plug;
    private final RecentAnswers answers;
    private final URI console;
    private final InstantSource clock;
    private final PlugRules rules;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "plug-listener");
        thread.setDaemon(true);
        return thread;
    });
    private final CountDownLatch endSeen = new CountDownLatch(1);

    /** @param console address of the service's console */
    PlugListener(LivePlug plug, RecentAnswers answers, URI console, InstantSource clock) {
        this.plug = plug;
        this.answers = answers;
        this.console = console;
        this.clock = clock;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        } catch (IOException failed) {
            throw new RunFailure("the page cannot be served: " + FailureText.of(failed), failed);
        }
        rules = new PlugRules(server.getAddress().getPort(), token);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /**
     * Limits the connections of this process's listeners, and the seconds of their requests and answers. The JDK's
     * server has no limits by default, and reads them once, before its first listener.
     */
    static void limitListeners() {
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        System.setProperty("sun.net.httpserver.maxRspTime", "10");
        System.setProperty("jdk.httpserver.maxConnections", "64");
    }

    private static Answer file(String name, String type) {
        try (InputStream in = PlugListener.class.getResourceAsStream("/plug/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the jar does not contain plug/" + name);
            }
            return new Answer(200, type, in.readAllBytes(), false);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The address of the page. The token is in the fragment, which a browser sends to nobody. */
    URI page() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/#" + token);
    }

    private void handle(HttpExchange exchange) throws IOException {
        Answer answer;
        try (exchange) {
            answer = answer(exchange);
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", answer.type());
            headers.set("Content-Security-Policy", POLICY);
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cache-Control", "no-store");
            headers.set("Cross-Origin-Opener-Policy", "same-origin");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            exchange.sendResponseHeaders(answer.status(), answer.content().length);
            exchange.getResponseBody().write(answer.content());
        }
        if (answer.showsEnd()) {
            // Not before it is sent: the listener is closed then, with its connections.
            endSeen.countDown();
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        PlugRules.Refused refused = rules.refused(headers);
        if (refused != null) {
            return Answer.refused(refused.status(), refused.detail());
        }
        String path = String.valueOf(exchange.getRequestURI().getPath());
        Answer file = FILES.get(path);
        boolean isPull = PULL.equals(path);
        if (file == null && !isPull && !STATE.equals(path)) {
            return Answer.refused(404, "there is nothing at this path");
        }
        if (!exchange.getRequestMethod().equals(isPull ? "POST" : "GET")) {
            exchange.getResponseHeaders().set("Allow", isPull ? "POST" : "GET");
            return Answer.refused(405, "the method is not that of this path");
        }
        if (file != null) {
            return file;
        }
        PlugRules.Refused stranger = rules.unauthenticated(headers);
        if (stranger != null) {
            return Answer.refused(stranger.status(), stranger.detail());
        }
        return isPull ? pull(exchange) : state();
    }

    private Answer state() {
        LivePlug.View view = plug.view();
        return Answer.json(
                200, PlugJson.of(view, answers, console, clock.millis()), view.state() == LivePlug.State.ENDED);
    }

    private Answer pull(HttpExchange exchange) throws IOException {
        if (!JSON.equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
            return Answer.refused(415, "Content-Type must be " + JSON);
        }
        byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
        if (body.length > BODY_BYTES_MAX) {
            return Answer.refused(413, "the body must have at most " + BODY_BYTES_MAX + " bytes");
        }
        String ticket = Json.read(body).path("ticket").asText();
        return plug.pull(ticket)
                ? Answer.json(202, Json.object().put("state", "killed"))
                : Answer.refused(409, "the ticket was used, or the service cannot be killed now");
    }

    /** Waits until a page was told the end of the run; returns whether one was. */
    boolean awaitEndSeen(long millisMax) {
        try {
            return endSeen.await(millisMax, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
