package org.debitcredit.server.answer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as they are told: ISO 8601, UTC, to the microsecond. */
public final class Times {

    private Times() {}

    /** The text of microseconds since 1970 UTC. */
    public static String text(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }
}
