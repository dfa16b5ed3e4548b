package org.debitcredit.server.settings;

import java.time.Duration;
import org.debitcredit.ledger.sql.HistoryRows;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How long history is kept, {@code bank.history.*}.
 *
 * @param retention how long journal epochs that recovery no longer needs are archived; 0 deletes them at once
 * @param archiveBytesMax how much the archived epochs may take together; chosen at the start when null
 * @param rowsMax postings that a ledger on H2 in memory keeps for statements, at most; 0 chooses by the heap
 */
public record HistoryProperties(
        @DefaultValue("90d") Duration retention,
        @Nullable DataSize archiveBytesMax,
        @DefaultValue("0") long rowsMax) {

    public HistoryProperties {
        Limit.HISTORY_RETENTION.require(retention);
        if (archiveBytesMax != null) {
            Limit.HISTORY_ARCHIVE_BYTES_MAX.require(archiveBytesMax);
        }
        Limit.HISTORY_ROWS_MAX.require(rowsMax);
        long heapBytesMax = Runtime.getRuntime().maxMemory();
        Relation.HISTORY_IN_HEAP.require(
                rowsMax <= HistoryRows.most(heapBytesMax),
                "bank.history.rows-max is " + rowsMax + ", and the heap has at most " + (heapBytesMax >> 20) + "MB");
    }
}
