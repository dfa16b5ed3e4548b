package org.debitcredit.server.security;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles unknown tokens. They are counted, and logged once per host and minute, in at most {@value #LINES_MAX} lines a
 * minute. From the 61st of a host in a minute on, they are answered late. If too many late answers are waiting, the
 * connection is closed, unless it is a proxy's. For use by all threads.
 */
public final class FailedTokens {

    private static final Logger LOG = LoggerFactory.getLogger(FailedTokens.class);

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int AT_ONCE_MAX = 60;
    /** Delay of late answers. */
    public static final Duration LATE = Duration.ofSeconds(1);

    /** Maximum number of requests that wait for a late answer, because they hold memory. */
    private static final int LATE_MAX = 256;

    private static final int HOSTS_MAX = 1_024;
    private static final int LINES_MAX = 20;

    /** How to answer a failure. */
    public enum Answer {
        /** Now. */
        AT_ONCE,
        /** After {@link #LATE}. Then {@link #answeredLate} must be called. */
        LATE,
        /**
         * Not at all: the connection is closed, because too many are waiting already. That of a proxy stays open, and
         * the request is answered now.
         */
        NEVER
    }

    private final LongSupplier nanoTime;
    private final Counter counter;
    private final AtomicInteger late = new AtomicInteger();
    private Minute lines;
    /** The failures of the latest hosts. The host whose last failure is the oldest is forgotten first. */
    private final Map<InetAddress, Minute> minutes = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Minute> eldest) {
            return size() > HOSTS_MAX;
        }
    };

    private record Minute(long beganNanos, int count) {

        private Minute next(long now) {
            return now - beganNanos >= MINUTE_NANOS ? new Minute(now, 1) : new Minute(beganNanos, count + 1);
        }
    }

    public FailedTokens(LongSupplier nanoTime, MeterRegistry registry) {
        this.nanoTime = nanoTime;
        this.lines = new Minute(nanoTime.getAsLong(), 0);
        this.counter = Counter.builder("bank.security.failed.tokens")
                .description("Requests with a token that the bank does not know")
                .register(registry);
    }

    /** Records a failed token. */
    public Answer failed(InetAddress from) {
        counter.increment();
        long now = nanoTime.getAsLong();
        InetAddress host = Source.host(from);
        int failures;
        boolean isTold;
        synchronized (minutes) {
            Minute last = minutes.getOrDefault(host, new Minute(now, 0));
            Minute current = last.next(now);
            minutes.put(host, current);
            failures = current.count;
            isTold = failures == 1 && (lines = lines.next(now)).count <= LINES_MAX;
        }
        if (isTold) {
            LOG.warn(
                    "a request from {} had an unknown token. The meter bank.security.failed.tokens counts further "
                            + "ones, and the log is"
                            + " silent about this host for a minute",
                    from.getHostAddress());
        }
        if (failures <= AT_ONCE_MAX) {
            return Answer.AT_ONCE;
        }
        if (late.incrementAndGet() <= LATE_MAX) {
            return Answer.LATE;
        }
        late.decrementAndGet();
        return Answer.NEVER;
    }

    /** Called when a late answer was sent. */
    public void answeredLate() {
        late.decrementAndGet();
    }
}
