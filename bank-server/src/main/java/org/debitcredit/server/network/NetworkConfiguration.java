package org.debitcredit.server.network;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.settings.NetworkProperties;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import reactor.netty.NettyPipeline;

/** Installs the limits on connections in both servers. */
@Configuration(proxyBeanMethods = false)
@Import(ConnectionLimits.class)
public class NetworkConfiguration {

    private static final int HELD_SHARE_OF_HEAP = 16;
    private static final int UNSENT_SHARE_OF_HEAP = 16;

    /** Every event loop can hold the largest answers, even if there are many loops and a small heap. */
    private static final long UNSENT_OF_LOOP_MIN = 1 << 20;

    @Bean
    Turns turns() {
        return new Turns();
    }

    @Bean
    HeldRequests heldRequests(MeterRegistry registry) {
        HeldRequests requests = new HeldRequests(Runtime.getRuntime().maxMemory() / HELD_SHARE_OF_HEAP);
        Gauge.builder("bank.requests.bytes", requests, HeldRequests::held)
                .description(
                        "Bytes of HTTP requests and gRPC messages that have not arrived completely, or are waiting")
                .register(registry);
        return requests;
    }

    @Bean
    UnsentAnswers unsentAnswers(MeterRegistry registry) {
        Runtime machine = Runtime.getRuntime();
        long ofLoop = machine.maxMemory() / UNSENT_SHARE_OF_HEAP / machine.availableProcessors();
        UnsentAnswers answers = new UnsentAnswers(Math.max(UNSENT_OF_LOOP_MIN, ofLoop), System::nanoTime);
        Gauge.builder("bank.answers.bytes", answers, UnsentAnswers::held)
                .description("Bytes of HTTP answers that the network has not taken yet")
                .register(registry);
        return answers;
    }

    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> boundedHttp(
            BankProperties bank,
            Connections connections,
            HeldRequests held,
            UnsentAnswers unsent,
            Turns turns,
            AuditLog audit) {
        NetworkProperties network = bank.network();
        RequestRules rules = new RequestRules(hosts(bank));
        RequestClock.Limits limits = new RequestClock.Limits(network.requestMax(), network.idleMax());
        return factory -> factory.addServerCustomizers(http -> http.doOnBound(
                        bound -> bound.channel().pipeline().addFirst(connections.gate()))
                .doOnChannelInit((observer, channel, remote) -> {
                    bound(channel, network);
                    UnsentAnswers.OfConnection answers = unsent.of(
                            channel.eventLoop(), Connections.host(channel), () -> connections.disconnect(channel));
                    channel.pipeline().addFirst("unread-answers", new UnreadAnswers(network.sendMax(), answers));
                    channel.pipeline().addAfter(NettyPipeline.HttpCodec, "request-turns", new RequestTurns(turns));
                    channel.pipeline().addAfter("request-turns", "request-ids", new RequestIds());
                    RequestClock clock = RequestClock.install(channel, NettyPipeline.HttpCodec, limits);
                    channel.pipeline()
                            .addAfter(
                                    NettyPipeline.HttpCodec,
                                    "strict-requests",
                                    new StrictRequests(rules, clock, audit));
                    RequestBytes.install(channel, NettyPipeline.HttpCodec, held);
                }));
    }

    private static void bound(Channel channel, NetworkProperties network) {
        if (channel.pipeline().get(NettyPipeline.SslHandler) != null) {
            channel.pipeline()
                    .addAfter(NettyPipeline.SslHandler, "handshake-clock", new HandshakeClock(network.handshakeMax()));
        }
    }

    /**
     * Without tokens, any page in the operator's browser could send requests, using its own host name that resolves to
     * this address (DNS rebinding). So a request must name the server by one of its own names or by an address, which
     * no page can use as its own.
     */
    private static Set<String> hosts(BankProperties bank) {
        NetworkProperties network = bank.network();
        if (bank.security().secured() && network.hosts().isEmpty()) {
            return Set.of();
        }
        Set<String> hosts = new HashSet<>(Set.of("localhost"));
        network.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        return hosts;
    }
}
