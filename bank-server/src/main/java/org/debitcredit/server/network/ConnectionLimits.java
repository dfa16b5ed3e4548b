package org.debitcredit.server.network;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.settings.NetworkProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How many connections a server of this jar takes, in all and from one address. */
@Configuration(proxyBeanMethods = false)
public class ConnectionLimits {

    @Bean
    Connections connections(BankProperties bank, MeterRegistry registry) {
        NetworkProperties network = bank.network();
        Integer configured = network.connectionsMax();
        int max = configured == null ? Descriptors.connectionsMax() : configured;
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
