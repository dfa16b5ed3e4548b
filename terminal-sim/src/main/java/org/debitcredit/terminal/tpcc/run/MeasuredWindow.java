package org.debitcredit.terminal.tpcc.run;

import java.util.Arrays;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.tail.OpenLoopRun;
import org.debitcredit.tpcc.TpccTransactionType;

/**
 * What was measured in a window.
 *
 * @param caughtUp whether the window began without a backlog
 * @param responses in the order in which the requests were meant to be sent; kinds are ordinals of {@link
 *     TpccTransactionType}
 * @param recorded times at this client
 * @param atServer times at the server: from when a request was decoded, and from when a thread took it
 * @param rollbacks New-Orders of the window with an unused item
 * @param newOrders New-Orders that were committed and whose answers came in the window, also to earlier requests
 * @param firstFailure why the first request that failed did; empty if none did
 * @param gapNanos random draws of the times from one intended sending of a stream to the next; empty in a closed loop
 * @param stolenShare part of the processors' time that other guests of the host took; not a number if unknown
 * @param unfinished deliveries that were queued, and not done when the window had ended
 * @param cpu processor time used in the window
 */
public record MeasuredWindow(
        boolean caughtUp,
        Traffic traffic,
        ResponseSeries responses,
        MergedRecording recorded,
        MergedRecording atServer,
        long rollbacks,
        long newOrders,
        String firstFailure,
        double[] gapNanos,
        double stolenShare,
        long unfinished,
        CpuTimes cpu) {

    private static final double SECONDS_PER_MINUTE = 60;

    /**
     * New-Orders a minute, without those that were rolled back. Requests that were due in the window and answered after
     * it do not count: a server that cannot keep up would get more than it carries.
     */
    public double newOrdersPerMinute() {
        return newOrders * SECONDS_PER_MINUTE / traffic.seconds();
    }

    /** As the self-correction takes it. */
    OpenLoopRun asOpenLoopRun() {
        return new OpenLoopRun(
                caughtUp,
                traffic,
                Arrays.stream(TpccTransactionType.values())
                        .map(TpccTransactionType::id)
                        .toList(),
                responses,
                gapNanos,
                recorded.lateness(),
                stolenShare,
                unfinished);
    }

    /** The same, with the number of deliveries whose work was not done when the window had ended. */
    MeasuredWindow leaving(long deferred) {
        return new MeasuredWindow(
                caughtUp,
                traffic,
                responses,
                recorded,
                atServer,
                rollbacks,
                newOrders,
                firstFailure,
                gapNanos,
                stolenShare,
                deferred,
                cpu);
    }
}
