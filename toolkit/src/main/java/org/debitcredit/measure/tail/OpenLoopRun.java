package org.debitcredit.measure.tail;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.Traffic;

/**
 * What was measured of an open loop in its window.
 *
 * @param caughtUp whether the window began without a backlog
 * @param traffic of the window
 * @param kinds names of the kinds of request, by ordinal
 * @param responses in the order in which the requests were meant to be sent
 * @param gaps random draws of the times from one intended sending to the next, in any unit
 * @param latenessMicros from the intended to the actual send time
 * @param stolenShare part of the processors' time that other guests of the host took, 0 to 1; not a number where the
 *     machine does not say
 * @param unfinished requests that were answered, and whose deferred work was not done when the window had ended
 */
public record OpenLoopRun(
        boolean caughtUp,
        Traffic traffic,
        List<String> kinds,
        ResponseSeries responses,
        double[] gaps,
        Histogram latenessMicros,
        double stolenShare,
        long unfinished) {}
