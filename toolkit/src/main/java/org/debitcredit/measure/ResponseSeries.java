package org.debitcredit.measure;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The response times of a window one by one, in the order in which the requests were meant to be sent. Histograms do
 * not keep that order, and whether neighbours depend on each other does not show without it. A response takes 8 bytes.
 *
 * <p>Each thread that records has a series of its own; they are merged after the window.
 */
public final class ResponseSeries {

    /** The most kinds of request. */
    public static final int KINDS = 8;

    private static final int KIND_BITS = 3;
    private static final int MICROS_BITS = 25;
    private static final long MICROS_MAX = (1L << MICROS_BITS) - 1;
    private static final long SINCE_MICROS_MAX = Long.MAX_VALUE >> MICROS_BITS + KIND_BITS;
    private static final long KIND_MASK = KINDS - 1;
    private static final int FIRST_CAPACITY = 1_024;

    /** Some machines cannot make larger ones. */
    private static final int ARRAY_MAX = Integer.MAX_VALUE - 8;

    /** Time since the window began, response time and kind, from the highest bits to the lowest: they sort by time. */
    private long[] responses = new long[FIRST_CAPACITY];

    private int size;

    /**
     * Adds a response. Response times above 33.5 s count as 33.5 s.
     *
     * @param kind ordinal of the kind of request
     * @param sinceMicros from the begin of the window until the request was meant to be sent, at most 9.5 hours
     * @param micros response time from then, microseconds
     */
    public void add(int kind, long sinceMicros, long micros) {
        if (kind < 0 || kind >= KINDS) {
            throw new IllegalArgumentException("kind is " + kind + "; it must be 0 to " + (KINDS - 1));
        }
        if (sinceMicros > SINCE_MICROS_MAX) {
            throw new IllegalArgumentException("the request was meant to be sent " + sinceMicros
                    + " microseconds after the window began; it must be at most " + SINCE_MICROS_MAX);
        }
        if (size == responses.length) {
            responses = Arrays.copyOf(responses, grown(size));
        }
        long bounded = Math.min(MICROS_MAX, Math.max(0, micros));
        responses[size++] = Math.max(0, sinceMicros) << MICROS_BITS + KIND_BITS | bounded << KIND_BITS | kind;
    }

    static int grown(int size) {
        if (size >= ARRAY_MAX) {
            throw new IllegalStateException("a window has more than " + ARRAY_MAX
                    + " responses; measure for a shorter time, or at a lower rate");
        }
        return (int) Math.min(ARRAY_MAX, Math.max(FIRST_CAPACITY, 2L * size));
    }

    /** Several series in one. */
    public static ResponseSeries merged(List<ResponseSeries> parts) {
        ResponseSeries all = new ResponseSeries();
        all.size = Math.toIntExact(parts.stream().mapToLong(part -> part.size).sum());
        all.responses = new long[all.size];
        int at = 0;
        for (ResponseSeries part : parts) {
            System.arraycopy(part.responses, 0, all.responses, at, part.size);
            at += part.size;
        }
        Arrays.sort(all.responses);
        return all;
    }

    /** How many responses there are. */
    public int size() {
        return size;
    }

    /** All response times in microseconds, in order if this series was merged. */
    public double[] micros() {
        double[] micros = new double[size];
        for (int i = 0; i < size; i++) {
            micros[i] = micros(responses[i]);
        }
        return micros;
    }

    /** The responses of one kind. */
    public ResponseSeries only(int kind) {
        ResponseSeries only = new ResponseSeries();
        only.responses = Arrays.stream(responses, 0, size)
                .filter(response -> (response & KIND_MASK) == kind)
                .toArray();
        only.size = only.responses.length;
        return only;
    }

    /**
     * The median response time of each part of the window, in microseconds, by when requests were meant to be sent; not
     * a number where none was. This series must be a {@link #merged} one.
     *
     * @param partMicros length of a part, microseconds
     */
    public double[] medians(long partMicros) {
        return medians(partMicros, partMicros);
    }

    /** The same with a first part of another length, at most that of the others. */
    public double[] medians(long partMicros, long firstMicros) {
        return parts(partMicros, firstMicros, sorted -> sorted[sorted.length / 2]);
    }

    /** The medians of the parts that had any, in their order. */
    public double[] knownMedians(long partMicros) {
        return Arrays.stream(medians(partMicros))
                .filter(median -> !Double.isNaN(median))
                .toArray();
    }

    /** The longest response time of each part of the window, likewise. */
    public double[] longest(long partMicros) {
        return parts(partMicros, partMicros, sorted -> sorted[sorted.length - 1]);
    }

    private double[] parts(long partMicros, long firstMicros, ToDoubleFunction<double[]> chosen) {
        if (size == 0) {
            return new double[0];
        }
        long before = partMicros - firstMicros;
        double[] parts = new double[(int) ((before + since(responses[size - 1])) / partMicros) + 1];
        Arrays.fill(parts, Double.NaN);
        int from = 0;
        while (from < size) {
            long part = (before + since(responses[from])) / partMicros;
            int to = from;
            while (to < size && (before + since(responses[to])) / partMicros == part) {
                to++;
            }
            double[] ofPart = new double[to - from];
            for (int i = from; i < to; i++) {
                ofPart[i - from] = micros(responses[i]);
            }
            Arrays.sort(ofPart);
            parts[(int) part] = chosen.applyAsDouble(ofPart);
            from = to;
        }
        return parts;
    }

    private static long since(long response) {
        return response >>> MICROS_BITS + KIND_BITS;
    }

    private static double micros(long response) {
        return response >>> KIND_BITS & MICROS_MAX;
    }
}
