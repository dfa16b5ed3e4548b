package org.debitcredit.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The requests and answers of a window of measurement.
 *
 * @param dueBySecond requests that were meant to be sent, by second of the window
 * @param answersBySecond answers that came, by second of the window, also those to earlier requests
 * @param failed requests due in the window that got no answer, or a wrong one, even if that became known later
 * @param lateBySecond requests that were sent more than {@value #LATE_MILLIS} ms after they were due, by the second in
 *     which they were
 */
public record Traffic(long[] dueBySecond, long[] answersBySecond, long failed, long[] lateBySecond) {

    /** A request that is sent later was not sent in time. */
    public static final int LATE_MILLIS = 50;

    /** Seconds in which fewer requests were due may have no answer by chance. */
    public static final int DUE = 20;

    /**
     * Seconds without an answer, one after the other.
     *
     * @param from the first of them
     * @param to the one after the last of them
     * @param due requests that were meant to be sent in them
     */
    public record Silence(int from, int to, long due) {}

    /** Traffic whose requests were all sent in time. */
    public Traffic(long[] dueBySecond, long[] answersBySecond, long failed) {
        this(dueBySecond, answersBySecond, failed, new long[dueBySecond.length]);
    }

    /** The length of the window. */
    public int seconds() {
        return dueBySecond.length;
    }

    /**
     * The longest stretches without an answer in which {@value #DUE} requests or more were due. Single seconds do not
     * show it: where each terminal waits for its answer, fewer and fewer requests are due during a silence.
     */
    public List<Silence> silences() {
        List<Silence> silences = new ArrayList<>();
        int from = 0;
        long due = 0;
        for (int second = 0; second <= seconds(); second++) {
            if (second < seconds() && answersBySecond[second] == 0) {
                due += dueBySecond[second];
                continue;
            }
            if (due >= DUE) {
                silences.add(new Silence(from, second, due));
            }
            from = second + 1;
            due = 0;
        }
        return silences;
    }

    /** Whether a silence is one of those who ask: in its seconds hardly any request was sent in time. */
    public boolean isOfClients(Silence silence) {
        long inTime = 0;
        for (int second = silence.from(); second < silence.to(); second++) {
            inTime += 2 * lateBySecond[second] > dueBySecond[second] ? 0 : dueBySecond[second];
        }
        return inTime < DUE;
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
