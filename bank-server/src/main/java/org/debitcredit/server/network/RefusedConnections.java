package org.debitcredit.server.network;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts refused connections, and logs one of them per minute. */
final class RefusedConnections implements Connections.Observer {

    private static final Logger LOG = LoggerFactory.getLogger(RefusedConnections.class);
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final MeterRegistry registry;
    private final AtomicLong quietUntilNanos = new AtomicLong(System.nanoTime());

    RefusedConnections(MeterRegistry registry) {
        this.registry = registry;
        for (Connections.Refusal refusal : Connections.Refusal.values()) {
            counter(refusal);
        }
    }

    private Counter counter(Connections.Refusal why) {
        return Counter.builder("bank.connections.refused")
                .description("Connections that were refused, or closed to make room for another address")
                .tag("reason", why.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .register(registry);
    }

    @Override
    public void refused(InetAddress address, Connections.Refusal why) {
        counter(why).increment();
        long until = quietUntilNanos.get();
        long now = System.nanoTime();
        if (now - until >= 0 && quietUntilNanos.compareAndSet(until, now + QUIET_NANOS)) {
            LOG.warn(
                    "a connection from {} was refused ({}). The meter bank.connections.refused counts further ones, "
                            + "and the log is"
                            + " silent about them for a minute. See bank.network in the configuration",
                    address.getHostAddress(),
                    why);
        }
    }
}
