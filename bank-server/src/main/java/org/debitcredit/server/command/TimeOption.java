package org.debitcredit.server.command;

import java.time.Duration;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time as the configuration does: 100s, 5m, PT1M. */
final class TimeOption implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String value) {
        try {
            return DurationStyle.detectAndParse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + value + "' is no time; write 500ms, 100s or 5m");
        }
    }
}
