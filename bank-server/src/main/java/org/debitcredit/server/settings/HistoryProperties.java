package org.debitcredit.server.settings;

import java.time.Duration;
import org.debitcredit.ledger.sql.HistoryRows;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long history is kept, {@code bank.history.*}.
 *
 * @param retention how long journal epochs that recovery needs no more are archived; 0 deletes them at once
 * @param rowsMax postings that a ledger on H2 in memory keeps for statements, at most; 0 chooses by the heap
 */
public record HistoryProperties(
        @DefaultValue("90d") Duration retention,
        @DefaultValue("0") long rowsMax) {

    public HistoryProperties {
        if (retention.isNegative()) {
            throw new IllegalArgumentException("bank.history.retention is " + retention + "; it must be 0 or more");
        }
        long heapBytes = Runtime.getRuntime().maxMemory();
        long most = HistoryRows.most(heapBytes);
        if (rowsMax < 0 || rowsMax > most) {
            throw new IllegalArgumentException("bank.history.rows-max is " + rowsMax + "; it must be 0 to " + most
                    + ", which take half of this heap of " + (heapBytes >> 20)
                    + " MiB: give a larger one (-Xmx), or 0");
        }
    }
}
