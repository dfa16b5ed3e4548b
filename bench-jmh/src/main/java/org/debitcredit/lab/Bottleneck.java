package org.debitcredit.lab;

import java.util.List;
import java.util.Optional;

/** What the counters say about the limit of a throughput. */
public sealed interface Bottleneck {

    /** The demands on all resources at the step that was judged, the largest utilisation first. */
    List<Demand> demands();

    /** The verdict in one or two sentences. */
    String sentence();

    /** The verdict on steps of load under one setting of the levers. */
    static Bottleneck of(List<StepCounters> steps) {
        return BottleneckFinder.judge(steps);
    }

    /**
     * A resource at its limit.
     *
     * @param resource that limits the throughput
     * @param utilisation of the resource: U
     * @param ceiling transactions per second that it allows at most
     * @param saturation the number of clients from which on they wait for it: N*
     * @param next the limit once this resource is cleared; empty if nothing else was seen in use
     */
    record Named(
            Resource resource,
            double utilisation,
            double ceiling,
            double saturation,
            Optional<NextLimit> next,
            List<Demand> demands,
            String sentence)
            implements Bottleneck {

        public Named {
            demands = List.copyOf(demands);
        }
    }

    /**
     * Nothing is near its limit: the load was too small to name a bottleneck.
     *
     * @param nearest the limit that more load would meet first
     */
    record NoneNear(NextLimit nearest, List<Demand> demands, String sentence) implements Bottleneck {

        public NoneNear {
            demands = List.copyOf(demands);
        }
    }

    /**
     * The counters show nothing: no step both obeys Little's law and completed a transaction, or no resource was in
     * use.
     */
    record NoStableStep(String sentence) implements Bottleneck {

        @Override
        public List<Demand> demands() {
            return List.of();
        }
    }

    /**
     * A predicted limit.
     *
     * @param resource that would be at its limit
     * @param ceiling transactions per second that it allows at most
     * @param throughput transactions per second that the measured load would reach, if it keeps the processors, the
     *     thread or the disk of this resource as busy as it keeps those of the named one now; the ceiling if none was
     *     named
     */
    record NextLimit(Resource resource, double ceiling, double throughput) {}
}
