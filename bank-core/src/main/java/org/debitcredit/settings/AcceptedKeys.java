package org.debitcredit.settings;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * An operator states that the clock was wrong and is right now: forgotten keys of the future no longer expire correct
 * keys, but are executed again if they are sent again. The operator names the current day. A clock that was reset, which
 * would have the keys of years executed again, shows an earlier one. Left in a configuration, the statement has no effect
 * on later days.
 *
 * @param day the current day, UTC
 */
public record AcceptedKeys(LocalDate day) {

    /**
     * Whether it has an effect on a start: the first one of that day.
     *
     * @param now the time that the clock shows
     * @param lowered to which time forgotten keys were lowered last, milliseconds since 1970
     * @throws IllegalStateException if the clock shows an earlier day
     */
    public boolean isFor(Instant now, long lowered) {
        LocalDate today = day(now);
        if (today.isBefore(day)) {
            throw new IllegalStateException(
                    "keys are to be accepted from " + day + " on (bank.journal.accept-keys-from),"
                            + " but the clock shows " + now + ". Correct the clock, or name the current day, UTC");
        }
        return today.equals(day) && !day(Instant.ofEpochMilli(lowered)).equals(day);
    }

    private static LocalDate day(Instant time) {
        return time.atZone(ZoneOffset.UTC).toLocalDate();
    }
}
