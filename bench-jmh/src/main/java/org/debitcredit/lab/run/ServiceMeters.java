package org.debitcredit.lab.run;

import java.util.HashMap;
import java.util.Map;

/**
 * The meters of a service, in the text format of Prometheus.
 *
 * @param values by name and labels, as the service writes them
 */
record ServiceMeters(Map<String, Double> values) {

    ServiceMeters {
        values = Map.copyOf(values);
    }

    /** Reads the text; lines that are no meter are left out. */
    static ServiceMeters parse(String text) {
        Map<String, Double> values = new HashMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            // A time may follow the value, but not in what this service writes. Labels may hold blanks.
            int blank = line.lastIndexOf(' ');
            if (blank > 0) {
                number(line.substring(blank + 1), value -> values.put(line.substring(0, blank), value));
            }
        });
        return new ServiceMeters(values);
    }

    private interface Taker {
        void take(double value);
    }

    private static void number(String text, Taker taker) {
        try {
            taker.take(Double.parseDouble(text));
        } catch (NumberFormatException noMeter) {
            return;
        }
    }

    /** The sum of a meter over all its labels; 0 where there is none. */
    double sum(String name) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().equals(name) || entry.getKey().startsWith(name + "{"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Transactions that were decided and are durable. */
    double transactions() {
        return sum("bank_transactions_total");
    }

    /** Groups that were forced. */
    double forces() {
        return sum("bank_journal_force_seconds_count");
    }

    /**
     * How long the writer has worked in a step: {@code execute}, {@code append}, {@code force}, {@code commit} or
     * {@code answer}.
     */
    double writerSeconds(String step) {
        return values.getOrDefault("bank_writer_seconds_total{step=\"" + step + "\"}", 0.0);
    }

    /** How long collections of garbage have stopped all threads. */
    double pauseSeconds() {
        return sum("jvm_gc_pause_seconds_sum");
    }
}
