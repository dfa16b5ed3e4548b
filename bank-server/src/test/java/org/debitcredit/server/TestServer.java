package org.debitcredit.server;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.debitcredit.server.lifecycle.BankLifecycle;
import org.debitcredit.transaction.TransactionKey;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;
import org.springframework.util.FileSystemUtils;

/** A whole server on free ports of loopback, with a client for each of them. */
public final class TestServer implements AutoCloseable {

    static final String JSON = "application/json";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    final ConfigurableApplicationContext context;
    final ManagedChannel channel;
    private final String url;
    /**
     * Whether bodies go without their length, in chunks: such requests take the long way, through the web framework.
     */
    private boolean chunks;

    private TestServer(ConfigurableApplicationContext context) {
        this.context = context;
        url = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
        channel = NettyChannelBuilder.forAddress(
                        "127.0.0.1", context.getBean(GrpcServerLifecycle.class).getPort())
                .usePlaintext()
                .build();
    }

    /** Starts a server whose bank is open. */
    static TestServer open(Path data, String... properties) {
        TestServer server = start(data, List.of(), properties);
        server.awaitOpen();
        return server;
    }

    /**
     * Starts a server with more beans; its bank may still be opening.
     *
     * @param properties each {@code name=value}, or a name alone for one that is to have no value
     */
    static TestServer start(Path data, List<Class<?>> more, String... properties) {
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("bank.data", data.toString());
        arguments.put("bank.branches", "2");
        arguments.put("bank.found", Boolean.toString(!Files.exists(data.resolve("bank"))));
        arguments.put("bank.journal.fill-ahead", "1MB");
        arguments.put("bank.key-window", "10000");
        arguments.put("bank.warm-up", "0s");
        arguments.put("server.port", "0");
        arguments.put("spring.grpc.server.port", "0");
        for (String property : properties) {
            String[] nameAndValue = property.split("=", 2);
            if (nameAndValue.length == 1) {
                arguments.remove(property);
            } else {
                arguments.put(nameAndValue[0], nameAndValue[1]);
            }
        }
        List<Class<?>> sources = new ArrayList<>(List.of(BankServer.class));
        sources.addAll(more);
        return new TestServer(SpringApplication.run(
                sources.toArray(Class<?>[]::new),
                arguments.entrySet().stream()
                        .map(argument -> "--" + argument.getKey() + "=" + argument.getValue())
                        .toArray(String[]::new)));
    }

    /** The HTTP port. */
    public int port() {
        return URI.create(url).getPort();
    }

    void awaitOpen() {
        context.getBean(BankLifecycle.class).opened().join();
    }

    HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers).GET().build());
    }

    HttpResponse<String> post(String body, String... headers) {
        return send(post(body).headers(headers).build());
    }

    /** Posts with a key of its own. */
    HttpResponse<String> execute(String body) {
        return execute(newKey(), body);
    }

    HttpResponse<String> execute(String key, String body) {
        return post(body, "Idempotency-Key", key, "Content-Type", JSON);
    }

    /** Posts a reversal with a key of its own. */
    HttpResponse<String> reverse(String body) {
        return reverse(newKey(), body);
    }

    HttpResponse<String> reverse(String key, String body) {
        return send(request("/v1/reversals", "Idempotency-Key", key, "Content-Type", JSON)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    HttpRequest.Builder post(String body) {
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(body);
        return request("/v1/transactions").POST(chunks ? HttpRequest.BodyPublishers.fromPublisher(known) : known);
    }

    HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofSeconds(10));
        return headers.length == 0 ? request : request.headers(headers);
    }

    static HttpResponse<String> send(HttpRequest request) {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static java.util.concurrent.CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest request) {
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    static String newKey() {
        UUID random = UUID.randomUUID();
        return TransactionKey.uuidV7(
                        System.currentTimeMillis(), random.getMostSignificantBits(), random.getLeastSignificantBits())
                .toString();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        context.close();
    }

    /** The server that all contract tests share; it ends with the tests. */
    public static TestServer shared() {
        return Shared.SERVER;
    }

    /** Another one, to which bodies go in chunks. */
    static TestServer sharedChunked() {
        return Shared.CHUNKED;
    }

    private static final class Shared {
        private static final TestServer SERVER = open();
        private static final TestServer CHUNKED = open();

        static {
            CHUNKED.chunks = true;
        }

        private static TestServer open() {
            try {
                Path data = java.nio.file.Files.createTempDirectory("bank");
                TestServer server = TestServer.open(data);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    server.close();
                    FileSystemUtils.deleteRecursively(data.toFile());
                }));
                return server;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
