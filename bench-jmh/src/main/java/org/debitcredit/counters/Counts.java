package org.debitcredit.counters;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Values of counters at one time, or what was counted between two times. What the system does not count is missing. */
public final class Counts {

    /** No counter. */
    public static final Counts NONE = new Counts(Map.of());

    /** Linux writes them in 32 bits, so that they begin again at 0. */
    private static final Set<Counter> OF_32_BITS = Set.of(Counter.DISK_READ_MILLIS, Counter.DISK_BUSY_MILLIS);

    private static final long RANGE_OF_32_BITS = 1L << 32;

    private final Map<Counter, Long> values;

    public Counts(Map<Counter, Long> values) {
        this.values = values.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(values));
    }

    /** A counter's value; empty where the system does not count it. */
    public Optional<Long> find(Counter counter) {
        return Optional.ofNullable(values.get(counter));
    }

    /** A counter's value; 0 where the system does not count it. */
    public long get(Counter counter) {
        return values.getOrDefault(counter, 0L);
    }

    /**
     * What was counted since an earlier reading: of the counters that both have. One that was set back meanwhile, as
     * stolen time is when a guest moves to another host, counted nothing.
     */
    public Counts since(Counts earlier) {
        Map<Counter, Long> passed = new EnumMap<>(Counter.class);
        values.forEach((counter, value) -> {
            Long before = earlier.values.get(counter);
            if (before != null) {
                passed.put(counter, passed(counter, before, value));
            }
        });
        return new Counts(passed);
    }

    private static long passed(Counter counter, long before, long now) {
        if (now >= before) {
            return now - before;
        }
        long onceAround = now - before + RANGE_OF_32_BITS;
        return OF_32_BITS.contains(counter) && onceAround >= 0 && onceAround < RANGE_OF_32_BITS / 2 ? onceAround : 0;
    }

    /** These counters and those of another reading, which has other ones. */
    public Counts and(Counts others) {
        Map<Counter, Long> all = new EnumMap<>(Counter.class);
        all.putAll(values);
        all.putAll(others.values);
        return new Counts(all);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Counts counts && counts.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
