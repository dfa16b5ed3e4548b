package org.debitcredit.lab.run;

import java.util.OptionalDouble;
import java.util.Set;
import org.debitcredit.counters.Counter;
import org.debitcredit.counters.Counts;
import org.debitcredit.lab.ResourceUse;

/** How much some processors were used; those of a container by its quota. */
final class ProcessorUse {

    private static final double MICROS_PER_SECOND = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private ProcessorUse() {}

    /**
     * The use of some processors by work that does not give way to that of a process. Programs of low priority give way
     * to it and are left out, unless it has a low priority itself.
     *
     * @param instrumentSeconds processor time of the lab's own instruments on these processors, which is left out too
     * @param numbers of the processors; none for all that this process may use
     * @param times of these
     * @param isNice whether the process has a low priority
     * @param quota how many processors its cgroup may use at once; empty if it has none
     * @param cgroup what was counted of it
     * @param seconds of the step
     */
    static ResourceUse of(
            double instrumentSeconds,
            Set<Integer> numbers,
            Counts times,
            boolean isNice,
            OptionalDouble quota,
            Counts cgroup,
            double seconds) {
        return of(number(numbers), busySeconds(times, isNice) - instrumentSeconds, quota, cgroup, seconds);
    }

    /** How many processors are meant; none are all that this process may use. */
    static int number(Set<Integer> numbers) {
        return numbers.isEmpty() ? Runtime.getRuntime().availableProcessors() : numbers.size();
    }

    private static double busySeconds(Counts times, boolean isNice) {
        long notOurs = isNice ? 0 : times.get(Counter.PROCESSOR_NICE_NANOS);
        return (times.get(Counter.PROCESSOR_NANOS)
                        - times.get(Counter.PROCESSOR_IDLE_NANOS)
                        - times.get(Counter.PROCESSOR_STOLEN_NANOS)
                        - notOurs)
                / NANOS_PER_SECOND;
    }

    /**
     * The use of some processors. With a quota for fewer of them, the processors are those of the quota, and busy with
     * what runs under it.
     *
     * @param number of processors
     * @param busySeconds of these
     * @param quota how many processors a cgroup may use at once; empty if it has none
     * @param cgroup what was counted of it
     * @param seconds of the step
     */
    static ResourceUse of(int number, double busySeconds, OptionalDouble quota, Counts cgroup, double seconds) {
        if (!hasQuota(number, quota, cgroup)) {
            return cut(number, busySeconds, seconds);
        }
        double used = cgroup.get(Counter.CGROUP_CPU_MICROS) / MICROS_PER_SECOND;
        return cut(servers(quota), used * weight(number, quota, cgroup), seconds);
    }

    /** How many seconds one of processor time counts as. A quota of 1.5 processors stands as two, so that it is 1.33. */
    static double weight(int number, OptionalDouble quota, Counts cgroup) {
        return hasQuota(number, quota, cgroup) ? servers(quota) / quota.getAsDouble() : 1;
    }

    private static boolean hasQuota(int number, OptionalDouble quota, Counts cgroup) {
        return quota.isPresent()
                && quota.getAsDouble() < number
                && cgroup.find(Counter.CGROUP_CPU_MICROS).isPresent();
    }

    private static int servers(OptionalDouble quota) {
        return Math.max(1, (int) Math.round(quota.orElseThrow()));
    }

    /** The sources of a reading are read one after the other, so a busy time may differ from the step's by a little. */
    private static ResourceUse cut(int servers, double busySeconds, double seconds) {
        return ResourceUse.of(servers, Math.max(0, Math.min(busySeconds, servers * seconds)));
    }
}
