package org.debitcredit.lab;

import java.util.List;

/** What the counters say about the limit of a throughput. */
public sealed interface Bottleneck {

    /** The demands on all resources at the step that was judged, the largest utilisation first. */
    List<Demand> demands();

    /** The verdict in one or two sentences. */
    String sentence();

    /**
     * A resource at its limit.
     *
     * @param resource that limits the throughput
     * @param utilisation of the resource: U
     * @param ceiling transactions per second that it allows at most
     * @param saturation the number of clients from which on they wait for it: N*
     * @param next the limit once this resource is cleared
     */
    record Named(
            Resource resource,
            double utilisation,
            double ceiling,
            double saturation,
            NextLimit next,
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
     * @param nearest the resource with the largest utilisation
     */
    record NoneNear(NextLimit nearest, List<Demand> demands, String sentence) implements Bottleneck {

        public NoneNear {
            demands = List.copyOf(demands);
        }
    }

    /**
     * A predicted limit.
     *
     * @param ceiling transactions per second; infinite if nothing else was seen in use
     */
    record NextLimit(Resource resource, double ceiling) {}
}
