package org.debitcredit.server.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The audit log, {@code bank.audit.*}.
 *
 * @param file that its lines are added to; none are written when null
 * @param bytesMax size that the file may reach before the next one begins
 * @param files most files, the current one included; the oldest one is deleted
 */
public record AuditProperties(
        @Nullable Path file,
        @DefaultValue("64MB") DataSize bytesMax,
        @DefaultValue("8") int files) {

    public AuditProperties {
        Limit.AUDIT_BYTES_MAX.require(bytesMax);
        Limit.AUDIT_FILES.require(files);
    }
}
