package org.debitcredit.console;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as people write them: 500ms, 10s, 15m, 1h. */
public final class DurationConverter implements ITypeConverter<Duration> {

    /** What is counted in nanoseconds must not overflow: 292 years. */
    private static final Duration MAX = Duration.ofNanos(Long.MAX_VALUE);

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    @Override
    public Duration convert(String value) {
        try {
            return parse(value);
        } catch (IllegalArgumentException malformed) {
            throw new TypeConversionException(malformed.getMessage());
        }
    }

    /**
     * The duration given by a text.
     *
     * @throws IllegalArgumentException if the text is not a duration, or it is longer than 292 years
     */
    public static Duration parse(String value) {
        Matcher matcher = FORM.matcher(value);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + value
                    + "' is not a duration; write a whole number and a unit, such as 500ms, 10s, 15m or 1h");
        }
        long number = Long.parseLong(matcher.group(1));
        Duration duration = switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
        if (duration.compareTo(MAX) > 0) {
            throw new IllegalArgumentException(
                    "'" + value + "' is too long; at most " + MAX.toHours() + "h are possible");
        }
        return duration;
    }
}
