package org.debitcredit.lab.modesto;

import java.util.Objects;
import org.debitcredit.lab.OperationalLaws;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;

/**
 * What the model says of one set-up.
 *
 * @param setting that was modelled
 * @param counters as if the server had been measured
 * @param processorShare busy share of all processors
 * @param diskShare busy share of the busiest disk
 * @param diskKilobytesPerSecond of all disks
 * @param faultsPerSecond that read from the disk
 * @param lineKilobaud on the line of each client
 */
record ModelledServer(
        Setting1995 setting,
        StepCounters counters,
        double processorShare,
        double diskShare,
        double diskKilobytesPerSecond,
        double faultsPerSecond,
        double lineKilobaud) {

    double throughput() {
        return counters.throughput();
    }

    /** Transactions per second with which all processors are busy. */
    double processorsLimit() {
        ResourceUse use = Objects.requireNonNull(counters.uses().get(Resource.PROCESSORS));
        return OperationalLaws.ceiling(use.busySeconds() / counters.transactions(), use.servers());
    }
}
