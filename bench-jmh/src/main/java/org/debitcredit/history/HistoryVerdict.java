package org.debitcredit.history;

import java.util.List;

/**
 * The verdict on the latest run of each series. A benchmark with several settings or machines has a series for each.
 *
 * @param benchmarks number of series
 * @param compared those with enough recorded runs before the latest; the others cannot be judged
 * @param worse those whose latest run is a regression
 */
public record HistoryVerdict(int benchmarks, int compared, int worse) {

    public static HistoryVerdict of(List<HistorySeries> histories) {
        int compared = 0;
        int worse = 0;
        for (HistorySeries series : histories) {
            Regression.Verdict latest = series.latest().verdict();
            compared += latest == Regression.Verdict.NOTHING_TO_COMPARE ? 0 : 1;
            worse += latest == Regression.Verdict.REGRESSION ? 1 : 0;
        }
        return new HistoryVerdict(histories.size(), compared, worse);
    }

    public boolean isRegression() {
        return worse > 0;
    }

    public boolean hasCompared() {
        return compared > 0;
    }

    /** The verdict as text. */
    public String sentence() {
        if (isRegression()) {
            return worse + " of " + counted(benchmarks) + ": REGRESSION in the latest runs.";
        }
        if (!hasCompared()) {
            return "NOTHING TO COMPARE: no benchmark has " + Regression.RECORDED_MIN
                    + " recorded runs of the same settings before its latest.";
        }
        return "No regression in the latest runs of " + counted(compared)
                + (compared < benchmarks ? "; " + (benchmarks - compared) + " more cannot be compared." : ".");
    }

    private static String counted(int benchmarks) {
        return benchmarks == 1 ? "1 benchmark" : benchmarks + " benchmarks";
    }
}
