package org.debitcredit.terminal.tpcc.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.debitcredit.measure.tail.KindTail;
import org.debitcredit.terminal.tpcc.run.Measured;
import org.debitcredit.tpcc.TransactionType;

/**
 * What a run showed of one type of transaction.
 *
 * @param rollbacks New-Orders with an unused item, which the count includes
 * @param tail its percentiles, end to end
 */
public record TypeFigures(TransactionType type, long count, long rollbacks, KindTail tail) {

    /** The same without any percentile that may be shown. */
    TypeFigures withheld() {
        return new TypeFigures(type, count, rollbacks, tail.withheld());
    }

    /** The figures of every type. */
    public static Map<TransactionType, TypeFigures> of(Measured measured, List<KindTail> tails) {
        Map<TransactionType, TypeFigures> byType = new EnumMap<>(TransactionType.class);
        for (TransactionType type : TransactionType.values()) {
            KindTail tail = tails.get(type.ordinal());
            long rollbacks = type == TransactionType.NEW_ORDER ? measured.rollbacks() : 0;
            byType.put(type, new TypeFigures(type, tail.count(), rollbacks, tail));
        }
        return byType;
    }

    /** The percentiles of every type, of a run that does not correct itself. */
    public static List<KindTail> tails(Measured measured, boolean isAccepted) {
        List<KindTail> tails = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            tails.add(KindTail.of(type.id(), measured.responses().micros(type.ordinal()), isAccepted));
        }
        return tails;
    }
}
