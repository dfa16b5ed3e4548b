package org.debitcredit.server.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long history is kept, {@code bank.history.*}.
 *
 * @param retention how long journal epochs that recovery needs no more are archived; 0 deletes them at once
 */
public record HistoryProperties(@DefaultValue("90d") Duration retention) {

    public HistoryProperties {
        Limit.HISTORY_RETENTION.require(retention);
    }
}
