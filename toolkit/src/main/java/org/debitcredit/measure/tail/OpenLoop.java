package org.debitcredit.measure.tail;

import java.time.Duration;

/** Something that can be sent requests at a rate, at their own random times, whatever became of those before. */
@FunctionalInterface
public interface OpenLoop {

    /**
     * Sends, and measures once the loop has caught up with what was before.
     *
     * @param measured length of the window, in whole seconds
     */
    OpenLoopRun run(double perSecond, Duration measured);
}
