package org.debitcredit.server.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where backups are put, {@code bank.backup.*}.
 *
 * @param directory that backups of the running bank are made in; {@code backups} in the data directory when null
 */
public record BackupProperties(@Nullable Path directory) {}
