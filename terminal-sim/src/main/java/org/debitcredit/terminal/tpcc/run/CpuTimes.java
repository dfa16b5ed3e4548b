package org.debitcredit.terminal.tpcc.run;

import java.time.Duration;
import org.debitcredit.terminal.console.RunFailure;

/** Processor time that the processes of server and client used, nanoseconds; 0 where it is not known. */
public record CpuTimes(long serverNanos, long clientNanos) {

    /** Since the processes began. */
    static CpuTimes now(TpccClient client) {
        long here = ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(0L);
        return new CpuTimes(ofServer(client), here);
    }

    /** A server that hangs fails the run by the requests that it leaves unanswered, and not by this one. */
    private static long ofServer(TpccClient client) {
        try {
            return client.describe().getProcessCpuNanos();
        } catch (RunFailure silent) {
            return 0;
        }
    }

    CpuTimes since(CpuTimes before) {
        return new CpuTimes(used(before.serverNanos, serverNanos), used(before.clientNanos, clientNanos));
    }

    private static long used(long before, long now) {
        return before == 0 || now == 0 ? 0 : now - before;
    }
}
