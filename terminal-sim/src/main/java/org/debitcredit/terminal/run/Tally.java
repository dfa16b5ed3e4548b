package org.debitcredit.terminal.run;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts by reason. Safe for use by several threads. */
final class Tally {

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    void add(String reason) {
        counts.computeIfAbsent(reason, any -> new LongAdder()).increment();
    }

    long total() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** The counts in the order of the reasons. */
    SortedMap<String, Long> byReason() {
        SortedMap<String, Long> result = new TreeMap<>();
        counts.forEach((reason, count) -> result.put(reason, count.sum()));
        return result;
    }
}
