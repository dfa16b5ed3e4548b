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

    public Phases {
        if (rampUp.isNegative() || warmUp.isNegative() || rampDown.isNegative()) {
            throw new IllegalArgumentException("ramp-up " + rampUp + ", warm-up " + warmUp + " and ramp-down "
                    + rampDown + " must not be negative");
        }
        if (rampUp.toNanosPart() != 0) {
            throw new IllegalArgumentException("the ramp-up is " + rampUp + "; it must be in whole seconds");
        }
        if (window.toSeconds() < 1 || window.toNanosPart() != 0) {
            throw new IllegalArgumentException(
                    "the window is " + window + "; it must be 1 s or more, in whole seconds");
        }
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
