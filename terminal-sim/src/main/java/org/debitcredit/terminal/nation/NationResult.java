package org.debitcredit.terminal.nation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.HdrHistogram.Histogram;

/**
 * A run, and what was found afterwards.
 *
 * @param began when the ATMs began
 * @param local response times of transactions on accounts of the ATM's own region
 * @param outOfTown response times of the others
 * @param localBySecond answers of each second of the run
 * @param refused business refusals among all answers
 * @param repeats requests that were sent again under their key
 * @param failures requests without an answer of the bank in the end, by reason
 * @param processorTime of all services while the ATMs played; zero if it is not known, as when they were killed
 * @param samples of what was in transit, one a second
 * @param pairs the most that each pair of regions had in transit
 */
record NationResult(
        NationPlan plan,
        Instant began,
        AtmResponseTimes local,
        AtmResponseTimes outOfTown,
        long[] localBySecond,
        long[] outOfTownBySecond,
        long refused,
        long repeats,
        SortedMap<String, Long> failures,
        Duration processorTime,
        List<Outages.Outage> outages,
        List<InTransitWatch.Sample> samples,
        List<InTransitWatch.PairMost> pairs,
        Reckoning reckoning) {

    private static final double NANOS_PER_MICRO = 1_000;

    /** Number of services that were killed, each as often as it was. */
    int killed() {
        return outages.stream().mapToInt(outage -> outage.regions().size()).sum();
    }

    long transactions() {
        return local.all().getTotalCount() + outOfTown.all().getTotalCount();
    }

    /** Answers a second, until the end of the run. */
    double transactionsPerSecond() {
        long answers = 0;
        for (int second = 0; second < localBySecond.length; second++) {
            answers += localBySecond[second] + outOfTownBySecond[second];
        }
        return (double) answers / localBySecond.length;
    }

    /** Microseconds of a processor that the services took for an answer; 0 if that is not known. */
    double processorMicrosPerAnswer() {
        long answers = transactions();
        return answers == 0 ? 0 : processorTime.toNanos() / NANOS_PER_MICRO / answers;
    }

    /** Response times of both kinds. */
    Histogram allTimes() {
        Histogram both = local.all().copy();
        both.add(outOfTown.all());
        return both;
    }

    /** The most that was in transit at a sample, minor units. */
    long inTransitMostMinor() {
        return samples.stream().mapToLong(InTransitWatch.Sample::sumMinor).max().orElse(0);
    }

    /** Requests without an answer of the bank in the end. */
    long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }
}
