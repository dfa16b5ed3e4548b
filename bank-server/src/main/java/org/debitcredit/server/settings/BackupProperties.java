package org.debitcredit.server.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where backups are put, {@code bank.backup.*}.
 *
 * @param directory that backups of the running bank are made in; {@code backups} in the data directory when null
 * @param keep how many backups stay in it: the older ones are deleted when a new one is complete; 0 keeps all
 */
public record BackupProperties(
        @Nullable Path directory, @DefaultValue("0") int keep) {

    public BackupProperties {
        Limit.BACKUPS_KEPT.require(keep);
    }
}
