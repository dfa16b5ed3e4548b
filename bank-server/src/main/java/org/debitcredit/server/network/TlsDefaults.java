package org.debitcredit.server.network;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * The TLS versions and ciphers, unless a bundle configures others: 1.3, or 1.2 with forward secrecy and authenticated
 * encryption (RFC 9325, 4.2). The JDK would also accept 1.2 without them. Where certificates authenticate clients, both
 * transports ask for one. The handshake admits a client without one, because the access check decides about it.
 */
public final class TlsDefaults implements EnvironmentPostProcessor {

    /** Of the JDK: whether clients of TLS 1.2 are refused another handshake on a connection. */
    private static final String RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";

    private static final String PROTOCOLS = "TLSv1.3,TLSv1.2";

    private static final String CIPHERS = String.join(
            ",",
            "TLS_AES_256_GCM_SHA384",
            "TLS_AES_128_GCM_SHA256",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        Map<String, Object> defaults = new HashMap<>();
        for (String kind : List.of("jks", "pem")) {
            String bundles = "spring.ssl.bundle." + kind;
            Binder.get(environment)
                    .bind(bundles, Bindable.mapOf(String.class, Object.class))
                    .orElse(Map.of())
                    .keySet()
                    .forEach(name -> {
                        defaults.put(bundles + "." + name + ".options.enabled-protocols", PROTOCOLS);
                        defaults.put(bundles + "." + name + ".options.ciphers", CIPHERS);
                    });
        }
        if (environment.containsProperty("server.ssl.key-store")
                || environment.containsProperty("server.ssl.certificate")) {
            defaults.put("server.ssl.enabled-protocols", PROTOCOLS);
            defaults.put("server.ssl.ciphers", CIPHERS);
        }
        if (Binder.get(environment)
                .bind("bank.security.certificates.clients[0].subject", String.class)
                .isBound()) {
            defaults.put("server.ssl.client-auth", "want");
            defaults.put("spring.grpc.server.ssl.client-auth", "optional");
        }
        if (System.getProperty(RENEGOTIATION) == null) {
            // A handshake costs the server far more than the client, which could request many.
            System.setProperty(RENEGOTIATION, "true");
        }
        environment.getPropertySources().addLast(new MapPropertySource("TLS defaults", defaults));
    }
}
