package org.debitcredit.probe;

import java.util.Collections;
import java.util.List;

/**
 * One operation as measured over several rounds.
 *
 * @param perSecond operations a second while at it: the median of the rounds
 * @param byRound the same, each round
 * @param times how long each took
 */
public record MeasuredOperation(double perSecond, List<Double> byRound, OperationTimes times) {

    /** How far the rounds lie apart: from the slowest to the fastest, as a part of the median. */
    double spread() {
        return (Collections.max(byRound) - Collections.min(byRound)) / perSecond;
    }
}
