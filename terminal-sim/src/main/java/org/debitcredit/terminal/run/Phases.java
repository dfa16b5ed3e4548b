package org.debitcredit.terminal.run;

import java.time.Duration;

/**
 * The parts of a run, one after the other. Only requests that were meant to be sent in the window are measured.
 *
 * @param rampUp in which the terminals start, evenly
 * @param warmUp in which all terminals work and nothing is measured
 * @param window of measurement, whole seconds
 * @param rampDown in which the terminals go on working, so that the window ends under full load
 */
public record Phases(Duration rampUp, Duration warmUp, Duration window, Duration rampDown) {

    /** From the first terminal's start until no further request may start. */
    public Duration total() {
        return rampUp.plus(warmUp).plus(window).plus(rampDown);
    }
}
