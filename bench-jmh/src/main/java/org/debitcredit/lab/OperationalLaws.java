package org.debitcredit.lab;

/**
 * The operational laws of Denning and Buzen (1978). They hold for every system that was observed, whatever its
 * distributions are, because they only relate what was counted.
 */
public final class OperationalLaws {

    private OperationalLaws() {}

    /** The service demand law: D = U m / X, seconds of the resource for one transaction. */
    public static double demand(double utilisation, double servers, double throughput) {
        return utilisation * servers / throughput;
    }

    /** The utilisation law: U = X D / m. */
    public static double utilisation(double throughput, double demand, double servers) {
        return throughput * demand / servers;
    }

    /** The throughput at which a resource is always busy: X ≤ m / D. Infinite for a resource that is not used. */
    public static double ceiling(double demand, double servers) {
        return servers / demand;
    }

    /** The number of clients from which on they must wait for each other: N* = (D + Z) / Dmax. */
    public static double saturation(double totalDemand, double thinkSeconds, double largestDemand) {
        return (totalDemand + thinkSeconds) / largestDemand;
    }

    /** Little's law for a closed loop: N = X (R + Z). */
    public static double inFlight(double throughput, double responseSeconds, double thinkSeconds) {
        return throughput * (responseSeconds + thinkSeconds);
    }
}
