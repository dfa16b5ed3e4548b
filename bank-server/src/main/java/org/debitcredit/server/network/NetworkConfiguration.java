package org.debitcredit.server.network;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.handler.timeout.WriteTimeoutHandler;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.settings.NetworkProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.netty.NettyPipeline;

/** Puts the bounds on connections into both servers. */
@Configuration(proxyBeanMethods = false)
class NetworkConfiguration {

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
                new RefusedConnections(registry));
        Gauge.builder("bank.connections", connections, Connections::open)
                .description("Open connections of HTTP and gRPC")
                .register(registry);
        Gauge.builder("bank.connections.max", () -> max)
                .description("Connections that there may be")
                .register(registry);
        return connections;
    }

    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> boundedHttp(
            BankProperties bank, ServerProperties server, Connections connections) {
        NetworkProperties network = bank.network();
        RequestRules rules = new RequestRules(hosts(bank, server.getAddress()));
        RequestClock.Limits limits = new RequestClock.Limits(network.requestMax(), network.idleMax());
        return factory -> factory.addServerCustomizers(http -> http.doOnBound(
                        bound -> bound.channel().pipeline().addFirst(connections.gate()))
                .doOnChannelInit((observer, channel, remote) -> {
                    HandshakeClock.install(channel, NettyPipeline.SslHandler, network.handshakeMax());
                    bound(channel, network);
                    RequestClock.install(channel, NettyPipeline.HttpCodec, limits);
                    channel.pipeline().addAfter(NettyPipeline.HttpCodec, "strict-requests", new StrictRequests(rules));
                }));
    }

    private static void bound(Channel channel, NetworkProperties network) {
        channel.pipeline()
                .addFirst(
                        "unread-answers",
                        new WriteTimeoutHandler(network.sendMax().toMillis(), TimeUnit.MILLISECONDS));
    }

    /**
     * Without tokens any page that the operator's browser shows could send requests, under a name of its own that leads to
     * this address (DNS rebinding). So the server must be asked by a name of its own.
     */
    private static Set<String> hosts(BankProperties bank, @Nullable InetAddress address) {
        NetworkProperties network = bank.network();
        if (bank.security().secured() && network.hosts().isEmpty()) {
            return Set.of();
        }
        Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
        if (address != null) {
            hosts.add(address.getHostAddress());
            hosts.add(address.getHostName().toLowerCase(Locale.ROOT));
        }
        network.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        return hosts;
    }
}
