package org.debitcredit.measure.verdict;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.TrafficCounter;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.statistics.RandomDraws;
import org.debitcredit.measure.statistics.TruncatedExponential;

/**
 * A run of terminals in simulated time, and what its driver would have measured. Without changes it is healthy; a fault
 * overrides a part. Times are milliseconds since the measurement began.
 */
class SyntheticTerminals {

    static final int TERMINALS = 250;
    static final int SECONDS = 120;
    static final TruncatedExponential LAW = new TruncatedExponential(10_000);

    private static final List<Checkpoint> CHECKPOINTS = List.of(new Checkpoint(-40, 5), new Checkpoint(50, 95));
    private static final double WARM_UP_MILLIS = 2_000;
    private static final double WINDOW_MILLIS = SECONDS * 1_000.0;

    final SplittableRandom random;

    SyntheticTerminals(long seed) {
        random = new SplittableRandom(seed);
    }

    /** How long a terminal thinks, as the driver tells the checker. */
    long think() {
        return LAW.drawMillis(random);
    }

    /** How long the driver really waits for that. */
    double asleep(long thinkMillis) {
        return thinkMillis;
    }

    /** How late it sends a request. */
    double late() {
        return random.nextDouble(0.1);
    }

    /** How long the service takes for what was sent then: half as long again while it makes a checkpoint. */
    double service(double sentMillis) {
        boolean during = CHECKPOINTS.stream()
                .anyMatch(checkpoint ->
                        checkpoint.fromSeconds() * 1_000 <= sentMillis && sentMillis < checkpoint.toSeconds() * 1_000);
        return (during ? 1.5 : 1) * 8 * Math.exp(0.6 * normal());
    }

    /** When a terminal leaves. */
    double leaves() {
        return Double.POSITIVE_INFINITY;
    }

    /** Whether the driver keeps an answer. */
    boolean keeps(double responseMillis) {
        return true;
    }

    /** The quantile that is judged. */
    QuantileBounds quantile(Histogram micros, double[] averagesOfSeconds) {
        return QuantileBounds.of(micros, 0.9);
    }

    /** Whether an answer is a failure. */
    boolean fails() {
        return false;
    }

    final double normal() {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    final Evidence evidence() {
        TrafficCounter counter = new TrafficCounter(0, SECONDS);
        RandomDraws thinks = new RandomDraws(random.split());
        Histogram fromIntended = new Histogram(2);
        Histogram lateness = new Histogram(2);
        Histogram[] halfMinutes = new Histogram[SECONDS / 30];
        Arrays.setAll(halfMinutes, i -> new Histogram(2));
        double[][] seconds = new double[SECONDS][64];
        int[] inSecond = new int[SECONDS];
        double sum = 0;
        for (int terminal = 0; terminal < TERMINALS; terminal++) {
            double leaves = leaves();
            double now = -WARM_UP_MILLIS;
            while (true) {
                long think = think();
                if (now >= 0 && now < WINDOW_MILLIS) {
                    thinks.offer(think);
                }
                double due = now + asleep(think);
                if (due >= WINDOW_MILLIS || due >= leaves) {
                    break;
                }
                double sent = due + late();
                now = sent + service(sent);
                double response = now - due;
                counter.answered(nanos(now));
                if (due < 0) {
                    continue;
                }
                counter.due(nanos(due));
                if (fails()) {
                    counter.failed(nanos(due));
                    continue;
                }
                if (!keeps(response)) {
                    continue;
                }
                long micros = (long) (response * 1_000);
                fromIntended.recordValue(micros);
                halfMinutes[(int) (due / 30_000)].recordValue(micros);
                lateness.recordValue((long) ((sent - due) * 1_000));
                sum += response;
                int second = (int) (now / 1_000);
                if (second < SECONDS) {
                    if (inSecond[second] == seconds[second].length) {
                        seconds[second] = Arrays.copyOf(seconds[second], 2 * inSecond[second]);
                    }
                    seconds[second][inSecond[second]++] = micros;
                }
            }
        }
        double[] halfMinuteQuantiles = Arrays.stream(halfMinutes)
                .mapToDouble(micros -> QuantileBounds.quantile(micros, 0.9))
                .toArray();
        Traffic traffic = counter.traffic();
        double meanResponse = sum / Math.max(1, fromIntended.getTotalCount()) / 1_000;
        return new Evidence(
                traffic,
                fromIntended.getTotalCount(),
                List.of(new Responses(
                        "DEBIT_CREDIT",
                        quantile(fromIntended, averages(seconds, inSecond)).widenedBy(halfMinuteQuantiles),
                        Duration.ofSeconds(2))),
                medians(seconds, inSecond),
                new Load.ClosedLoop(
                        TERMINALS,
                        LAW.meanOfWholeMillis() / 1_000,
                        meanResponse,
                        List.of(new ThinkTimes("all", LAW, thinks.values()))),
                TERMINALS / 10.0,
                lateness,
                0.01,
                CHECKPOINTS);
    }

    private static double[] averages(double[][] seconds, int[] inSecond) {
        double[] averages = new double[seconds.length];
        for (int second = 0; second < seconds.length; second++) {
            averages[second] = Arrays.stream(seconds[second], 0, inSecond[second])
                    .average()
                    .orElse(0);
        }
        return averages;
    }

    static double[] medians(double[][] seconds, int[] inSecond) {
        double[] medians = new double[seconds.length];
        int found = 0;
        for (int second = 0; second < seconds.length; second++) {
            if (inSecond[second] > 0) {
                Arrays.sort(seconds[second], 0, inSecond[second]);
                medians[found++] = seconds[second][(inSecond[second] - 1) / 2];
            }
        }
        return Arrays.copyOf(medians, found);
    }

    private static long nanos(double millis) {
        return (long) Math.floor(millis * 1e6);
    }
}
