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
        if (replayMax.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "bank.snapshot.replay-max is " + replayMax.toMillis() + "ms; it must be at least 1ms");
        }
    }
}
