package org.debitcredit.server.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Bounds the meters of response times, because each client chooses what it requests. Only those of single transactions,
 * of reversals and of balances have many buckets, which are 17 series for each status. Requests that were refused
 * before their path was looked up, or whose path does not exist, are one meter for each status, whatever their method
 * was.
 */
public final class ResponseTimes implements MeterFilter {

    private static final String HTTP = "http.server.requests";
    private static final String GRPC = "grpc.server";

    /** The exception is in the log; the status says what the client was told. */
    private static final Set<String> DROPPED = Set.of("error", "exception");

    /** What the web framework says of a request that no handler was chosen for. */
    private static final Set<String> UNKNOWN_PATHS = Set.of("UNKNOWN", "NOT_FOUND", "REDIRECTION");

    private static final Set<String> FINE_REQUESTS = Set.of(
            "POST /v1/transactions",
            "POST /v1/reversals",
            "GET /v1/accounts/{id}",
            "GET /v1/tellers/{id}",
            "GET /v1/branches/{id}");

    private static final Set<String> FINE_CALLS = Set.of("Execute", "Reverse", "GetBalance");

    private static final double[] FINE = nanos(
            100,
            200,
            500,
            1_000,
            2_000,
            5_000,
            10_000,
            20_000,
            50_000,
            100_000,
            200_000,
            500_000,
            1_000_000,
            2_000_000,
            5_000_000,
            10_000_000);

    /** A meter of Prometheus has buckets on all its lines or on none. */
    private static final double[] COARSE = nanos(1_000_000);

    private static double[] nanos(long... micros) {
        return LongStream.of(micros).mapToDouble(TimeUnit.MICROSECONDS::toNanos).toArray();
    }

    @Override
    public Meter.Id map(Meter.Id id) {
        if (!id.getName().startsWith(HTTP) && !id.getName().startsWith(GRPC)) {
            return id;
        }
        boolean isUnknown = UNKNOWN_PATHS.contains(String.valueOf(id.getTag("uri")));
        List<Tag> kept = id.getTags().stream()
                .filter(tag -> !DROPPED.contains(tag.getKey()))
                .map(tag -> isUnknown && tag.getKey().equals("method") ? Tag.of("method", "UNKNOWN") : tag)
                .toList();
        return id.replaceTags(kept);
    }

    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        double[] buckets = switch (id.getName()) {
            case HTTP -> FINE_REQUESTS.contains(id.getTag("method") + " " + id.getTag("uri")) ? FINE : COARSE;
            case GRPC -> FINE_CALLS.contains(String.valueOf(id.getTag("rpc.method"))) ? FINE : COARSE;
            default -> null;
        };
        return buckets == null
                ? config
                : DistributionStatisticConfig.builder()
                        .serviceLevelObjectives(buckets)
                        .build()
                        .merge(config);
    }
}
