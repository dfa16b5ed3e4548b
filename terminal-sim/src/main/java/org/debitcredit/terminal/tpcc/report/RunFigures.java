package org.debitcredit.terminal.tpcc.report;

import java.util.List;
import java.util.Map;
import org.debitcredit.measure.tail.KindTail;
import org.debitcredit.terminal.tpcc.run.Measured;
import org.debitcredit.tpcc.TransactionType;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;

/**
 * What a run showed.
 *
 * @param load what was asked for, in words
 * @param verdict in one word
 * @param isAccepted whether percentiles may be shown
 * @param reasons of the verdict, in sentences; of a run that corrected itself, one for each try
 * @param all percentiles of all types together
 * @param after the server's own figures after the run, with those of deferred deliveries
 * @param conditions of consistency that were checked after the run; none if nobody checked
 */
public record RunFigures(
        Conditions setting,
        String load,
        String verdict,
        boolean isAccepted,
        List<String> reasons,
        Measured measured,
        KindTail all,
        Map<TransactionType, TypeFigures> byType,
        DescribeResponse after,
        List<ConditionResult> conditions) {

    private static final double SECONDS_PER_MINUTE = 60;

    /** New-Orders a minute, without those that were rolled back. */
    public double newOrdersPerMinute() {
        TypeFigures orders = byType.get(TransactionType.NEW_ORDER);
        return orders == null
                ? 0
                : (orders.count() - orders.rollbacks())
                        * SECONDS_PER_MINUTE
                        / measured.traffic().seconds();
    }

    /** Whether every condition that was checked holds. */
    public boolean isConsistent() {
        return conditions.stream().allMatch(ConditionResult::getHolds);
    }
}
