package org.debitcredit.terminal.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.debitcredit.terminal.run.AnswerListener;
import org.debitcredit.terminal.run.SuccessFile;

/** The latest answers that terminals received, and how many came in each moment of the last minute. For all threads. */
final class RecentAnswers implements AnswerListener {

    /** Answers that are kept. */
    static final int LATEST_MAX = 2_000;

    /** Length of a moment. */
    static final int MOMENT_MILLIS = 250;

    /** Moments that are shown. */
    static final int MOMENTS = 240;

    private final SuccessFile.Entry[] latest = new SuccessFile.Entry[LATEST_MAX];
    private final long[] moments = new long[MOMENTS + 1];
    private final int[] counts = new int[MOMENTS + 1];
    private long answers;
    private long lastMillis = Long.MIN_VALUE;
    private long longestMillis;

    @Override
    public synchronized void answered(UUID key, long answeredMillis, long position, long balanceMinor) {
        latest[(int) (answers % LATEST_MAX)] = new SuccessFile.Entry(key, answeredMillis, position, balanceMinor);
        answers++;
        long moment = answeredMillis / MOMENT_MILLIS;
        int place = (int) (moment % counts.length);
        if (moments[place] != moment) {
            moments[place] = moment;
            counts[place] = 0;
        }
        counts[place]++;
        if (lastMillis != Long.MIN_VALUE) {
            longestMillis = Math.max(longestMillis, answeredMillis - lastMillis);
        }
        lastMillis = Math.max(lastMillis, answeredMillis);
    }

    /** How many answers have come. */
    synchronized long answers() {
        return answers;
    }

    /** When the last one came, since the epoch. */
    synchronized long lastMillis() {
        return lastMillis;
    }

    /** The latest of them. */
    synchronized List<SuccessFile.Entry> latest() {
        return new ArrayList<>(Arrays.asList(latest).subList(0, (int) Math.min(answers, LATEST_MAX)));
    }

    /** How many answers came in each of the last moments, the oldest first, and none of a moment that is not over. */
    synchronized List<Integer> perMoment(long nowMillis) {
        long now = nowMillis / MOMENT_MILLIS;
        List<Integer> perMoment = new ArrayList<>();
        for (long moment = now - MOMENTS; moment < now; moment++) {
            int place = (int) (moment % counts.length);
            perMoment.add(moments[place] == moment ? counts[place] : 0);
        }
        return perMoment;
    }

    /** Begins to look for the longest time between two answers. */
    synchronized void beginSilence() {
        longestMillis = 0;
    }

    /** The longest time between two answers since {@link #beginSilence}. */
    synchronized Duration longestSilence() {
        return Duration.ofMillis(longestMillis);
    }
}
