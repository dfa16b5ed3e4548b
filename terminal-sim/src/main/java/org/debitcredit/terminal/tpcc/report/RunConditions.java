package org.debitcredit.terminal.tpcc.report;

import java.util.Locale;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.terminal.tpcc.run.TpccClient;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;

/** What was measured, with what: the server as it describes itself, and this client. */
public record RunConditions(DescribeResponse server, TransactionMix.Kind mix, int streams, int processors, long seed) {

    /** In words. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "A workload derived from TPC-C 5.11, not comparable with published results. %s; %s. Warehouses: %,d; mix by "
                        + "%s. Server: threads that execute %d, of the event loop %d, processors %d. Client: streams %d, "
                        + "threads of the event loop %d, processors %d; seed %d.",
                server.getDatabase(),
                server.getDurability(),
                server.getWarehouses(),
                mix.name().toLowerCase(Locale.ROOT),
                server.getExecutorThreads(),
                server.getEventLoopThreads(),
                server.getProcessors(),
                streams,
                TpccClient.EVENT_LOOP_THREADS,
                processors,
                seed);
    }
}
