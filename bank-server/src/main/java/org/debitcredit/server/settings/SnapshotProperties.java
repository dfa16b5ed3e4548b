package org.debitcredit.server.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When snapshots are taken, {@code bank.snapshot.*}.
 *
 * @param replayMax how long the replay of the journal may take at a start
 */
public record SnapshotProperties(@DefaultValue("30s") Duration replayMax) {

    public SnapshotProperties {
        Limit.SNAPSHOT_REPLAY_MAX.require(replayMax);
    }
}
