package org.debitcredit.figures;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a JVM's log of {@code -Xlog:gc,safepoint} for a part of its life, in seconds since its start. */
final class JvmLog {

    private static final String STAMP = "^\\[([0-9.]+)s\\].*";
    private static final Pattern SAFEPOINT = Pattern.compile(STAMP + "Safepoint \".*Total: +(\\d+) ns");
    private static final Pattern COLLECTED = Pattern.compile(STAMP + "GC\\(\\d+\\) Pause .* \\d+M->(\\d+)M\\(");

    private final List<String> lines;

    JvmLog(List<String> lines) {
        this.lines = lines;
    }

    /** The longest safepoint, from its request to its end, in microseconds; 0 if there was none. */
    double longestSafepointMicros(double fromSeconds, double toSeconds) {
        return max(SAFEPOINT, fromSeconds, toSeconds) / 1e3;
    }

    /** The largest heap use after a collection, in MiB; 0 if there was none. */
    double heapAfterCollectionMib(double fromSeconds, double toSeconds) {
        return max(COLLECTED, fromSeconds, toSeconds);
    }

    private double max(Pattern pattern, double fromSeconds, double toSeconds) {
        double max = 0;
        for (String line : lines) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                double at = Double.parseDouble(matcher.group(1));
                if (at >= fromSeconds && at < toSeconds) {
                    max = Math.max(max, Double.parseDouble(matcher.group(2)));
                }
            }
        }
        return max;
    }
}
