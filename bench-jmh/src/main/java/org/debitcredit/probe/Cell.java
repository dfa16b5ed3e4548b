package org.debitcredit.probe;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Collects the bouts of one operation, one per round. */
final class Cell {

    private final Histogram nanos = OperationTimes.histogram();
    private final List<Double> perSecond = new ArrayList<>();

    void add(Bout bout) {
        nanos.add(bout.nanos());
        perSecond.add(bout.perSecond());
    }

    MeasuredOperation measured() {
        return new MeasuredOperation(Median.of(perSecond), List.copyOf(perSecond), OperationTimes.ofNanos(nanos));
    }
}
