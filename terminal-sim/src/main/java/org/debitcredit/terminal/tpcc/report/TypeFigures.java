package org.debitcredit.terminal.tpcc.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.tail.KindTail;
import org.debitcredit.measure.tail.KindTests;
import org.debitcredit.terminal.tpcc.run.MeasuredWindow;
import org.debitcredit.tpcc.TpccTransactionType;

/**
 * What a run showed of one type of transaction.
 *
 * @param rollbacks New-Orders with an unused item, which the count includes
 * @param tail its percentiles, end to end
 */
public record TypeFigures(TpccTransactionType type, long count, long rollbacks, KindTail tail) {

    /** The same without any percentile that may be shown. */
    TypeFigures withheld() {
        return new TypeFigures(type, count, rollbacks, tail.withheld());
    }

    /** The figures of every type. */
    public static Map<TpccTransactionType, TypeFigures> of(MeasuredWindow measured, List<KindTail> tails) {
        Map<TpccTransactionType, TypeFigures> byType = new EnumMap<>(TpccTransactionType.class);
        for (TpccTransactionType type : TpccTransactionType.values()) {
            KindTail tail = tails.get(type.ordinal());
            long rollbacks = type == TpccTransactionType.NEW_ORDER ? measured.rollbacks() : 0;
            byType.put(type, new TypeFigures(type, tail.count(), rollbacks, tail));
        }
        return byType;
    }

    /** The percentiles of every type, of a run that does not correct itself. */
    public static List<KindTail> tails(MeasuredWindow measured, boolean isAccepted) {
        List<KindTail> tails = new ArrayList<>();
        for (TpccTransactionType type : TpccTransactionType.values()) {
            ResponseSeries of = measured.responses().only(type.ordinal());
            tails.add(KindTail.of(
                    type.id(), of.micros(), isAccepted && KindTests.passWithTerminals(measured.traffic(), of)));
        }
        return tails;
    }
}
