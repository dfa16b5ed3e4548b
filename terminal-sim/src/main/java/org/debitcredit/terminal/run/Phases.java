package org.debitcredit.terminal.run;

import java.time.Duration;

/**
 * The parts of a run, one after the other. Only requests that were meant to be sent in the window are measured.
 *
 * @param rampUp in which the terminals start, evenly; whole seconds, because Gatling drops a fraction of them
 * @param warmUp in which all terminals work and nothing is measured
 * @param window of measurement, whole seconds
 * @param rampDown in which the terminals go on working, so that the window ends under full load
 */
public record Phases(Duration rampUp, Duration warmUp, Duration window, Duration rampDown) {

    /** The most terminals that start in a second, so that the server does not get all of them at once. */
    private static final int STARTS_PER_SECOND = 10_000;

    private static final Duration WARM_UP_MIN = Duration.ofSeconds(2);
    private static final Duration WARM_UP_MAX = Duration.ofSeconds(15);
    private static final Duration RAMP_DOWN = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(7);

    public Phases {
        if (rampUp.isNegative() || warmUp.isNegative() || rampDown.isNegative()) {
            throw new IllegalArgumentException("ramp-up " + rampUp + ", warm-up " + warmUp + " and ramp-down "
                    + rampDown + " must not be negative");
        }
        if (warmUp.compareTo(LONGEST) > 0 || window.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "the warm-up is " + warmUp + " and the window " + window + "; each must be 7 days or less");
        }
        if (rampUp.toNanosPart() != 0) {
            throw new IllegalArgumentException("the ramp-up is " + rampUp + "; it must be in whole seconds");
        }
        if (window.toSeconds() < 1 || window.toNanosPart() != 0) {
            throw new IllegalArgumentException(
                    "the window is " + window + "; it must be 1 s or more, in whole seconds");
        }
    }

    /**
     * A window with the usual parts around it: a warm-up of a quarter of it, from 2 s to 15 s, and a short ramp-down.
     */
    public static Phases around(Duration window, int terminals) {
        Duration whole = Duration.ofSeconds(window.plusSeconds(1).minusNanos(1).toSeconds());
        Duration rampUp = terminals <= STARTS_PER_SECOND
                ? Duration.ZERO
                : Duration.ofSeconds((terminals - 1) / STARTS_PER_SECOND + 1);
        Duration warmUp = whole.dividedBy(4);
        warmUp = warmUp.compareTo(WARM_UP_MIN) < 0 ? WARM_UP_MIN : warmUp;
        warmUp = warmUp.compareTo(WARM_UP_MAX) > 0 ? WARM_UP_MAX : warmUp;
        return new Phases(rampUp, warmUp, whole, RAMP_DOWN);
    }

    /** From the first terminal's start until the window begins. */
    public Duration untilWindow() {
        return rampUp.plus(warmUp);
    }

    /** From the first terminal's start until no further request may start. */
    public Duration total() {
        return untilWindow().plus(window).plus(rampDown);
    }

    /** The name of the part that a moment belongs to, in nanoseconds since the first terminal's start. */
    String nameAt(long nanos) {
        if (nanos < rampUp.toNanos()) {
            return "ramp-up";
        }
        if (nanos < untilWindow().toNanos()) {
            return "warm-up";
        }
        return nanos < untilWindow().plus(window).toNanos() ? "measurement" : "ramp-down";
    }
}
