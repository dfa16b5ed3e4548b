package org.debitcredit.lab;

import java.util.function.DoubleUnaryOperator;

/**
 * How many transactions a force covers when the engine's thread is at its limit. A transaction that misses a group waits
 * for the next one. Answered clients are away for a while, whose length is taken as exponential, and send their next
 * transaction. With N transactions in flight, a group that takes T, and clients that are away for A on average:
 *
 * <pre>
 *   group = N / (1 + 1 / (1 - exp(-T / A)))
 * </pre>
 *
 * It is N / 2 when the clients are back at once: half of them wait while the other half is served.
 */
final class GroupLaw {

    private static final int TURNS = 1_000;
    private static final double CONVERGED = 1e-9;

    private GroupLaw() {}

    /**
     * Transactions per force.
     *
     * @param inFlight transactions that circulate: N
     * @param groupMax the most that one force may cover
     * @param groupSeconds the time of a group by its size: T
     * @param awaySeconds mean time between an answer and the arrival of the client's next transaction: A
     */
    static double atLimit(double inFlight, int groupMax, DoubleUnaryOperator groupSeconds, double awaySeconds) {
        // The right side rises with the group, so an iteration that begins above all solutions ends at the largest one.
        double group = inFlight / 2;
        for (int turn = 0; turn < TURNS; turn++) {
            double seconds = groupSeconds.applyAsDouble(Math.max(1, group));
            double missed = 1 / (1 - Math.exp(-seconds / awaySeconds));
            double next = inFlight / (1 + missed);
            boolean hasConverged = Math.abs(next - group) <= CONVERGED * group;
            group = next;
            if (hasConverged) {
                break;
            }
        }
        return Math.min(groupMax, Math.max(1, group));
    }
}
