package org.debitcredit.server.security;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens that were presented and are none of the bank's: counted, logged once for each address in a minute, and
 * answered late from the 61st in a minute on. All threads.
 */
public final class FailedTokens {

    private static final Logger LOG = LoggerFactory.getLogger(FailedTokens.class);

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int AT_ONCE_MAX = 60;
    private static final Duration LATE = Duration.ofSeconds(1);
    private static final int ADDRESSES_MAX = 1_024;

    private final LongSupplier nanoTime;
    private final Counter counter;
    /** The failures of the latest addresses; the one that has failed none for longest is forgotten first. */
    private final Map<InetAddress, Minute> minutes = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Minute> eldest) {
            return size() > ADDRESSES_MAX;
        }
    };

    private record Minute(long beganNanos, int failures) {}

    public FailedTokens(LongSupplier nanoTime, MeterRegistry registry) {
        this.nanoTime = nanoTime;
        this.counter = Counter.builder("bank.security.failed.tokens")
                .description("Tokens presented that are none of the bank's")
                .register(registry);
    }

    /**
     * A token failed.
     *
     * @return after what time to answer
     */
    public Duration failed(InetAddress from) {
        counter.increment();
        long now = nanoTime.getAsLong();
        int failures;
        synchronized (minutes) {
            Minute last = minutes.get(from);
            Minute current = last == null || now - last.beganNanos >= MINUTE_NANOS
                    ? new Minute(now, 1)
                    : new Minute(last.beganNanos, last.failures + 1);
            minutes.put(from, current);
            failures = current.failures;
        }
        if (failures == 1) {
            LOG.warn(
                    "a token from {} is none of the bank's; the meter bank.security.failed.tokens counts on, and the log is"
                            + " silent about this address for a minute",
                    from.getHostAddress());
        }
        return failures > AT_ONCE_MAX ? LATE : Duration.ZERO;
    }
}
