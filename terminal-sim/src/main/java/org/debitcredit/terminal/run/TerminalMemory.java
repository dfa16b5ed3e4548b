package org.debitcredit.terminal.run;

/**
 * How much memory a run of terminals needs, by measurement: see "A terminal is an action of Gatling's own" in
 * {@code docs/design-decisions.md}.
 */
public final class TerminalMemory {

    /** Objects that stay for each terminal while it thinks: about 400 bytes were measured with 100,000 terminals. */
    public static final long BYTES_PER_TERMINAL = 512;

    /** For everything that does not grow with the terminals: requests in flight, histograms, the JVM's own objects. */
    public static final long BYTES_BESIDES = 384L << 20;

    /** Part of the heap that the terminals may fill: the rest is for what is short-lived. */
    private static final double FULL = 0.5;

    private TerminalMemory() {}

    /** The heap for a number of terminals. */
    public static long heapBytes(long terminals) {
        return BYTES_BESIDES + (long) (terminals * BYTES_PER_TERMINAL / FULL);
    }
}
