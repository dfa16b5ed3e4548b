package org.debitcredit.server.network;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the connections that the server refuses or closes, and logs one of them per minute. */
final class RefusedConnections implements Connections.Observer {

    private static final Logger LOG = LoggerFactory.getLogger(RefusedConnections.class);

    private final MeterRegistry registry;
    private final LinePerMinute lines;

    RefusedConnections(LongSupplier nanoTime, MeterRegistry registry) {
        this.registry = registry;
        this.lines = new LinePerMinute(nanoTime);
        for (Connections.Refusal refusal : Connections.Refusal.values()) {
            counter(refusal);
        }
    }

    private Counter counter(Connections.Refusal why) {
        return Counter.builder("bank.connections.refused")
                .description("Connections that the server refused, or closed because of what their clients did")
                .tag("reason", why.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .register(registry);
    }

    @Override
    public void refused(InetAddress address, Connections.Refusal why) {
        counter(why).increment();
        lines.next()
                .ifPresent(others -> LOG.warn(
                        "a connection from {} was refused ({}), and {} others since the last such line. The meter"
                                + " bank.connections.refused counts them all; the next line follows in a minute at the"
                                + " earliest. See bank.network in the configuration",
                        address.getHostAddress(),
                        why,
                        others));
    }
}
