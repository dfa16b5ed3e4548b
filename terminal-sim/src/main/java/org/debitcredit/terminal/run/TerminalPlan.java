package org.debitcredit.terminal.run;

import java.net.URI;
import java.time.Duration;
import org.debitcredit.workload.ThinkTime;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a run.
 *
 * @param url of the server; a path is taken off
 * @param token bearer token; null where the server has no security
 * @param terminals how many ATMs
 * @param duration from the last terminal's start to the moment after which no request starts
 * @param seed of every random choice except the keys
 */
public record TerminalPlan(
        URI url, @Nullable String token, int terminals, ThinkTime think, Duration duration, long seed) {

    /** Terminals that start at once; more of them start at this rate, so that the server does not get all at once. */
    public static final int STARTS_PER_SECOND = 10_000;

    public TerminalPlan {
        if (!("http".equals(url.getScheme()) || "https".equals(url.getScheme())) || url.getHost() == null) {
            throw new IllegalArgumentException(
                    "url is '" + url + "'; it must have http or https and a host, such as http://127.0.0.1:8080");
        }
        url = URI.create(url.getScheme() + "://" + url.getRawAuthority());
        if (terminals < 1) {
            throw new IllegalArgumentException("terminals is " + terminals + "; it must be at least 1");
        }
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException("the duration of the run is " + duration + "; it must be longer than 0");
        }
    }

    /** Over how long the terminals start; zero is all at once. */
    public Duration ramp() {
        return terminals <= STARTS_PER_SECOND
                ? Duration.ZERO
                : Duration.ofSeconds((terminals - 1) / STARTS_PER_SECOND + 1);
    }
}
