package org.debitcredit.counters;

/**
 * Times of threads so far.
 *
 * @param threads how many they are
 * @param cpuNanos processor time
 * @param waitNanos in which they could have run and waited for a processor
 */
public record ThreadTimes(int threads, long cpuNanos, long waitNanos) {

    /** No thread. */
    public static final ThreadTimes NONE = new ThreadTimes(0, 0, 0);

    /** These threads and others. */
    public ThreadTimes and(ThreadTimes others) {
        return new ThreadTimes(threads + others.threads, cpuNanos + others.cpuNanos, waitNanos + others.waitNanos);
    }

    /** The times since an earlier reading, of as many threads as there are now. */
    public ThreadTimes since(ThreadTimes earlier) {
        return new ThreadTimes(
                threads, Math.max(0, cpuNanos - earlier.cpuNanos), Math.max(0, waitNanos - earlier.waitNanos));
    }
}
