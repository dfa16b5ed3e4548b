package org.debitcredit.server;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.jspecify.annotations.Nullable;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** The bank's authority and a foreign one, clients with their certificates, and servers that ask for them. */
final class CertifiedClients {

    private static final String ATM = "CN=atm-7,O=Bank";

    final TestCertificates bank;
    final TestCertificates foreign;
    private final Path folder;

    CertifiedClients(Path folder) throws IOException, GeneralSecurityException {
        this.folder = folder;
        bank = TestCertificates.authority(folder.resolve("bank.p12"), "CN=Authority of the bank")
                .issue("server", "CN=localhost", "-ext", "SAN=dns:localhost,ip:127.0.0.1")
                .issue("atm", ATM)
                .issue("op", "CN=operator,O=Bank")
                .issue("stranger", "CN=atm-8,O=Bank")
                .issue("expired", ATM, "-startdate", "-10d", "-validity", "5");
        foreign = TestCertificates.authority(folder.resolve("foreign.p12"), "CN=Another authority")
                .issue("atm", ATM);
    }

    TestServer open(String name, String required) throws IOException, GeneralSecurityException {
        return TestServer.open(folder.resolve(name), properties(name, required).toArray(String[]::new));
    }

    List<String> properties(String name, String required) throws IOException, GeneralSecurityException {
        Path trust = bank.writeTrust(folder.resolve("trust-" + name + ".p12"));
        List<String> properties = new ArrayList<>(withoutTrust(required));
        properties.addAll(List.of(
                "spring.ssl.bundle.jks.bank.truststore.location=" + trust.toUri(),
                "spring.ssl.bundle.jks.bank.truststore.password=" + TestCertificates.PASSWORD));
        return properties;
    }

    List<String> withoutTrust(String required) {
        return List.of(
                "spring.ssl.bundle.jks.bank.keystore.location=" + bank.store().toUri(),
                "spring.ssl.bundle.jks.bank.keystore.password=" + TestCertificates.PASSWORD,
                "spring.ssl.bundle.jks.bank.key.alias=server",
                "spring.ssl.bundle.jks.bank.reload-on-update=true",
                "spring.ssl.bundle.watch.file.quiet-period=100ms",
                "server.ssl.bundle=bank",
                "spring.grpc.server.ssl.bundle=bank",
                "bank.security.tokens[0].name=atm",
                "bank.security.tokens[0].sha256=" + HexFormat.of().formatHex(AccessControl.sha256("secret-atm")),
                "bank.security.tokens[0].roles=terminal",
                "bank.security.tokens[1].name=op",
                "bank.security.tokens[1].roles=operator",
                "bank.security.scopes[0].client=atm",
                "bank.security.scopes[0].tellers=0-9",
                "bank.security.certificates.required=" + required,
                // Written with other cases and spaces than in the certificate.
                "bank.security.certificates.clients[0].subject=cn=ATM-7, o=bank",
                "bank.security.certificates.clients[0].client=atm",
                "bank.security.certificates.clients[1].subject=CN=operator,O=Bank",
                "bank.security.certificates.clients[1].client=op");
    }

    HttpResponse<String> send(
            TestServer to,
            HttpClient client,
            String path,
            @Nullable String token,
            HttpRequest.@Nullable BodyPublisher body,
            String key)
            throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://localhost:" + to.port() + path))
                .timeout(Duration.ofSeconds(10));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body != null) {
            request.POST(body).header("Content-Type", TestServer.JSON).header("Idempotency-Key", key);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    HttpResponse<String> get(TestServer to, HttpClient client, String path, @Nullable String token) throws IOException {
        return send(to, client, path, token, null, "");
    }

    HttpClient http(@Nullable String alias) {
        return http(bank, alias);
    }

    HttpClient http(TestCertificates of, @Nullable String alias) {
        return HttpClient.newBuilder().sslContext(of.client(alias, bank)).build();
    }

    interface Calls {
        void on(BankServiceGrpc.BankServiceBlockingStub bank) throws Exception;
    }

    void grpc(TestServer to, TestCertificates of, @Nullable String alias, @Nullable String token, Calls calls)
            throws Exception {
        ManagedChannel channel = channel(to, of, alias);
        try {
            BankServiceGrpc.BankServiceBlockingStub stub =
                    BankServiceGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
            calls.on(
                    token == null
                            ? stub
                            : stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(bearer(token))));
        } finally {
            channel.shutdownNow();
        }
    }

    ManagedChannel channel(TestServer to, TestCertificates of, @Nullable String alias) {
        return channel(to, bank, of, alias);
    }

    ManagedChannel channel(TestServer to, TestCertificates trusted, TestCertificates of, @Nullable String alias) {
        int port = to.context.getBean(GrpcServerLifecycle.class).getPort();
        return NettyChannelBuilder.forAddress(
                        "localhost",
                        port,
                        TlsChannelCredentials.newBuilder()
                                .keyManager(of.keyManagers(alias))
                                .trustManager(trusted.trustManagers())
                                .build())
                .build();
    }

    private static Metadata bearer(String token) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        return headers;
    }
}
