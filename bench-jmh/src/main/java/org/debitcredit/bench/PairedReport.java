package org.debitcredit.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The result of the pairs: each pair's ratio, their median, and the parts of the writer's time. */
final class PairedReport {

    private static final String LINE = "%6s %12.0f %15.0f %7.2f %9.2f %9.0f %9.0f %9.0f %9.0f %9.0f%n";

    private static final int RATIO_DECIMALS = 3;

    private final List<PairedRound> rounds = new ArrayList<>();

    void add(PairedRound round) {
        rounds.add(round);
    }

    /** Whether the engine is at least as fast, in the median of the pairs, and every invariant held. */
    boolean holds() {
        return ratio() >= 1 && invariantsHold();
    }

    private boolean invariantsHold() {
        return rounds.stream().allMatch(PairedRound::holds);
    }

    private double ratio() {
        return median(PairedRound::ratio);
    }

    String lastLine() {
        PairedRound round = rounds.get(rounds.size() - 1);
        return String.format(
                Locale.ROOT,
                "engine %.0f tps, JDBC loop %.0f tps, ratio %.2f%s",
                round.engine().perSecond(),
                round.jdbc().perSecond(),
                round.ratio(),
                round.holds() ? "" : "; INVARIANTS DO NOT HOLD");
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
        for (int i = 0; i < rounds.size(); i++) {
            PairedRound round = rounds.get(i);
            text.append(line(String.valueOf(i + 1), value -> value.applyAsDouble(round)));
        }
        text.append(line("median", this::median));
        text.append(
                "ratio: of transactions per second; per CPU: of transactions per second of CPU time, all threads\n");
        text.append("execute, force, commit: shares of the time measured, on the writer's thread; rest: append, keys, "
                + "answers,"
                + " waiting\n");
        text.append("durability: engine, every answer after an fdatasync; JDBC loop, none. Invariants "
                + (invariantsHold() ? "hold on both" : "DO NOT HOLD") + ".\n");
        return text.toString();
    }

    /** One line of the table. {@code look} makes each column's value: of one round, or the median of all of them. */
    private static String line(String label, ToDoubleFunction<ToDoubleFunction<PairedRound>> look) {
        return String.format(
                Locale.ROOT,
                LINE,
                label,
                look.applyAsDouble(PairedReport::enginePerSecond),
                look.applyAsDouble(round -> round.jdbc().perSecond()),
                look.applyAsDouble(PairedRound::ratio),
                look.applyAsDouble(PairedRound::cpuRatio),
                look.applyAsDouble(PairedReport::perForce),
                look.applyAsDouble(round -> percent(round, round.engine().executeNanos())),
                look.applyAsDouble(round -> percent(round, round.engine().forceNanos())),
                look.applyAsDouble(round -> percent(round, round.engine().commitNanos())),
                look.applyAsDouble(PairedReport::restPercent));
    }

    String json() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("ratio", rounded(ratio(), RATIO_DECIMALS))
                .put("cpuRatio", rounded(median(PairedRound::cpuRatio), RATIO_DECIMALS))
                .put("engineTps", Math.round(median(PairedReport::enginePerSecond)))
                .put("jdbcTps", Math.round(median(round -> round.jdbc().perSecond())))
                .put("transactionsPerForce", rounded(median(PairedReport::perForce), 1))
                .put("executePercent", medianPercent(Figures::executeNanos))
                .put("forcePercent", medianPercent(Figures::forceNanos))
                .put("commitPercent", medianPercent(Figures::commitNanos))
                .put("restPercent", rounded(median(PairedReport::restPercent), 1))
                .put("invariantsHold", invariantsHold())
                .put("holds", holds());
        ArrayNode each = json.putArray("rounds");
        for (PairedRound round : rounds) {
            each.addObject()
                    .put("engineTps", Math.round(enginePerSecond(round)))
                    .put("jdbcTps", Math.round(round.jdbc().perSecond()))
                    .put("ratio", rounded(round.ratio(), RATIO_DECIMALS))
                    .put("transactionsPerForce", rounded(perForce(round), 1));
        }
        return json.toString();
    }

    private double medianPercent(ToLongFunction<Figures> nanos) {
        return rounded(median(round -> percent(round, nanos.applyAsLong(round.engine()))), 1);
    }

    private static double rounded(double value, int decimals) {
        double factor = Math.pow(10, decimals);
        return Math.rint(value * factor) / factor;
    }

    private static double enginePerSecond(PairedRound round) {
        return round.engine().perSecond();
    }

    private static double perForce(PairedRound round) {
        return round.engine().perForce();
    }

    private static double restPercent(PairedRound round) {
        Figures figures = round.engine();
        return 100 - percent(round, figures.executeNanos() + figures.forceNanos() + figures.commitNanos());
    }

    private static double percent(PairedRound round, long nanos) {
        return 100.0 * nanos / round.engine().nanos();
    }

    private double median(ToDoubleFunction<PairedRound> value) {
        double[] sorted = rounds.stream().mapToDouble(value).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
