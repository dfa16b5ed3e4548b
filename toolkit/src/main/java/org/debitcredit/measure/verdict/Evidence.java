package org.debitcredit.measure.verdict;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.Traffic;

/**
 * What was measured of a run, within its window of measurement.
 *
 * @param traffic of the window
 * @param recorded how many response times the histograms hold
 * @param responses of each kind of request
 * @param medians of each second that had answers, from the intended send time, microseconds
 * @param load how requests were made
 * @param scalePerSecond the most transactions a second that the bank's size allows
 * @param latenessMicros from the intended to the actual send time
 * @param stolenShare part of the processors' time that other guests of the host took, 0 to 1; not a number where the
 *     machine does not say
 * @param checkpoints that the service made during the run
 */
public record Evidence(
        Traffic traffic,
        long recorded,
        List<Responses> responses,
        double[] medians,
        Load load,
        double scalePerSecond,
        Histogram latenessMicros,
        double stolenShare,
        List<Checkpoint> checkpoints) {}
