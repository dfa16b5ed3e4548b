package org.debitcredit.lab;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was counted during one step of load, after its warm-up.
 *
 * @param load in words: <i>16 streams of 8</i>
 * @param seconds length of the step
 * @param transactions completed
 * @param responseSeconds mean response time of a transaction
 * @param inFlight how many transactions, or terminals, circulate: N
 * @param thinkSeconds mean time between an answer and the next request of the same client: Z
 * @param groupMax the most transactions that one force may cover; 1 without group commit
 * @param stealShare share of the processors' time that the host gave to others
 * @param uses of the resources that were counted; never of {@link Resource#MEMORY}
 * @param memory what a shortage of memory cost
 * @param writersThread resources that one thread uses in turn, so that it waits for each of them: usually
 *     {@link Resource#WRITER}, {@link Resource#FORCE} and {@link Resource#DATABASE}. Empty without an engine
 * @param allProcessors of the machine, with all that ran on them, the load generator too; empty if the service may use
 *     all of them already
 * @param isLogApart whether forces are done on another disk than that of {@link Resource#DISK}
 * @param compilerSeconds processor time of the compilers of the service's JVM. It is for no transaction, and ends when
 *     the service has been loaded for some time
 */
public record StepCounters(
        String load,
        double seconds,
        long transactions,
        double responseSeconds,
        double inFlight,
        double thinkSeconds,
        int groupMax,
        double stealShare,
        Map<Resource, ResourceUse> uses,
        MemoryUse memory,
        Set<Resource> writersThread,
        Optional<ResourceUse> allProcessors,
        boolean isLogApart,
        double compilerSeconds) {

    /** The resources that the engine's thread uses in turn. */
    public static final Set<Resource> ENGINE =
            Set.copyOf(EnumSet.of(Resource.WRITER, Resource.FORCE, Resource.DATABASE));

    /** The least share of the processors that is left, even if the compilers seem to have taken all of them. */
    private static final double LEFT_MIN = 0.01;

    public StepCounters {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("seconds is " + seconds + "; it must be above 0");
        }
        if (groupMax < 1) {
            throw new IllegalArgumentException("groupMax is " + groupMax + "; it must be 1 or more");
        }
        if (!(stealShare >= 0 && stealShare < 1)) {
            throw new IllegalArgumentException("stealShare is " + stealShare + "; it must be from 0 to below 1");
        }
        if (!(compilerSeconds >= 0)) {
            throw new IllegalArgumentException("compilerSeconds is " + compilerSeconds + "; it must be 0 or more");
        }
        if (uses.containsKey(Resource.MEMORY)) {
            throw new IllegalArgumentException("uses contain MEMORY; its use is the parameter memory");
        }
        uses = Map.copyOf(uses);
        writersThread = Set.copyOf(writersThread);
    }

    /**
     * The counters of a step in which nothing was compiled, the service may use all processors of the machine, and one
     * disk has it all.
     */
    public StepCounters(
            String load,
            double seconds,
            long transactions,
            double responseSeconds,
            double inFlight,
            double thinkSeconds,
            int groupMax,
            double stealShare,
            Map<Resource, ResourceUse> uses,
            MemoryUse memory,
            Set<Resource> writersThread) {
        this(
                load,
                seconds,
                transactions,
                responseSeconds,
                inFlight,
                thinkSeconds,
                groupMax,
                stealShare,
                uses,
                memory,
                writersThread,
                Optional.empty(),
                false,
                0);
    }

    /**
     * How many processors were left for transactions by the host, which gave time to others, and by the compilers.
     *
     * @param number of processors
     */
    double processorsLeft(int number) {
        double left = number * (1 - stealShare);
        return Math.max(LEFT_MIN * left, left - compilerSeconds / seconds);
    }

    /** Throughput, transactions per second: X. */
    public double throughput() {
        return transactions / seconds;
    }

    /** Transactions per force; 0 if nothing was forced. */
    public double group() {
        ResourceUse force = uses.get(Resource.FORCE);
        return force == null || force.visits() == 0 ? 0 : (double) transactions / force.visits();
    }
}
