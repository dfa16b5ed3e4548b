package org.debitcredit.figures;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A nation whose regions have a machine each, simulated from what transactions take of the processors of one machine
 * that has all of them. Only processors are simulated: there are no disks, and a line is only a delay.
 *
 * <pre>
 *   own region     one visit to the machine of the till
 *   out of town    till's machine, line, account's machine, line, till's machine
 * </pre>
 *
 * Transactions arrive at random moments (Poisson), each visit has an exponential time, and a machine serves in the
 * order of arrival with all its processors. It is assumed, not measured, that half of what an out-of-town transaction
 * takes is taken in the account's region.
 */
final class ScaleOut {

    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MICROS_PER_MILLI = 1e3;
    private static final double P90 = 0.9;
    private static final int BISECTIONS = 60;

    /** Part of an out-of-town transaction at each of its three visits. */
    private static final double[] PARTS = {0.25, 0.5, 0.25};

    /** Transactions of each region, of which the first tenth finds empty machines and does not count. */
    private static final int TRANSACTIONS = 20_000;

    /**
     * What services take of a processor.
     *
     * @param localMicros for a transaction in the till's own region
     * @param outOfTownMicros for another one, in both regions together
     */
    record Cost(double localMicros, double outOfTownMicros, Following following) {

        double micros(double share) {
            return (1 - share) * localMicros + share * outOfTownMicros;
        }
    }

    /**
     * What a region takes of a processor to follow one other region and to be followed by it. Transactions gather, so
     * that there are few messages however many transactions there are.
     *
     * @param microsPerMessage for each message that one of them sends the other
     * @param microsPerRow for each transaction of one of them
     */
    record Following(double microsPerMessage, double microsPerRow) {

        /** How long a sender gathers more transactions after the first one before it sends a message. */
        private static final double GATHER_SECONDS = 0.05;

        /** @param rowsPerSecond of each region */
        static double messages(double rowsPerSecond) {
            return rowsPerSecond / (1 + rowsPerSecond * GATHER_SECONDS);
        }

        double micros(double rowsPerSecond) {
            return microsPerMessage * messages(rowsPerSecond) + microsPerRow * rowsPerSecond;
        }
    }

    /**
     * The machine of each region.
     *
     * @param busy share of its processors' time that load and following take together, from 0 to 1
     * @param lineMillis one way to another region
     */
    record Machine(int processors, double busy, double lineMillis) {}

    /**
     * A point of the curve.
     *
     * @param perSecond answers of all regions together
     */
    record Point(int regions, double perSecond, double p90Millis) {}

    /** A transaction that arrives at a machine. */
    private record Arrival(double micros, double begunMicros, int acquirer, int issuer, int visit)
            implements Comparable<Arrival> {
        @Override
        public int compareTo(Arrival other) {
            return Double.compare(micros, other.micros);
        }
    }

    private final int regions;
    private final Cost cost;
    private final double share;
    private final Machine machine;
    private final SplittableRandom random;
    private final PriorityQueue<Arrival> arrivals = new PriorityQueue<>();
    private final double[][] freeMicros;
    /** How much longer everything takes, because following takes its part. */
    private final double slowing;

    /** Transactions a second of each region. */
    private final double perSecond;

    private ScaleOut(int regions, Cost cost, double share, Machine machine, long seed) {
        this.regions = regions;
        this.cost = cost;
        this.share = regions == 1 ? 0 : share;
        this.machine = machine;
        this.random = new SplittableRandom(seed);
        this.freeMicros = new double[regions][machine.processors];
        perSecond = perSecond();
        slowing = 1 / (1 - followingMicros(perSecond) / MICROS_PER_SECOND / machine.processors);
    }

    /** An out-of-town transaction is a row in two regions. */
    private double followingMicros(double transactionsPerSecond) {
        return (regions - 1) * cost.following.micros(transactionsPerSecond * (1 + share));
    }

    /** Transactions a second of a region at which load and following together take {@link Machine#busy}. */
    private double perSecond() {
        double micros = machine.busy * machine.processors * MICROS_PER_SECOND;
        double low = 0;
        double high = micros / cost.micros(share);
        for (int step = 0; step < BISECTIONS; step++) {
            double middle = (low + high) / 2;
            if (middle * cost.micros(share) + followingMicros(middle) > micros) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low;
    }

    /**
     * Simulates so many regions.
     *
     * @param share of the transactions that are out of town, from 0 to 1
     */
    static Point simulate(int regions, Cost cost, double share, Machine machine, long seed) {
        return new ScaleOut(regions, cost, share, machine, seed).run();
    }

    private Point run() {
        double betweenMicros = MICROS_PER_SECOND / perSecond;
        for (int region = 0; region < regions; region++) {
            double micros = 0;
            for (int i = 0; i < TRANSACTIONS; i++) {
                micros += exponential(betweenMicros);
                arrivals.add(new Arrival(micros, micros, region, issuer(region), 0));
            }
        }
        double fromMicros = betweenMicros * TRANSACTIONS / 10;
        double toMicros = betweenMicros * TRANSACTIONS;
        double[] times = new double[regions * TRANSACTIONS];
        int answered = 0;
        int counted = 0;
        for (Arrival next = arrivals.poll(); next != null; next = arrivals.poll()) {
            double done = served(next);
            boolean isLast = next.acquirer == next.issuer || next.visit == PARTS.length - 1;
            if (!isLast) {
                double there = done + machine.lineMillis * MICROS_PER_MILLI;
                arrivals.add(new Arrival(there, next.begunMicros, next.acquirer, next.issuer, next.visit + 1));
                continue;
            }
            answered += done >= fromMicros && done < toMicros ? 1 : 0;
            if (next.begunMicros >= fromMicros && next.begunMicros < toMicros) {
                times[counted++] = done - next.begunMicros;
            }
        }
        Arrays.sort(times, 0, counted);
        return new Point(
                regions,
                answered / (toMicros - fromMicros) * MICROS_PER_SECOND,
                times[(int) (P90 * counted)] / MICROS_PER_MILLI);
    }

    private int issuer(int acquirer) {
        return random.nextDouble() < share ? (acquirer + 1 + random.nextInt(regions - 1)) % regions : acquirer;
    }

    /** When a visit ends: the processor that is free first takes it. */
    private double served(Arrival visit) {
        boolean isLocal = visit.acquirer == visit.issuer;
        double mean = isLocal ? cost.localMicros : PARTS[visit.visit] * cost.outOfTownMicros;
        double[] free = freeMicros[visit.visit == 1 ? visit.issuer : visit.acquirer];
        int first = 0;
        for (int processor = 1; processor < free.length; processor++) {
            first = free[processor] < free[first] ? processor : first;
        }
        free[first] = Math.max(free[first], visit.micros) + exponential(mean * slowing);
        return free[first];
    }

    private double exponential(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }
}
