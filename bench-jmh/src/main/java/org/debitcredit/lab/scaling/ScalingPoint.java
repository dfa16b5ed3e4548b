package org.debitcredit.lab.scaling;

/**
 * A measured throughput. Several points with the same number of servers are repetitions, which show the noise.
 *
 * @param servers processors, streams or whatever else was added, from 1
 * @param throughput transactions per second
 */
public record ScalingPoint(int servers, double throughput) {

    public ScalingPoint {
        if (servers < 1) {
            throw new IllegalArgumentException("servers are " + servers + "; there must be 1 or more");
        }
        if (!(throughput > 0)) {
            throw new IllegalArgumentException("throughput is " + throughput + "; it must be above 0");
        }
    }
}
