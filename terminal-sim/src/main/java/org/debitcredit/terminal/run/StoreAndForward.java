package org.debitcredit.terminal.run;

import java.time.Duration;

/**
 * What a terminal does without an answer. It sends the request again under the same key, and after that a reversal of
 * it, until the reversal is answered. A request that moves no money is not reversed.
 *
 * @param answerMax how long it waits for an answer
 * @param attempts how often it sends a request before it reverses it
 * @param backOff time from the first failed attempt to the next one; it doubles with each attempt, up to eight times
 *     the first
 */
public record StoreAndForward(Duration answerMax, int attempts, Duration backOff) {

    /** As the commands use it. */
    public static final StoreAndForward USUAL = new StoreAndForward(Duration.ofSeconds(10), 3, Duration.ofSeconds(1));

    private static final int DOUBLINGS_MAX = 3;

    public StoreAndForward {
        if (answerMax.toMillis() < 1) {
            throw new IllegalArgumentException("answerMax is " + answerMax + "; it must be 1 ms or more");
        }
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts is " + attempts + "; it must be 1 or more");
        }
        if (backOff.isNegative()) {
            throw new IllegalArgumentException("backOff is " + backOff + "; it must not be negative");
        }
    }

    /** Nanoseconds from this failed attempt, counted from 1, to the next one. */
    long backOffNanos(int attempt) {
        return backOff.toNanos() << Math.min(attempt - 1, DOUBLINGS_MAX);
    }
}
