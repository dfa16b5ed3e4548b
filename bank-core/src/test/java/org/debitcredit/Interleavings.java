package org.debitcredit;

import org.jetbrains.lincheck.Lincheck;

/**
 * Runs a block whose threads share memory under one schedule after the other. As many as a build has time for; with
 * {@code -Dbank.interleavings=N} so many.
 */
public final class Interleavings {

    private static final int TRIED = Integer.getInteger("bank.interleavings", 8);

    private Interleavings() {}

    /**
     * Fails with the schedule that makes the block throw, or hang. The block creates the objects that its threads share
     * each time.
     */
    public static void tryOut(Runnable block) {
        tryOut(TRIED, block);
    }

    /** The same for a block that runs through much: a fifth as many, three at least. */
    public static void tryOutSome(Runnable block) {
        tryOut(Math.max(3, TRIED / 5), block);
    }

    private static void tryOut(int times, Runnable block) {
        // Once beforehand, so that no schedule runs through what classes do when they are loaded.
        block.run();
        try {
            Lincheck.runConcurrentTest(times, block);
        } catch (AssertionError failed) {
            if (!String.valueOf(failed.getMessage()).contains("has hung")) {
                throw failed;
            }
            // A machine with too much to do has not woven the first schedule's classes within Lincheck's half minute.
            // They are woven now: what hangs by itself hangs again.
            Lincheck.runConcurrentTest(times, block);
        }
    }

    /** Starts a thread that is to end by itself; who starts it joins it. */
    public static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    /** Waits for its end. */
    public static void join(Thread... threads) {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a test", e);
            }
        }
    }

    /** Without the text of an assertion library, whose classes the schedules would run through, too. */
    public static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
