package org.debitcredit.terminal.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long the terminals had no answer around the time when the server was down. One thread adds the answers. */
final class Silence {

    private static final long NONE = Long.MIN_VALUE;

    private final long downMillis;
    private final long upMillis;
    private long previousMillis = NONE;
    private long longestMillis = NONE;

    /**
     * @param downMillis when the server was killed, since the epoch
     * @param upMillis when it was ready again
     */
    Silence(long downMillis, long upMillis) {
        this.downMillis = downMillis;
        this.upMillis = upMillis;
    }

    /** Adds an answer, in the order of arrival. */
    void answered(long millis) {
        if (previousMillis != NONE && previousMillis <= upMillis && millis >= downMillis) {
            longestMillis = Math.max(longestMillis, millis - previousMillis);
        }
        previousMillis = Math.max(previousMillis, millis);
    }

    /** The longest time between two answers while the server was down; null if no answer came after it. */
    @Nullable
    Duration length() {
        return previousMillis < upMillis || longestMillis == NONE ? null : Duration.ofMillis(longestMillis);
    }
}
