package org.debitcredit.lab;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Steps whose counters are given, each of 10 s. */
final class Steps {

    static final double SECONDS = 10;

    private final long transactions;
    private final Map<Resource, ResourceUse> uses = new EnumMap<>(Resource.class);
    private double inFlight = 16;
    private double stealShare;
    private double compilerSeconds;
    private MemoryUse memory = MemoryUse.NONE;
    private Set<Resource> writersThread = StepCounters.ENGINE;
    private Optional<ResourceUse> allProcessors = Optional.empty();
    private boolean isLogApart;

    private Steps(long transactions) {
        this.transactions = transactions;
    }

    static Steps of(long transactions) {
        return new Steps(transactions);
    }

    Steps use(Resource resource, ResourceUse use) {
        uses.put(resource, use);
        return this;
    }

    Steps busy(Resource resource, int servers, double share) {
        return use(resource, ResourceUse.of(servers, share * servers * SECONDS));
    }

    Steps inFlight(double number) {
        inFlight = number;
        return this;
    }

    Steps steal(double share) {
        stealShare = share;
        return this;
    }

    /** Processors that the compilers took. */
    Steps compilers(double number) {
        compilerSeconds = number * SECONDS;
        return this;
    }

    Steps memory(MemoryUse use) {
        memory = use;
        return this;
    }

    Steps withoutEngine() {
        writersThread = Set.of();
        return this;
    }

    /** The service may use only some of them. */
    Steps ofAllProcessors(int number, double share) {
        allProcessors = Optional.of(ResourceUse.of(number, share * number * SECONDS));
        return this;
    }

    /** Forces are done on another disk than that which is counted. */
    Steps logApart() {
        isLogApart = true;
        return this;
    }

    /** With the response time that obeys Little's law. */
    StepCounters counters() {
        return counters(inFlight * SECONDS / transactions);
    }

    StepCounters counters(double responseSeconds) {
        return new StepCounters(
                inFlight + " in flight",
                SECONDS,
                transactions,
                responseSeconds,
                inFlight,
                0,
                4096,
                stealShare,
                uses,
                memory,
                writersThread,
                allProcessors,
                isLogApart,
                compilerSeconds);
    }
}
