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
        Limit.HISTORY_RETENTION.require(retention);
        Limit.HISTORY_ROWS_MAX.require(rowsMax);
        long heapBytesMax = Runtime.getRuntime().maxMemory();
        Relation.HISTORY_IN_HEAP.require(
                rowsMax <= HistoryRows.most(heapBytesMax),
                "bank.history.rows-max is " + rowsMax + ", and the heap has at most " + (heapBytesMax >> 20) + "MB");
    }
}
