package org.debitcredit.server.status;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.network.Connections;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.server.PathContainer;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reports once per second what the service does, as one line of JSON. The report is made once, however many watch it.
 * Whoever does not take a report in time gets the next one instead, so nobody holds up the others.
 */
public final class StatusSampler {

    /** Path of the stream of reports. */
    public static final String STREAM_PATH = "/v1/status/stream";

    private static final PathPattern STREAM = PathPatternParser.defaultInstance.parse(STREAM_PATH);

    /** Whether a path is that of the stream, however it is written. */
    public static boolean isStream(PathContainer path) {
        return STREAM.matches(path);
    }

    /** How long {@link #end} waits for a report that is being handed to the streams, which takes microseconds. */
    private static final Duration SENT_WITHIN = Duration.ofSeconds(5);

    private final BankState state;
    private final TrafficReport traffic;
    private final BankReport bank;
    private final DiskMeter disks;
    private final Connections connections;
    private final BuildInfo build;
    private final LongSupplier nanos;
    private final LongSupplier millis;
    private final long startedNanos;

    private final Sinks.Many<byte[]> reports = Sinks.many().multicast().directBestEffort();
    private volatile byte @Nullable [] latest;

    /**
     * @param nanos a clock that is never set back
     * @param millis the time, milliseconds since 1970
     */
    StatusSampler(
            BankState state,
            TrafficReport traffic,
            BankReport bank,
            DiskMeter disks,
            Connections connections,
            BuildInfo build,
            LongSupplier nanos,
            LongSupplier millis) {
        this.state = state;
        this.traffic = traffic;
        this.bank = bank;
        this.disks = disks;
        this.connections = connections;
        this.build = build;
        this.nanos = nanos;
        this.millis = millis;
        this.startedNanos = nanos.getAsLong();
    }

    /** Makes a report; to be called by one thread only. */
    @Scheduled(fixedRate = 1, timeUnit = TimeUnit.SECONDS)
    public void sample() {
        byte[] report = report().toString().getBytes(StandardCharsets.UTF_8);
        latest = report;
        reports.tryEmitNext(report);
    }

    private ObjectNode report() {
        ObjectNode report = JsonMapper.shared().createObjectNode();
        long now = millis.getAsLong();
        DiskUse use = disks.latest();
        report.put(
                "time",
                Instant.ofEpochMilli(now).truncatedTo(ChronoUnit.SECONDS).toString());
        report.put("version", build.version()).put("revision", build.revision());
        report.put(
                "upSeconds", Duration.ofNanos(nanos.getAsLong() - startedNanos).toSeconds());
        bank.addTo(report, use);
        traffic.addTo(report, state.queueDepth());
        addHeap(report.putObject("heap"));
        report.putObject("connections").put("open", connections.open()).put("max", connections.max());
        if (use != null) {
            addDisks(report, use, now);
        }
        return report;
    }

    private static void addHeap(ObjectNode object) {
        Runtime runtime = Runtime.getRuntime();
        object.put("usedBytes", runtime.totalMemory() - runtime.freeMemory());
        object.put("maxBytes", runtime.maxMemory());
    }

    private static void addDisks(ObjectNode report, DiskUse use, long now) {
        ArrayNode list = report.putArray("disks");
        for (DiskUse.Place place : use.places()) {
            list.addObject()
                    .put("place", place.name())
                    .put("freeBytes", place.freeBytes())
                    .put("totalBytes", place.totalBytes());
        }
        ObjectNode files = report.putObject("files");
        use.bytesOfData().forEach(files::put);
        putAge(report.withObjectProperty("snapshot"), use.snapshotMillis(), now);
        putAge(report.putObject("backup"), use.backupMillis(), now);
    }

    /**
     * A directory that does not answer is not one in which nothing was made.
     *
     * @param whenMillis when the newest was made, milliseconds since 1970; {@link DiskUse#NEVER} if there is none; null
     *     if its directory does not answer
     */
    static void putAge(ObjectNode object, @Nullable Long whenMillis, long now) {
        object.put("state", whenMillis == null ? "unknown" : whenMillis == DiskUse.NEVER ? "none" : "made");
        if (whenMillis != null && whenMillis != DiskUse.NEVER) {
            object.put("ageSeconds", TimeUnit.MILLISECONDS.toSeconds(Math.max(0, now - whenMillis)));
        }
    }

    /** The latest report. */
    public byte[] latest() {
        byte[] report = latest;
        return report == null ? "{}".getBytes(StandardCharsets.UTF_8) : report;
    }

    /** The latest report and all that follow, until the service stops. */
    public Flux<byte[]> reports() {
        return reports.asFlux().startWith(latest()).onBackpressureLatest();
    }

    /**
     * Ends all streams, because the server would wait for them before it stops. If another thread is sending a report,
     * this waits for it, for at most five seconds.
     */
    @EventListener(ContextClosedEvent.class)
    public void end() {
        reports.emitComplete(Sinks.EmitFailureHandler.busyLooping(SENT_WITHIN));
    }
}
