package org.debitcredit.lab.run;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.debitcredit.counters.Counts;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.counters.ThreadTimes;

/**
 * All counters at one moment.
 *
 * @param nanos when, by {@link System#nanoTime}
 * @param processors that the service may use
 * @param isNice whether the service has a low priority, so that other programs of low priority do not give way to it
 * @param machine with the time of these processors, and the disk
 * @param allProcessors that this process may use, and so may every service that is not confined to some of them
 * @param allTimes times of all these processors
 * @param quota of the service's cgroup: how many processors it may use at once; empty if it has none
 * @param service of its process
 * @param serviceThreads times by the threads' names
 * @param clientThreads of this process
 * @param meters of the service
 */
record Reading(
        long nanos,
        Set<Integer> processors,
        boolean isNice,
        Counts machine,
        Set<Integer> allProcessors,
        Counts allTimes,
        OptionalDouble quota,
        Counts service,
        Map<String, ThreadTimes> serviceThreads,
        Map<String, ThreadTimes> clientThreads,
        ServiceMeters meters) {

    /**
     * Reads them.
     *
     * @param device on which the bank is
     */
    static Reading of(MachineReader machine, Service service, String device) throws IOException {
        long ownPid = ProcessHandle.current().pid();
        Set<Integer> processors = machine.allowedProcessors(service.pid());
        Set<Integer> allProcessors = machine.allowedProcessors(ownPid);
        ServiceMeters meters = service.meters();
        return new Reading(
                System.nanoTime(),
                processors,
                machine.isNice(service.pid()),
                machine.machine(device, processors),
                allProcessors,
                machine.processors(allProcessors),
                machine.processorQuota(service.pid()),
                machine.process(service.pid()),
                machine.threads(service.pid()),
                machine.threads(ownPid),
                meters);
    }
}
