package org.debitcredit.server.network;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Ssl;
import org.springframework.core.env.Environment;

/** Shows when the certificate of this server expires. No client connects after that. */
final class CertificateEnd {

    private static final Logger LOG = LoggerFactory.getLogger(CertificateEnd.class);

    private static final double MILLIS_PER_SECOND = 1_000;

    private final SslBundles bundles;
    private final String name;
    private final InstantSource clock;
    private volatile @Nullable Read latest;

    /**
     * What was read last.
     *
     * @param of update of the bundle
     * @param notAfterMillis of the last one that could be read
     */
    private record Read(SslBundle of, double notAfterMillis) {}

    private CertificateEnd(SslBundles bundles, String name, InstantSource clock) {
        this.bundles = bundles;
        this.name = name;
        this.clock = clock;
    }

    /** Registers a meter for each bundle that HTTP or gRPC uses. */
    static void bindTo(MeterRegistry registry, Environment environment, SslBundles bundles, InstantSource clock) {
        Ssl http = Binder.get(environment).bind("server.ssl", Ssl.class).orElseGet(Ssl::new);
        warn(http);
        Set<String> used = new TreeSet<>();
        http.getServerNameBundles().forEach(named -> used.add(named.bundle()));
        for (String setting : List.of("server.ssl.bundle", "spring.grpc.server.ssl.bundle")) {
            String name = environment.getProperty(setting);
            if (name != null) {
                used.add(name);
            }
        }
        used.retainAll(bundles.getBundleNames());
        for (String name : used) {
            CertificateEnd end = new CertificateEnd(bundles, name, clock);
            Gauge.builder("bank.tls.certificate.left.seconds", end::secondsLeft)
                    .description("Time until the certificate of this server expires")
                    .tag("bundle", name)
                    .register(registry);
        }
    }

    /** A certificate without a bundle has no meter. */
    private static void warn(Ssl http) {
        String store = http.getKeyStore();
        String file = store == null ? http.getCertificate() : store;
        if (Ssl.isEnabled(http) && http.getBundle() == null && file != null) {
            LOG.warn(
                    "the end of the certificate in {} is not shown by bank.tls.certificate.left.seconds, because"
                            + " server.ssl.{} names it without a bundle. Use server.ssl.bundle",
                    file,
                    store == null ? "certificate" : "key-store");
        }
    }

    private double secondsLeft() {
        SslBundle bundle = bundles.getBundle(name);
        Read known = latest;
        if (known == null || known.of != bundle) {
            double notAfterMillis = notAfterMillis(bundle);
            // While new files cannot be read, the ports go on with the earlier ones.
            known = new Read(
                    bundle, Double.isNaN(notAfterMillis) && known != null ? known.notAfterMillis : notAfterMillis);
            latest = known;
        }
        return (known.notAfterMillis - clock.millis()) / MILLIS_PER_SECOND;
    }

    /** When the first certificate of a key expires; not a number if there is none, or the store cannot be read. */
    private static double notAfterMillis(SslBundle bundle) {
        try {
            KeyStore keys = bundle.getStores().getKeyStore();
            if (keys == null) {
                return Double.NaN;
            }
            String alias = bundle.getKey().getAlias();
            List<String> aliases = alias == null ? Collections.list(keys.aliases()) : List.of(alias);
            double first = Double.NaN;
            for (String each : aliases) {
                if (keys.isKeyEntry(each) && keys.getCertificate(each) instanceof X509Certificate certificate) {
                    long end = certificate.getNotAfter().getTime();
                    first = Double.isNaN(first) ? end : Math.min(first, end);
                }
            }
            return first;
        } catch (KeyStoreException | RuntimeException e) {
            return Double.NaN;
        }
    }
}
