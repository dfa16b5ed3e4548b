package org.debitcredit.server.audit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.security.Source;
import org.debitcredit.server.settings.AuditProperties;
import org.debitcredit.server.settings.ConfigurationRefused;
import org.debitcredit.server.trace.RequestTrace;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the audit log. A thread of its own writes the file, so that no caller ever waits: what does not fit into its
 * queue, or cannot be written, is dropped and counted. Without a file nothing is written. Refused requests are counted
 * in any case. For use by all threads.
 */
public final class AuditLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    /** Maximum number of events that wait for the file, of some 300 bytes each. */
    static final int WAITING_MAX = 4_096;

    /** Places in the queue that refused requests leave to everything else. */
    private static final int RESERVED = 256;

    /** Maximum number of lines in a minute for refused requests, which anybody can cause. */
    static final int REFUSALS_PER_MINUTE_MAX = 1_000;

    /** Maximum number of these lines for one client, so that a flood from it leaves room for the attempts of others. */
    static final int REFUSALS_OF_ONE_MAX = 200;

    /** Maximum number of these lines for one host, of callers that are not known. */
    static final int REFUSALS_OF_HOST_MAX = 100;

    /** Maximum number of these lines for all callers that are not known. The rest is for clients. */
    static final int REFUSALS_OF_UNKNOWN_MAX = 600;

    /** Maximum number of these lines for one client at its limits, which it may reach without an attack. */
    static final int REFUSALS_BY_LIMIT_MAX = 20;

    /** Why a client is refused that has reached a limit of its own. */
    private static final String LIMIT = "client-limit";

    private static final long MINUTE_MILLIS = 60_000;

    private static final int LINES_PER_WRITE = 100;
    private static final long CLOSE_MILLIS_MAX = 2_000;

    /** The last event in the queue. */
    private static final AuditEvent END =
            new AuditEvent(Instant.EPOCH, "end", true, null, null, null, null, null, null, null, null);

    private final Map<Long, String> names;
    /** By their reasons, of which there are few, because no caller chooses one. */
    private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();

    private final InstantSource clock;
    private final Counter dropped;
    private final BlockingQueue<AuditEvent> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final @Nullable Thread writing;
    private long minute;
    private int refusalsOfMinute;
    private int refusalsOfUnknown;
    private final Map<Origin, Integer> refusalsOfOne = new HashMap<>();

    /**
     * Whose refusals are counted together.
     *
     * @param client scope of its keys; 0 if it is not known
     * @param host of a caller that is not known
     * @param isLimit whether the client was refused for its limits
     */
    private record Origin(long client, @Nullable InetAddress host, boolean isLimit) {}

    /**
     * Opens the log.
     *
     * @param names of the clients, by the scopes of their keys
     * @throws ConfigurationRefused if the file cannot be opened
     */
    public AuditLog(AuditProperties settings, Map<Long, String> names, InstantSource clock, MeterRegistry registry) {
        this(file(settings), names, clock, registry);
    }

    AuditLog(@Nullable AuditFile file, Map<Long, String> names, InstantSource clock, MeterRegistry registry) {
        this.names = names;
        this.clock = clock;
        dropped = Counter.builder("bank.audit.dropped")
                .description(
                        "Lines that the audit log lacks, because too many requests were refused, its queue was full"
                                + " or its file failed")
                .register(registry);
        writing = file == null ? null : new Thread(() -> write(file), "bank-audit");
        if (writing != null) {
            writing.setDaemon(true);
            writing.start();
        }
    }

    private static @Nullable AuditFile file(AuditProperties settings) {
        Path path = settings.file();
        if (path == null) {
            return null;
        }
        try {
            return new AuditFile(path, settings.bytesMax().toBytes(), settings.files());
        } catch (IOException e) {
            throw new ConfigurationRefused("bank.audit.file", path, "cannot be written", e);
        }
    }

    /**
     * Records a request that was refused before it reached the bank.
     *
     * @param reason a constant of this service
     * @param client scope of its keys; 0 if it is not known
     * @param request the method and the path of the contract, or the gRPC method
     * @param trace of the request; null where requests have none
     */
    public void refused(
            String reason, long client, @Nullable SocketAddress from, String request, @Nullable RequestTrace trace) {
        count(reason);
        if (hasRoom(client, from, false)) {
            add("request", false, reason, client, from, request, null, null, trace);
        }
    }

    /** Records a request that was refused because its client has reached one of its limits. */
    public void limited(long client, @Nullable SocketAddress from, String request, @Nullable RequestTrace trace) {
        count(LIMIT);
        if (hasRoom(client, from, true)) {
            add("request", false, LIMIT, client, from, request, null, null, trace);
        }
    }

    /** Records a request that was refused because of its teller. */
    public void outOfScope(long client, @Nullable SocketAddress from, String request, long teller, RequestTrace trace) {
        count(Reason.OUT_OF_SCOPE.id());
        if (hasRoom(client, from, false)) {
            add("request", false, Reason.OUT_OF_SCOPE.id(), client, from, request, teller, null, trace);
        }
    }

    private void count(String reason) {
        refusals.computeIfAbsent(reason, first -> new LongAdder()).increment();
    }

    /** How many requests were refused since the start, by their reasons, whether they have a line or not. */
    public Map<String, Long> refusals() {
        Map<String, Long> totals = new TreeMap<>();
        refusals.forEach((reason, total) -> totals.put(reason, total.sum()));
        return totals;
    }

    /** Whether a refused request may have a line; if not, it is counted. */
    private boolean hasRoom(long client, @Nullable SocketAddress from, boolean isLimit) {
        if (writing == null) {
            return false;
        }
        InetAddress address = client == 0 ? Source.address(from) : null;
        InetAddress host = address == null ? null : Source.host(address);
        boolean hasRoom = isOfMinute(new Origin(client, host, isLimit)) && waiting.remainingCapacity() > RESERVED;
        if (!hasRoom) {
            dropped.increment();
        }
        return hasRoom;
    }

    private synchronized boolean isOfMinute(Origin origin) {
        long now = clock.millis() / MINUTE_MILLIS;
        if (now != minute) {
            minute = now;
            refusalsOfMinute = 0;
            refusalsOfUnknown = 0;
            refusalsOfOne.clear();
        }
        boolean isUnknown = origin.client == 0;
        int ofOne = refusalsOfOne.getOrDefault(origin, 0);
        if (ofOne == max(origin)
                || refusalsOfMinute == REFUSALS_PER_MINUTE_MAX
                || isUnknown && refusalsOfUnknown == REFUSALS_OF_UNKNOWN_MAX) {
            return false;
        }
        refusalsOfOne.put(origin, ofOne + 1);
        refusalsOfMinute++;
        refusalsOfUnknown += isUnknown ? 1 : 0;
        return true;
    }

    private static int max(Origin origin) {
        if (origin.isLimit) {
            return REFUSALS_BY_LIMIT_MAX;
        }
        return origin.client == 0 ? REFUSALS_OF_HOST_MAX : REFUSALS_OF_ONE_MAX;
    }

    /**
     * Records what an operator did.
     *
     * @param position that it reached; null if it failed
     */
    public void operated(String action, long client, @Nullable SocketAddress from, @Nullable Long position) {
        add(action, position != null, null, client, from, null, null, position, null);
    }

    /** Records what the service did. */
    void service(String action, boolean isSuccess, @Nullable String reason, @Nullable Long position) {
        add(action, isSuccess, reason, 0, null, null, null, position, null);
    }

    private void add(
            String action,
            boolean isSuccess,
            @Nullable String reason,
            long client,
            @Nullable SocketAddress from,
            @Nullable String request,
            @Nullable Long teller,
            @Nullable Long position,
            @Nullable RequestTrace trace) {
        if (writing == null) {
            return;
        }
        AuditEvent event = new AuditEvent(
                clock.instant(),
                action,
                isSuccess,
                reason,
                names.get(client),
                from instanceof InetSocketAddress address ? address.getAddress() : null,
                request,
                teller,
                position,
                trace == null ? null : trace.id(),
                trace == null ? null : trace.traceId());
        if (!waiting.offer(event)) {
            dropped.increment();
        }
    }

    private void write(AuditFile file) {
        try (file) {
            boolean isFailing = false;
            List<AuditEvent> events = new ArrayList<>();
            while (!events.contains(END)) {
                events.clear();
                events.add(waiting.take());
                waiting.drainTo(events, LINES_PER_WRITE - 1);
                isFailing = !isWritten(events, file, isFailing);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.error("the audit log could not be closed", e);
        }
    }

    /** A failure of any kind is logged once until a line can be written again. The thread goes on. */
    private boolean isWritten(List<AuditEvent> events, AuditFile file, boolean isFailing) {
        List<AuditEvent> recorded =
                events.stream().filter(event -> event != END).toList();
        try {
            String lines = recorded.stream().map(AuditEvent::line).collect(Collectors.joining());
            file.write(lines.getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (IOException | RuntimeException | Error e) {
            dropped.increment(recorded.size());
            if (!isFailing) {
                LOG.error("the audit log cannot be written. The meter bank.audit.dropped counts the lost lines", e);
            }
            return false;
        }
    }

    /** Waits until what was recorded is written. If the disk hangs, it stops waiting after about four seconds. */
    @Override
    public void close() {
        if (writing != null) {
            try {
                if (waiting.offer(END, CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS)) {
                    writing.join(CLOSE_MILLIS_MAX);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
