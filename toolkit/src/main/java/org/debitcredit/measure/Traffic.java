package org.debitcredit.measure;

import java.util.stream.LongStream;

/**
 * The requests and answers of a window of measurement.
 *
 * @param dueBySecond requests that were meant to be sent, by second of the window
 * @param answersBySecond answers that came, by second of the window, also those to earlier requests
 * @param failed requests due in the window that got no answer, or a wrong one, even if that became known later
 */
public record Traffic(long[] dueBySecond, long[] answersBySecond, long failed) {

    /** A second in which fewer requests were due may have no answer by chance. */
    public static final int DUE = 20;

    /** The length of the window. */
    public int seconds() {
        return dueBySecond.length;
    }

    /** Whether a second had no answer though many requests were due in it. */
    public boolean isSilent(int second) {
        return dueBySecond[second] >= DUE && answersBySecond[second] == 0;
    }

    /** All requests that were meant to be sent in the window. */
    public long due() {
        return LongStream.of(dueBySecond).sum();
    }

    /** All answers that came in the window. */
    public long answers() {
        return LongStream.of(answersBySecond).sum();
    }

    /** Answers a second. */
    public double perSecond() {
        return (double) answers() / seconds();
    }
}
