package org.debitcredit.terminal.tpcc.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.debitcredit.measure.tail.Sweep;
import org.debitcredit.measure.tail.Tail;
import org.debitcredit.measure.tail.TailVerdict;
import org.debitcredit.terminal.tpcc.run.Deliveries;
import org.debitcredit.terminal.tpcc.run.MeasuredWindow;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep showed.
 *
 * @param sweep its points; not all of them if the server broke it off
 * @param highest the highest rate that was carried; null if none was
 * @param deliveries what became of deferred deliveries; null if the server does not answer
 * @param conditions of consistency that were checked after it; none if nobody checked
 * @param failures why it failed although points were measured, in sentences
 */
public record SweepFigures(
        RunConditions setting,
        Sweep sweep,
        @Nullable HighestCarried highest,
        @Nullable Deliveries deliveries,
        List<ConditionResult> conditions,
        List<String> failures) {

    private static final String SATURATED = "saturated";
    private static final String WITHHELD =
            "no percentile of this rate is shown, because of what was found after the sweep";

    /**
     * The highest rate that was carried.
     *
     * @param measured in the last try
     */
    public record HighestCarried(Tail tail, MeasuredWindow measured) {

        private HighestCarried failed(String reason) {
            return new HighestCarried(tail.failed(reason), measured);
        }

        Map<TpccTransactionType, TypeFigures> byType() {
            return TypeFigures.of(measured, tail.byKind());
        }
    }

    /**
     * A sweep, which fails by what was found after it too. Then no percentile may be shown. One that was only broken
     * off keeps those of its rates.
     */
    public static SweepFigures of(
            RunConditions setting,
            Sweep sweep,
            @Nullable HighestCarried highest,
            @Nullable Deliveries deliveries,
            List<ConditionResult> conditions,
            List<String> failures) {
        List<String> found = new ArrayList<>();
        // How long each delivery took is no verdict on a sweep, which overloads the server.
        if (deliveries != null && (deliveries.waiting() > 0 || deliveries.failed() > 0)) {
            found.add("deferred deliveries were not done: " + deliveries.text());
        }
        for (ConditionResult condition : conditions) {
            if (!condition.getHolds()) {
                found.add("condition " + condition.getCondition() + " does not hold for " + condition.getOffenders()
                        + ", such as " + String.join("; ", condition.getOffenderList()));
            }
        }
        List<String> all = new ArrayList<>(failures);
        all.addAll(found);
        boolean isWithheld = !found.isEmpty();
        return new SweepFigures(
                setting,
                isWithheld ? sweep.failed(WITHHELD) : sweep,
                isWithheld && highest != null ? highest.failed(WITHHELD) : highest,
                deliveries,
                List.copyOf(conditions),
                List.copyOf(all));
    }

    /** Whether saturation was found, and nothing failed. */
    public boolean isAccepted() {
        return failures.isEmpty() && sweep.saturationPerSecond().isPresent();
    }

    /** In one word. */
    public String verdict() {
        if (!failures.isEmpty()) {
            return TailVerdict.FAILED.word();
        }
        return isAccepted() ? SATURATED : TailVerdict.RATE_NOT_REACHED.word();
    }

    /** Answers a second at saturation; empty if it was not found. */
    public OptionalDouble saturationPerSecond() {
        return isAccepted() ? sweep.saturationPerSecond() : OptionalDouble.empty();
    }

    /** Why the verdict is so, in a sentence. */
    public String reason() {
        if (!failures.isEmpty()) {
            return String.join(". ", failures);
        }
        return isAccepted()
                ? String.format(
                        Locale.ROOT,
                        "the server is saturated at %,.0f requests a second",
                        sweep.saturationPerSecond().orElse(0))
                : "the server does not carry the lowest rate; give a lower --from. In "
                        + sweep.points().get(0).tail().reason();
    }
}
