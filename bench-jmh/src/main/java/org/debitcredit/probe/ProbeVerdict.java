package org.debitcredit.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.debitcredit.probe.JournalRow.Journaled;

/**
 * The verdict of a probe, in sentences.
 *
 * @param headline the one to remember
 * @param remarks what to know before believing it
 * @param isReliable whether the figures come from a disk, the rounds agree, and the headline's row is not void
 */
public record ProbeVerdict(String headline, List<String> remarks, boolean isReliable) {

    /** The group size by which the headline judges the journals. */
    private static final int TRANSACTIONS = 1_000;

    private static final int BLOCK_BYTES = 4 << 10;

    /** The rounds of half of the cells may differ by this part of their median. */
    static final double SPREAD_MAX = 0.5;

    public static ProbeVerdict of(ProbeResult result) {
        List<String> remarks = new ArrayList<>();
        remarks.add(
                result.seeks().direct()
                        ? words(
                                "The reads bypassed the page cache, over a file of %s. A cache of the device or the "
                                        + "host may "
                                        + "still have answered them.",
                                Bytes.words(result.seeks().fileBytes()))
                        : words(
                                "The file system does not support direct reads, so over a file of %s they measure "
                                        + "the page cache, not the "
                                        + "disk, unless the file is larger than memory.",
                                Bytes.words(result.seeks().fileBytes())));
        if (!result.medium().isMemory()) {
            remarks.add(
                    "The probe cannot see whether a flush passes a virtual disk or a cache and reaches the medium.");
        }
        double spread = medianSpread(result);
        remarks.add(words(
                "Each rate is the median of %d rounds. In half of the cells the rounds differed by more than %.0f %%, "
                        + "so smaller differences mean nothing. Above %.0f %% the probe is unreliable. Percentiles "
                        + "cover the samples of all rounds; with fewer than 1,000 samples the 99.9th is the maximum.",
                Probe.ROUNDS, 100 * spread, 100 * SPREAD_MAX));
        boolean isBusy = spread > SPREAD_MAX;
        if (isBusy) {
            remarks.add("The machine or its disk was busy with something else. Probe again when it is idle.");
        }
        List<JournalRow> voided =
                result.journals().stream().filter(JournalRow::isVoid).toList();
        if (!voided.isEmpty()) {
            remarks.add(words(
                    "At %s transactions per force a journal was faster than the floor, which is impossible: the floor "
                            + "was measured too low, and the ratios there are void.",
                    voided.stream().map(row -> words("%,d", row.transactions())).collect(Collectors.joining(" and "))));
        }
        return new ProbeVerdict(
                headline(result, isBusy),
                List.copyOf(remarks),
                !isBusy
                        && !result.medium().isMemory()
                        && voided.stream().noneMatch(row -> row.transactions() == TRANSACTIONS));
    }

    private static String headline(ProbeResult result, boolean isBusy) {
        MeasuredOperation forces =
                result.force(ForceWay.FDATASYNC_OVERWRITING, BLOCK_BYTES).measured();
        GroupRow one = result.groups().get(0);
        GroupRow many = result.groups().get(result.groups().size() - 1);
        return words(
                "%s: %s forces %s writes of %s per second (p99 %,.0f µs). %s trx/s one at a time, %s at %,d per "
                        + "force%s.",
                result.medium().isMemory() ? "NOTHING IS DURABLE HERE" : isBusy ? "UNRELIABLE" : "MEASURED",
                result.medium(),
                rate(forces.perSecond()),
                Bytes.words(BLOCK_BYTES),
                forces.times().p99Micros(),
                rate(one.transactionsPerSecond()),
                rate(many.transactionsPerSecond()),
                many.transactions(),
                journals(result));
    }

    private static String journals(ProbeResult result) {
        StringBuilder text = new StringBuilder();
        for (JournalRow row : result.journals()) {
            if (row.transactions() == TRANSACTIONS && row.isVoid()) {
                text.append("; the floor was measured too low there to judge the journals");
            } else if (row.transactions() == TRANSACTIONS) {
                for (Journaled journal : row.journals()) {
                    text.append(words(
                            "; the %s journal reaches %s of the bare disk there",
                            journal.kind(), row.ofFloor(journal)));
                }
            }
        }
        return text.toString();
    }

    /** Half of the cells differed by more than this between their fastest and slowest round, as part of the median. */
    private static double medianSpread(ProbeResult result) {
        return Median.of(Stream.concat(
                        result.forces().stream().map(ForceRow::measured),
                        result.groups().stream().map(GroupRow::forces))
                .map(MeasuredOperation::spread)
                .toList());
    }

    /** A rate, with one decimal below 1,000. */
    static String rate(double perSecond) {
        return words(perSecond < 1_000 ? "%,.1f" : "%,.0f", perSecond);
    }

    private static String words(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
