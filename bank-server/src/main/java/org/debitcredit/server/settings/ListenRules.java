package org.debitcredit.server.settings;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.debitcredit.server.security.SecurityProperties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.core.env.Environment;

/**
 * Rules for addresses: beyond loopback the server listens only with tokens and TLS, unless the operator takes the
 * responsibility. Checked before any port is opened.
 */
public final class ListenRules {

    private static final Logger LOG = LoggerFactory.getLogger(ListenRules.class);

    private final ServerProperties http;
    private final GrpcServerProperties grpc;

    ListenRules(
            BankProperties bank,
            ServerProperties http,
            GrpcServerProperties grpc,
            SslBundles bundles,
            Environment environment) {
        this.http = http;
        this.grpc = grpc;
        SecurityProperties security = bank.security();
        String managementPort = environment.getProperty("management.server.port");
        if (managementPort != null) {
            throw new ListenRefused("management.server.port is " + managementPort
                    + ". Leave it out: the actuator has no port of its own, so the same access check covers it");
        }
        check(security, "server", http.getAddress(), Ssl.isEnabled(http.getSsl()));
        boolean grpcTls = CertificateRules.hasTls(grpc);
        check(security, "spring.grpc.server", grpc.getAddress(), grpcTls);
        CertificateRules.checkTls(security, grpcTls || Ssl.isEnabled(http.getSsl()));
        CertificateRules.check(security, http.getSsl(), bundles);
        CertificateRules.check(security, grpc, bundles);
    }

    /** Whether both ports can be opened now. Otherwise this start will fail, and should have no effect before. */
    public boolean arePortsFree() {
        return isFree(http.getAddress(), http.getPort()) && isFree(grpc.getAddress(), grpc.getPort());
    }

    private static boolean isFree(@Nullable InetAddress address, @Nullable Integer port) {
        if (port == null || port < 0) {
            return true;
        }
        try (ServerSocket socket = new ServerSocket(port, 1, address)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Checks one transport.
     *
     * @param transport prefix of its properties
     * @param address that it listens on; null for every address
     * @param tls whether its connections are encrypted
     * @throws ListenRefused when it would be open to the network
     */
    public static void check(
            SecurityProperties security, String transport, @Nullable InetAddress address, boolean tls) {
        if (address != null && address.isLoopbackAddress()) {
            return;
        }
        String where =
                transport + ".address is " + (address == null ? "absent (every address)" : address.getHostAddress());
        String lacks = lacks(security, transport, tls);
        if (lacks == null) {
            return;
        }
        if (!security.insecureNetworkAccepted()) {
            throw new ListenRefused(where + " and " + lacks + ". Beyond loopback the server needs both, or "
                    + "bank.security.insecure-network=accepted where something else secures the network");
        }
        LOG.warn("INSECURE: {} and {}. This is accepted by bank.security.insecure-network", where, lacks);
    }

    private static @Nullable String lacks(SecurityProperties security, String transport, boolean tls) {
        if (!security.secured()) {
            return "bank.security.tokens is empty" + (tls ? "" : ", " + transport + ".ssl.bundle absent");
        }
        return tls ? null : transport + ".ssl.bundle is absent";
    }
}
