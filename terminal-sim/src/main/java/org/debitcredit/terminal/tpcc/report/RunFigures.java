package org.debitcredit.terminal.tpcc.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.debitcredit.measure.tail.KindTail;
import org.debitcredit.measure.tail.Percentile;
import org.debitcredit.terminal.tpcc.run.Deliveries;
import org.debitcredit.terminal.tpcc.run.MeasuredWindow;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import org.jspecify.annotations.Nullable;

/**
 * What a run showed.
 *
 * @param load what was asked for, in words
 * @param verdict in one word
 * @param isAccepted whether it passed; otherwise no percentile may be shown
 * @param reasons of the verdict, in sentences; of a run that corrected itself, one for each try
 * @param all percentiles of all types together
 * @param deliveries what became of deferred deliveries; null before the server is asked, or if it does not answer
 * @param conditions of consistency that were checked after the run; none if nobody checked
 */
public record RunFigures(
        RunConditions setting,
        String load,
        String verdict,
        boolean isAccepted,
        List<String> reasons,
        MeasuredWindow measured,
        KindTail all,
        Map<TpccTransactionType, TypeFigures> byType,
        @Nullable Deliveries deliveries,
        List<ConditionResult> conditions) {

    /** New-Orders a minute, without those that were rolled back. */
    public double newOrdersPerMinute() {
        return measured.newOrdersPerMinute();
    }

    /** Whether distributions of the run may be shown: only if any percentile of all types together may be. */
    boolean areDistributionsShown() {
        return all.percentiles().stream().anyMatch(Percentile::isShown);
    }

    /**
     * The same with what was found after the run, by which it may fail: late deliveries (clause 2.7.2.2), and a
     * condition that does not hold.
     *
     * @param failed the verdict of a run that failed
     */
    public RunFigures after(Deliveries found, List<ConditionResult> checked, String failed) {
        RunFigures after = new RunFigures(
                setting, load, verdict, isAccepted, reasons, measured, all, byType, found, List.copyOf(checked));
        if (found.failed() > 0) {
            after = after.failed(failed, "deferred deliveries failed: " + found.text());
        }
        if (!found.areInTime()) {
            after = after.failed(failed, "deferred deliveries are late: " + found.text());
        }
        for (ConditionResult condition : checked) {
            if (!condition.getHolds()) {
                after = after.failed(
                        failed,
                        "condition " + condition.getCondition() + " does not hold for " + condition.getOffenders()
                                + ", such as " + String.join("; ", condition.getOffenderList()));
            }
        }
        return after;
    }

    /** The same with another reason for which it failed, so that no percentile may be shown. */
    public RunFigures failed(String failed, String reason) {
        Map<TpccTransactionType, TypeFigures> withheld = new EnumMap<>(TpccTransactionType.class);
        byType.forEach((type, of) -> withheld.put(type, of.withheld()));
        List<String> more = new ArrayList<>(reasons);
        more.add(reason);
        return new RunFigures(
                setting,
                load,
                failed,
                false,
                List.copyOf(more),
                measured,
                all.withheld(),
                withheld,
                deliveries,
                conditions);
    }

    /** The reason of the verdict. */
    public String reason() {
        return reasons.get(reasons.size() - 1);
    }
}
