package org.debitcredit.measure.verdict;

import java.util.List;

/** How requests were made. */
public sealed interface Load {

    /**
     * Terminals that think, ask, wait for the answer, and think again.
     *
     * @param terminals how many took part
     * @param meanResponseSeconds from the intended send time
     * @param thinkTimes of every law that the terminals follow
     */
    record ClosedLoop(long terminals, double meanThinkSeconds, double meanResponseSeconds, List<ThinkTimes> thinkTimes)
            implements Load {}

    /**
     * Requests sent at their own times, whatever became of those before.
     *
     * @param askedPerSecond rate
     * @param gaps random draws of the times from one sending to the next, in any unit
     */
    record OpenLoop(double askedPerSecond, double[] gaps) implements Load {}
}
