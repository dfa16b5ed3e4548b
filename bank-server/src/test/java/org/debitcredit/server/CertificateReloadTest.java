package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.GetBankRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** Certificates, keys and authorities that are replaced while a service runs. */
class CertificateReloadTest {

    private static final Duration RELOADED_MAX = Duration.ofSeconds(30);

    @TempDir
    private static Path folder;

    private static CertifiedClients clients;

    @BeforeAll
    static void issue() throws IOException, GeneralSecurityException {
        clients = new CertifiedClients(folder);
    }

    @Test
    void anotherAuthorityIsTrustedOnceItsFileIsThere() throws Exception {
        try (TestServer reloading = clients.open("reloading", "false")) {
            assertThat(clients.get(reloading, clients.http("atm"), "/v1/bank", null)
                            .statusCode())
                    .isEqualTo(200);
            clients.foreign.writeTrust(folder.resolve("trust-reloading.p12"));
            long deadlineNanos = System.nanoTime() + RELOADED_MAX.toNanos();
            while (!isLetIn(reloading, clients.http(clients.foreign, "atm"))) {
                assertThat(System.nanoTime()).as("reloaded in time").isLessThan(deadlineNanos);
            }
            assertThat(isLetIn(reloading, clients.http("atm")))
                    .as("the former authority")
                    .isFalse();
        }
    }

    @Test
    void grpcTrustsAnotherAuthorityOnceItsFileIsThereAndNoLongerTheFormerOne() throws Exception {
        try (TestServer reloading = clients.open("reloading-grpc", "false")) {
            assertThat(isServed(reloading, clients.bank, clients.bank, "atm")).isTrue();
            clients.foreign.writeTrust(folder.resolve("trust-reloading-grpc.p12"));
            long deadlineNanos = System.nanoTime() + RELOADED_MAX.toNanos();
            while (!isServed(reloading, clients.bank, clients.foreign, "atm")) {
                assertThat(System.nanoTime()).as("reloaded in time").isLessThan(deadlineNanos);
            }
            assertThat(isServed(reloading, clients.bank, clients.bank, "atm"))
                    .as("the former authority")
                    .isFalse();
        }
    }

    /** A client that goes on with an earlier TLS session skips the check of its certificate in the handshake. */
    @Test
    void grpcDoesNotServeAResumedSessionOfAFormerAuthority() throws Exception {
        try (TestServer reloading = clients.open("resumed", "false")) {
            SSLContext atm = clients.bank.client("atm", clients.bank);
            assertThat(statusOfGetBank(reloading, atm)).isZero();
            assertThat(statusOfGetBank(reloading, atm)).as("maybe resumed").isZero();
            clients.foreign.writeTrust(folder.resolve("trust-resumed.p12"));
            long deadlineNanos = System.nanoTime() + RELOADED_MAX.toNanos();
            while (!isServed(reloading, clients.bank, clients.foreign, "atm")) {
                assertThat(System.nanoTime()).as("reloaded in time").isLessThan(deadlineNanos);
            }
            assertThat(statusOfGetBank(reloading, atm)).isNotZero();
        }
    }

    /** The status of a call over a new connection; -1 if the handshake fails. */
    private static int statusOfGetBank(TestServer to, SSLContext client) {
        int port = to.context.getBean(GrpcServerLifecycle.class).getPort();
        try {
            SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("localhost", port);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            try (RawGrpc raw = new RawGrpc(socket)) {
                return raw.getBank(1).grpc();
            }
        } catch (IOException refused) {
            return -1;
        }
    }

    @Test
    void grpcShowsAnotherCertificateOnceItsFileIsThere() throws Exception {
        TestCertificates next = TestCertificates.authority(folder.resolve("next.p12"), "CN=Next authority")
                .issue("server", "CN=localhost", "-ext", "SAN=dns:localhost,ip:127.0.0.1");
        Path keys = Files.copy(clients.bank.store(), folder.resolve("keys.p12"));
        List<String> properties = new ArrayList<>(clients.properties("keys", "false"));
        properties.removeIf(property -> property.startsWith("spring.ssl.bundle.jks.bank.keystore.location="));
        properties.add("spring.ssl.bundle.jks.bank.keystore.location=" + keys.toUri());
        try (TestServer reloading = TestServer.open(folder.resolve("keys"), properties.toArray(String[]::new))) {
            assertThat(isServed(reloading, clients.bank, clients.bank, "atm")).isTrue();
            assertThat(isServed(reloading, next, clients.bank, "atm")).isFalse();
            Path written = Files.copy(next.store(), folder.resolve("keys.p12.new"));
            Files.move(written, keys, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            long deadlineNanos = System.nanoTime() + RELOADED_MAX.toNanos();
            while (!isServed(reloading, next, clients.bank, "atm")) {
                assertThat(System.nanoTime()).as("reloaded in time").isLessThan(deadlineNanos);
            }
            assertThat(isServed(reloading, clients.bank, clients.bank, "atm"))
                    .as("a client that trusts only the former certificate's authority")
                    .isFalse();
        }
    }

    /** Whether gRPC serves a client over a new connection. */
    private static boolean isServed(
            TestServer by, TestCertificates trusted, TestCertificates of, @Nullable String alias) {
        ManagedChannel channel = clients.channel(by, trusted, of, alias);
        try {
            return BankServiceGrpc.newBlockingStub(channel)
                            .withDeadlineAfter(20, TimeUnit.SECONDS)
                            .getBank(GetBankRequest.getDefaultInstance())
                            .getBranches()
                    == 2;
        } catch (StatusRuntimeException refused) {
            return false;
        } finally {
            channel.shutdownNow();
        }
    }

    private static boolean isLetIn(TestServer to, HttpClient client) {
        try {
            return clients.get(to, client, "/v1/bank", null).statusCode() == 200;
        } catch (IOException refused) {
            return false;
        }
    }
}
