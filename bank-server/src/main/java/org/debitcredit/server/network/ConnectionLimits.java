package org.debitcredit.server.network;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.settings.NetworkProperties;
import org.debitcredit.settings.BankSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** How many connections a server of this jar takes, in all and from one address, and the TLS of gRPC. */
@Configuration(proxyBeanMethods = false)
public class ConnectionLimits {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimits.class);

    @Bean
    static GrpcTls grpcTls(Environment environment) {
        return new GrpcTls(environment);
    }

    @Bean
    Connections connections(
            BankProperties bank,
            ObjectProvider<BankSettings> ofBank,
            Environment environment,
            SslBundles bundles,
            MeterRegistry registry) {
        TlsFiles.warn(environment);
        CertificateEnd.bindTo(registry, environment, bundles, InstantSource.system());
        NetworkProperties network = bank.network();
        Integer configured = network.connectionsMax();
        BankSettings settings = ofBank.getIfAvailable();
        long journalFiles = settings == null ? 0 : DiskSpace.openFilesMax(settings);
        if (settings != null && settings.journal().space().journalBytesMax().isPresent()) {
            ConnectionCapacity.requireRoom(journalFiles);
        }
        int possible = ConnectionCapacity.connectionsMax(journalFiles);
        int max = configured == null ? possible : Math.min(configured, possible);
        if (configured != null && max < configured) {
            LOG.warn(
                    "bank.network.connections-max is {}, but the open files and the heap of this process suffice for {}"
                            + " connections, which is the limit now. Raise the limit of open files or the heap",
                    configured,
                    possible);
        }
        Integer perAddress = network.connectionsPerAddressMax();
        Connections connections = new Connections(
                max,
                perAddress == null ? Math.max(1, max / 2) : perAddress,
                network.proxies(),
                new RefusedConnections(System::nanoTime, registry));
        Gauge.builder("bank.connections", connections, Connections::open)
                .description("Open connections of HTTP and gRPC")
                .register(registry);
        Gauge.builder("bank.connections.max", () -> max)
                .description("Maximum number of open connections of HTTP and gRPC")
                .register(registry);
        return connections;
    }
}
