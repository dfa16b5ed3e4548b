package org.debitcredit.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The runs of one benchmark with one settings on one kind of machine, the oldest first.
 *
 * @param machine {@link Machine#kind}
 * @param runs at least one
 */
public record HistorySeries(String benchmark, String settings, String machine, List<BenchmarkRun> runs) {

    public HistorySeries {
        runs = List.copyOf(runs);
    }

    /** Sorts runs into their series, in the order in which each first appears. */
    public static List<HistorySeries> of(List<BenchmarkRun> runs) {
        Map<List<String>, List<BenchmarkRun>> sorted = new LinkedHashMap<>();
        for (BenchmarkRun run : runs) {
            sorted.computeIfAbsent(
                            List.of(
                                    run.benchmark(),
                                    run.settings(),
                                    run.machine().kind()),
                            key -> new ArrayList<>())
                    .add(run);
        }
        return sorted.entrySet().stream()
                .map(series -> new HistorySeries(
                        series.getKey().get(0),
                        series.getKey().get(1),
                        series.getKey().get(2),
                        series.getValue()))
                .toList();
    }

    /** The verdict on a run, compared with all earlier runs of the series, whatever their baselines were. */
    public Regression.Judgement judge(int index) {
        return Regression.judge(
                runs.get(index).ratio(),
                runs.subList(0, index).stream().map(BenchmarkRun::ratio).toList(),
                runs.get(index).noise());
    }

    /** The verdict on the latest run. */
    public Regression.Judgement latest() {
        return judge(runs.size() - 1);
    }

    /** The median of all its ratios. */
    public double medianRatio() {
        return Regression.median(runs.stream().mapToDouble(BenchmarkRun::ratio).toArray());
    }
}
