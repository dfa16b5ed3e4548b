package org.debitcredit.server.rest;

import java.time.Instant;

/**
 * Times as shown to clients: ISO 8601, UTC, to the microsecond, as {@link Instant#toString} writes them. Writing a date
 * takes longer than reading the rest of a request, so the text of the last second is kept for the times within it. For
 * use by all threads.
 */
final class TimeText {

    private static final int MICROS_OF_SECOND = 1_000_000;
    private static final int MICROS_OF_MILLI = 1_000;

    /** @param text ends with the second, without the zone */
    private record Second(long epochSecond, String text) {

        private static Second of(long epochSecond) {
            String zoned = Instant.ofEpochSecond(epochSecond).toString();
            return new Second(epochSecond, zoned.substring(0, zoned.length() - 1));
        }
    }

    private static volatile Second last = Second.of(0);

    private TimeText() {}

    /** The text of a time in microseconds since 1970 UTC. */
    static String of(long micros) {
        return append(micros, new StringBuilder()).toString();
    }

    /** Appends the text of a time in microseconds since 1970 UTC. */
    static StringBuilder append(long micros, StringBuilder to) {
        long epochSecond = Math.floorDiv(micros, MICROS_OF_SECOND);
        Second second = last;
        if (second.epochSecond != epochSecond) {
            second = Second.of(epochSecond);
            last = second;
        }
        to.append(second.text);
        int fraction = Math.floorMod(micros, MICROS_OF_SECOND);
        if (fraction != 0) {
            boolean isMillis = fraction % MICROS_OF_MILLI == 0;
            appendDigits(isMillis ? fraction / MICROS_OF_MILLI : fraction, isMillis ? 3 : 6, to.append('.'));
        }
        return to.append('Z');
    }

    private static void appendDigits(int number, int digits, StringBuilder to) {
        int start = to.length();
        to.setLength(start + digits);
        int rest = number;
        for (int at = start + digits - 1; at >= start; at--) {
            to.setCharAt(at, (char) ('0' + rest % 10));
            rest /= 10;
        }
    }
}
