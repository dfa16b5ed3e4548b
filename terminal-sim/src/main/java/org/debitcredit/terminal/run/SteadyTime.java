package org.debitcredit.terminal.run;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Moments of one process that can be compared with each other: the wall clock is read once, and from then on time
 * passes as {@link System#nanoTime} says. Whoever sets the wall clock during a run moves no answer, checkpoint or kill.
 */
public final class SteadyTime implements InstantSource {

    /** That of this process. */
    public static final InstantSource OF_PROCESS = new SteadyTime(InstantSource.system(), System::nanoTime);

    private final LongSupplier nanos;
    private final long beganNanos;
    private final Instant began;

    SteadyTime(InstantSource wall, LongSupplier nanos) {
        this.nanos = nanos;
        beganNanos = nanos.getAsLong();
        began = wall.instant();
    }

    @Override
    public Instant instant() {
        return began.plusNanos(nanos.getAsLong() - beganNanos);
    }
}
