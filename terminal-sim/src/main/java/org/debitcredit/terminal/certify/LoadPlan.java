package org.debitcredit.terminal.certify;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The loads of a certification, one after the other.
 *
 * @param terminals of the full load
 * @param warmUp before each window
 * @param window of measurement of each load
 * @param percents parts of the full load that are played, per cent; the last one is 100
 */
record LoadPlan(int terminals, Duration warmUp, Duration window, List<Integer> percents) {

    /** The loads that the rules ask for. */
    static final List<Integer> RULES_PERCENTS = List.of(50, 80, 100);

    private static final int FULL = 100;
    private static final long SECONDS_SHOWN_MAX = 180;
    private static final double SECONDS_PER_MINUTE = 60;

    LoadPlan {
        boolean rises = true;
        for (int i = 1; i < percents.size(); i++) {
            rises &= percents.get(i - 1) < percents.get(i);
        }
        if (percents.isEmpty() || percents.get(0) < 1 || !rises || percents.get(percents.size() - 1) != FULL) {
            String given = percents.stream().map(String::valueOf).collect(Collectors.joining(","));
            throw new IllegalArgumentException(
                    "--loads is " + given + "; the loads must be 1 to 100 per cent, rise, and end with 100");
        }
        percents = List.copyOf(percents);
    }

    /** The terminals of a part of the full load. */
    int terminals(int percent) {
        return Math.max(1, (int) Math.round(terminals * (percent / 100.0)));
    }

    /** So many terminals, in words. */
    static String words(int terminals) {
        return String.format(Locale.ROOT, "%,d %s", terminals, terminals == 1 ? "terminal" : "terminals");
    }

    /** How long the loads take together, in seconds or in minutes. */
    String timeInWords() {
        long seconds = time().toSeconds();
        return seconds < SECONDS_SHOWN_MAX
                ? String.format(Locale.ROOT, "%,d s", seconds)
                : String.format(Locale.ROOT, "%,d minutes", Math.round(seconds / SECONDS_PER_MINUTE));
    }

    /** How long the loads take together. */
    Duration time() {
        return percents.stream()
                .map(percent -> Loads.phases(terminals(percent), warmUp, window).total())
                .reduce(Duration.ZERO, Duration::plus);
    }
}
