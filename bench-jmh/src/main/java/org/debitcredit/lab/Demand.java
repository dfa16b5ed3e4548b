package org.debitcredit.lab;

/**
 * What one transaction demands of a resource, as a step showed it.
 *
 * @param resource that is meant
 * @param servers of the resource, less what the host gave to others and what compilers took of the processors
 * @param seconds of the resource for one transaction: D
 * @param utilisation share of the time of all servers during which they were busy: U
 */
public record Demand(Resource resource, double servers, double seconds, double utilisation) {

    /** Transactions per second at which the resource would always be busy. */
    public double ceiling() {
        return OperationalLaws.ceiling(seconds, servers);
    }
}
