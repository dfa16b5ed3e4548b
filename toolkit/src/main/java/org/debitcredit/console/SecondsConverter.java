package org.debitcredit.console;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Reads the length of a run as {@link DurationConverter} does; a number without a unit means seconds. */
public final class SecondsConverter implements ITypeConverter<Duration> {

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

    private final DurationConverter durations = new DurationConverter();

    @Override
    public Duration convert(String value) {
        return NUMBER.matcher(value).matches() ? Duration.ofSeconds(Long.parseLong(value)) : durations.convert(value);
    }
}
