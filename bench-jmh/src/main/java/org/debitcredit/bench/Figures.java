package org.debitcredit.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of one run.
 *
 * @param transactions committed and answered
 * @param nanos from the first request to the last answer
 * @param cpuNanos of all threads of the process, the client's and the collector's too
 * @param forces of the journal; 0 where there is none
 * @param executeNanos the part of the writer's time in which the ledger executed
 * @param forceNanos the part in which the journal was forced
 * @param commitNanos the part in which the ledger committed
 */
record Figures(
        long transactions,
        long nanos,
        long cpuNanos,
        long forces,
        long executeNanos,
        long forceNanos,
        long commitNanos) {

    static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0);

    double perSecond() {
        return transactions * 1e9 / nanos;
    }

    double perCpuSecond() {
        return transactions * 1e9 / cpuNanos;
    }

    double perForce() {
        return (double) transactions / forces;
    }

    /** The difference to an earlier sample. */
    Figures since(Figures before) {
        return new Figures(
                transactions - before.transactions,
                nanos - before.nanos,
                cpuNanos - before.cpuNanos,
                forces - before.forces,
                executeNanos - before.executeNanos,
                forceNanos - before.forceNanos,
                commitNanos - before.commitNanos);
    }

    Figures plus(Figures other) {
        return new Figures(
                transactions + other.transactions,
                nanos + other.nanos,
                cpuNanos + other.cpuNanos,
                forces + other.forces,
                executeNanos + other.executeNanos,
                forceNanos + other.forceNanos,
                commitNanos + other.commitNanos);
    }

    /** CPU time of this process so far. */
    static long cpuNanosNow() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** One line, from which {@link #parse} makes the same figures in another process. */
    String toLine() {
        return Stream.of(transactions, nanos, cpuNanos, forces, executeNanos, forceNanos, commitNanos)
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    static Figures parse(String line) {
        List<Long> values = Arrays.stream(line.split(" ")).map(Long::valueOf).toList();
        return new Figures(
                values.get(0),
                values.get(1),
                values.get(2),
                values.get(3),
                values.get(4),
                values.get(5),
                values.get(6));
    }
}
