package org.debitcredit.simulation;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.debitcredit.bank.Clocks;

/**
 * The clocks of the machine that the bank runs on, and the true time, which well-behaved clients have. The system's
 * clock may be set, back and forth, by seconds or by days; the monotonic clock cannot.
 */
final class SimulatedClock {

    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;

    private final RandomGenerator random;
    /** How far it is set wrong at most, either way; 0 for never. */
    private long wrongMax;

    private long trueMicros = 1_700_000_000 * SECOND;
    private long wrongBy;

    SimulatedClock(RandomGenerator random) {
        this.random = random;
        this.wrongMax = switch (random.nextInt(4)) {
            case 0 -> 5 * SECOND;
            case 1 -> 3 * DAY;
            default -> 0;
        };
    }

    Clocks clocks() {
        return new Clocks(this::wallMicros, () -> TimeUnit.MICROSECONDS.toNanos(trueMicros));
    }

    long wallMicros() {
        return trueMicros + wrongBy;
    }

    long trueMicros() {
        return trueMicros;
    }

    long trueMillis() {
        return trueMicros / 1_000;
    }

    /** Advances the time. */
    void tick() {
        trueMicros += 1_000 + (random.nextInt(20) == 0 ? random.nextLong(3 * SECOND) : random.nextLong(SECOND / 20));
    }

    /** As much time as a process waits before it reads what another one did not give back: see DirectoryLock. */
    void passTakeover() {
        trueMicros += SECOND / 10;
    }

    /** Now and then somebody sets the system's clock wrong, or right again; returns whether it was set by hours. */
    boolean setPerhaps() {
        if (wrongMax == 0 || random.nextInt(30) != 0) {
            return false;
        }
        long before = wrongBy;
        wrongBy = random.nextInt(3) == 0 ? 0 : random.nextLong(2 * wrongMax) - wrongMax;
        return Math.abs(wrongBy - before) > DAY / 24;
    }

    /** Sets the system's clock right, permanently. */
    void correct() {
        wrongBy = 0;
        wrongMax = 0;
    }
}
