package org.debitcredit.bench;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A benchmark that is small enough for every build, and the loop to whose speed its own is compared.
 *
 * @param name of its history
 * @param type the JMH benchmark's class
 * @param method its method
 * @param baseline the loop that it is compared with
 * @param parameters of the benchmark
 * @param transactions of one operation
 */
record QuickPair(
        String name,
        Class<?> type,
        String method,
        Baseline baseline,
        Map<String, String> parameters,
        int transactions) {

    /** A loop that never changes. */
    enum Baseline {
        CACHED_LOOP("cachedLoop", "loops of 1,000 additions/s"),
        FORCED_WRITE("forcedWrite", "forced writes of 4 KiB/s");

        final String method;
        final String unit;

        Baseline(String method, String unit) {
            this.method = method;
            this.unit = unit;
        }
    }

    /**
     * Minimum noise of a ratio, as a share of the recorded ratios' median, because a few ratios can agree by chance.
     */
    static final double NOISE_MIN = 0.2;

    /** Those of every build, in their order. */
    static final Map<String, QuickPair> ALL = new TreeMap<>(Map.of(
            "codec-decode",
            new QuickPair("codec-decode", CodecBenchmark.class, "decode", Baseline.CACHED_LOOP, batchSize(100), 100),
            "codec-encode",
            new QuickPair("codec-encode", CodecBenchmark.class, "encode", Baseline.CACHED_LOOP, batchSize(100), 100),
            "engine-batch",
            new QuickPair(
                    "engine-batch",
                    BatchBusBenchmark.class,
                    "debitCredits",
                    Baseline.FORCED_WRITE,
                    Map.of("batch", "1000", "branches", "10"),
                    1_000),
            "journal-append-force",
            new QuickPair(
                    "journal-append-force",
                    JournalBenchmark.class,
                    "appendAndForce",
                    Baseline.FORCED_WRITE,
                    batchSize(100),
                    100),
            "memory-ledger",
            new QuickPair(
                    "memory-ledger",
                    MemoryLedgerBenchmark.class,
                    "executeAndCommit",
                    Baseline.CACHED_LOOP,
                    Map.of("batchSize", "1000", "branches", "100"),
                    1_000)));

    private static Map<String, String> batchSize(int transactions) {
        return Map.of("batchSize", String.valueOf(transactions));
    }

    /** The one of a name in {@link #ALL}. */
    static QuickPair named(String name) {
        QuickPair pair = ALL.get(name);
        if (pair == null) {
            throw new IllegalArgumentException("there is no benchmark '" + name + "'; there are " + ALL.keySet());
        }
        return pair;
    }

    /** Everything that changes the figure besides code and machine. */
    String settings(int rounds, long roundMillis) {
        String given = new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(parameter -> parameter.getKey() + " " + parameter.getValue())
                        .collect(Collectors.joining(", "));
        return "%s.%s, %s, by %s, %d rounds of %d ms"
                .formatted(type.getSimpleName(), method, given, baseline.method, rounds, roundMillis);
    }
}
