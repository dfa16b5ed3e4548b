package org.debitcredit.terminal.tpcc.run;

import java.time.Duration;

/** Processor time that the processes of server and client used, nanoseconds; 0 where a system does not say. */
public record CpuTimes(long serverNanos, long clientNanos) {

    /** Since the processes began. */
    static CpuTimes now(TpccClient client) {
        long here = ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(0L);
        return new CpuTimes(client.describe().getProcessCpuNanos(), here);
    }

    CpuTimes since(CpuTimes before) {
        return new CpuTimes(serverNanos - before.serverNanos, clientNanos - before.clientNanos);
    }
}
