package org.debitcredit.server.security;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles unknown tokens. They are counted, and logged once per host and minute, in at most {@value #LINES_MAX} lines a
 * minute. From the 61st of a host in a minute on, they are answered late. If too many late answers are waiting, in all
 * or for this host, the connection is closed, unless it is a proxy's. For use by all threads.
 */
public final class FailedTokens {

    private static final Logger LOG = LoggerFactory.getLogger(FailedTokens.class);

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int AT_ONCE_MAX = 60;
    /** Delay of late answers. */
    public static final Duration LATE = Duration.ofSeconds(1);

    /** Maximum number of requests that wait for a late answer, because they hold memory. */
    private static final int LATE_MAX = 256;

    /** Maximum number of these for one host, so that one host does not take the places of all others. */
    private static final int LATE_OF_HOST_MAX = 32;

    private static final int VERIFIED_PER_SECOND_MAX = 5;
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
    private final Set<InetAddress> proxies;
    private final Counter counter;
    private Span lines;
    /** The failures of the latest hosts. The host that was not looked up for the longest time is forgotten first. */
    private final Map<InetAddress, Host> hosts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Host> eldest) {
            return size() > HOSTS_MAX;
        }
    };

    private int late;
    /** Late answers that are waiting, for hosts that have some. */
    private final Map<InetAddress, Integer> lateOfHosts = new HashMap<>();

    /** How often something happened since a time. */
    private record Span(long beganNanos, int count) {

        private Span next(long now, long lengthNanos) {
            return isOver(now, lengthNanos) ? new Span(now, 1) : new Span(beganNanos, count + 1);
        }

        private boolean isOver(long now, long lengthNanos) {
            return now - beganNanos >= lengthNanos;
        }
    }

    /**
     * What a host has sent.
     *
     * @param failures failed tokens of this minute
     * @param verified tokens that were verified in this second although it had sent too many failed ones
     */
    private record Host(Span failures, Span verified) {}

    /** @param proxies addresses that stand for many clients */
    public FailedTokens(LongSupplier nanoTime, Set<InetAddress> proxies, MeterRegistry registry) {
        this.nanoTime = nanoTime;
        this.proxies = Set.copyOf(proxies);
        this.lines = new Span(nanoTime.getAsLong(), 0);
        this.counter = Counter.builder("bank.security.failed.tokens")
                .description("Requests with a token that the bank does not know")
                .register(registry);
    }

    /** Records a failed token. */
    public Answer failed(InetAddress from) {
        counter.increment();
        long now = nanoTime.getAsLong();
        InetAddress host = Source.host(from);
        Answer answer;
        boolean isTold;
        synchronized (hosts) {
            Host last = hosts.getOrDefault(host, new Host(new Span(now, 0), new Span(now, 0)));
            Span failures = last.failures.next(now, MINUTE_NANOS);
            hosts.put(host, new Host(failures, last.verified));
            isTold = failures.count == 1 && (lines = lines.next(now, MINUTE_NANOS)).count <= LINES_MAX;
            answer = failures.count <= AT_ONCE_MAX ? Answer.AT_ONCE : late(host);
        }
        if (isTold) {
            LOG.warn(
                    "a request from {} had an unknown token. The meter bank.security.failed.tokens counts further "
                            + "ones, and the log is"
                            + " silent about this host for a minute",
                    from.getHostAddress());
        }
        return answer;
    }

    private Answer late(InetAddress host) {
        int ofHost = lateOfHosts.getOrDefault(host, 0);
        if (late == LATE_MAX || ofHost == LATE_OF_HOST_MAX) {
            return Answer.NEVER;
        }
        late++;
        lateOfHosts.put(host, ofHost + 1);
        return Answer.LATE;
    }

    /** Called when a late answer was sent. */
    public void answeredLate(InetAddress from) {
        synchronized (hosts) {
            late--;
            lateOfHosts.computeIfPresent(Source.host(from), (same, waiting) -> waiting == 1 ? null : waiting - 1);
        }
    }

    /**
     * Whether the signature of a token may be verified for a host, which costs the server more than the token costs the
     * host. A host whose failures of this minute are answered late has {@value #VERIFIED_PER_SECOND_MAX} verifications
     * per second. A proxy has no such limit, because the failures of one of its clients would lock out the others.
     */
    public boolean mayVerify(InetAddress from) {
        if (proxies.contains(from)) {
            return true;
        }
        long now = nanoTime.getAsLong();
        InetAddress host = Source.host(from);
        synchronized (hosts) {
            Host last = hosts.get(host);
            if (last == null || last.failures.isOver(now, MINUTE_NANOS) || last.failures.count <= AT_ONCE_MAX) {
                return true;
            }
            Span verified = last.verified.next(now, SECOND_NANOS);
            hosts.put(host, new Host(last.failures, verified));
            return verified.count <= VERIFIED_PER_SECOND_MAX;
        }
    }
}
