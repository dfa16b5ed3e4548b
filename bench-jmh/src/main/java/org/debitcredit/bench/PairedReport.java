package org.debitcredit.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the pairs showed: each pair's ratio, their median, and where the writer's time went. */
final class PairedReport {

    private static final String LINE = "%6s %12.0f %15.0f %7.2f %9.2f %9.0f %9.0f %9.0f %9.0f %9.0f%n";

    private final List<Pair> pairs = new ArrayList<>();

    /** A turn of each side, one after the other. */
    private record Pair(PairedRound engine, PairedRound jdbc) {

        double ratio() {
            return engine.figures().perSecond() / jdbc.figures().perSecond();
        }

        /** Of transactions per second of CPU time: little moved by who else uses the machine. */
        double cpuRatio() {
            return engine.figures().perCpuSecond() / jdbc.figures().perCpuSecond();
        }

        boolean holds() {
            return engine.holds() && jdbc.holds();
        }
    }

    void add(PairedRound engine, PairedRound jdbc) {
        pairs.add(new Pair(engine, jdbc));
    }

    /** Whether the engine is at least as fast, in the median of the pairs, and every invariant held. */
    boolean holds() {
        return ratio() >= 1 && invariantsHold();
    }

    private boolean invariantsHold() {
        return pairs.stream().allMatch(Pair::holds);
    }

    private double ratio() {
        return median(Pair::ratio);
    }

    String lastLine() {
        Pair pair = pairs.get(pairs.size() - 1);
        return String.format(
                Locale.ROOT,
                "engine %.0f tps, JDBC loop %.0f tps, ratio %.2f%s",
                pair.engine().figures().perSecond(),
                pair.jdbc().figures().perSecond(),
                pair.ratio(),
                pair.holds() ? "" : "; INVARIANTS DO NOT HOLD");
    }

    /** A table of the rounds, with the medians under it. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "%6s %12s %15s %7s %9s %9s %9s %9s %9s %9s%n",
                "round",
                "engine, tps",
                "JDBC loop, tps",
                "ratio",
                "per CPU",
                "tx/force",
                "execute%",
                "force%",
                "commit%",
                "rest%"));
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            text.append(line(String.valueOf(i + 1), value -> value.applyAsDouble(pair)));
        }
        text.append(line("median", this::median));
        text.append(
                "ratio: of transactions per second; per CPU: of transactions per second of CPU time, all threads\n");
        text.append(
                "execute, force, commit: shares of the time measured, on the writer's thread; rest: append, keys, answers,"
                        + " waiting\n");
        text.append("durability: engine, every answer after an fdatasync; JDBC loop, none. Invariants "
                + (invariantsHold() ? "hold on both" : "DO NOT HOLD") + ".\n");
        return text.toString();
    }

    /** One column after another, each read by the given way of looking at pairs. */
    private static String line(String label, ToDoubleFunction<ToDoubleFunction<Pair>> look) {
        return String.format(
                Locale.ROOT,
                LINE,
                label,
                look.applyAsDouble(PairedReport::enginePerSecond),
                look.applyAsDouble(pair -> pair.jdbc().figures().perSecond()),
                look.applyAsDouble(Pair::ratio),
                look.applyAsDouble(Pair::cpuRatio),
                look.applyAsDouble(PairedReport::perForce),
                look.applyAsDouble(pair -> percent(pair, pair.engine().figures().executeNanos())),
                look.applyAsDouble(pair -> percent(pair, pair.engine().figures().forceNanos())),
                look.applyAsDouble(pair -> percent(pair, pair.engine().figures().commitNanos())),
                look.applyAsDouble(PairedReport::restPercent));
    }

    String json() {
        List<String> rounds = pairs.stream()
                .map(pair -> String.format(
                        Locale.ROOT,
                        "{\"engineTps\":%.0f,\"jdbcTps\":%.0f,\"ratio\":%.3f,\"transactionsPerForce\":%.1f}",
                        enginePerSecond(pair),
                        pair.jdbc().figures().perSecond(),
                        pair.ratio(),
                        perForce(pair)))
                .toList();
        return String.format(
                Locale.ROOT,
                "{\"ratio\":%.3f,\"cpuRatio\":%.3f,\"engineTps\":%.0f,\"jdbcTps\":%.0f,"
                        + "\"transactionsPerForce\":%.1f,\"executePercent\":%.1f,"
                        + "\"forcePercent\":%.1f,\"commitPercent\":%.1f,\"restPercent\":%.1f,\"invariantsHold\":%b,"
                        + "\"holds\":%b,\"rounds\":[%s]}",
                ratio(),
                median(Pair::cpuRatio),
                median(PairedReport::enginePerSecond),
                median(pair -> pair.jdbc().figures().perSecond()),
                median(PairedReport::perForce),
                median(pair -> percent(pair, pair.engine().figures().executeNanos())),
                median(pair -> percent(pair, pair.engine().figures().forceNanos())),
                median(pair -> percent(pair, pair.engine().figures().commitNanos())),
                median(PairedReport::restPercent),
                invariantsHold(),
                holds(),
                String.join(",", rounds));
    }

    private static double enginePerSecond(Pair pair) {
        return pair.engine().figures().perSecond();
    }

    private static double perForce(Pair pair) {
        return pair.engine().figures().perForce();
    }

    private static double restPercent(Pair pair) {
        Figures figures = pair.engine().figures();
        return 100 - percent(pair, figures.executeNanos() + figures.forceNanos() + figures.commitNanos());
    }

    private static double percent(Pair pair, long nanos) {
        return 100.0 * nanos / pair.engine().figures().nanos();
    }

    private double median(ToDoubleFunction<Pair> value) {
        double[] sorted = pairs.stream().mapToDouble(value).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
