package org.debitcredit.laboratory;

import java.util.Locale;
import org.debitcredit.ledger.sql.CommitMode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code journaled} or {@code durable}. */
final class CommitModeOption implements ITypeConverter<CommitMode> {

    @Override
    public CommitMode convert(String value) {
        try {
            return CommitMode.valueOf(value.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + value + "' must be journaled or durable");
        }
    }
}
