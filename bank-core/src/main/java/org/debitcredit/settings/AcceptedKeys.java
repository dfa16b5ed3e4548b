package org.debitcredit.settings;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * An operator states that the clock was wrong and is right now: forgotten keys of the future no longer expire correct
 * keys, but are executed again if they are sent again. The operator names the current day. If the clock shows an
 * earlier one, it was reset, and the start is refused: otherwise the keys of years would be executed again. Left in a
 * configuration, the statement has no effect on later days.
 *
 * @param day the current day, UTC
 */
public record AcceptedKeys(LocalDate day) {

    /**
     * Whether it has an effect on a start of a bank: on that day, if keys of the future were executed.
     *
     * @param now the time that the clock shows
     * @param latestKey the latest time of any key that was executed
     * @throws IllegalStateException if the clock shows an earlier day
     */
    public boolean isFor(Instant now, Instant latestKey) {
        LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
        if (today.isBefore(day)) {
            throw new IllegalStateException(
                    "keys are to be accepted from " + day + " on (bank.journal.accept-keys-from),"
                            + " but the clock shows " + now + ". Correct the clock, or name the current day, UTC");
        }
        return today.equals(day) && latestKey.isAfter(now);
    }
}
