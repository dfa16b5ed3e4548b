package org.debitcredit.measure.verdict;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.DickeyFuller;

/**
 * The medians of those seconds that are compared with each other. Every window must hold a checkpoint, and requests may
 * take longer during one: such a change has a known cause and is not a drift. The seconds between checkpoints are
 * therefore taken, or those during checkpoints when too few are between.
 */
final class BetweenCheckpoints {

    private BetweenCheckpoints() {}

    static double[] medians(Evidence evidence) {
        List<Double> between = new ArrayList<>();
        List<Double> during = new ArrayList<>();
        double[] medians = evidence.medians();
        int[] seconds = seconds(medians.length, evidence.traffic());
        for (int i = 0; i < medians.length; i++) {
            (isDuringAny(seconds[i], evidence.checkpoints()) ? during : between).add(medians[i]);
        }
        List<Double> taken = between.size() < DickeyFuller.FEWEST && during.size() > between.size() ? during : between;
        return taken.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The seconds of the window that so many medians belong to: a second without answers has none. */
    private static int[] seconds(int medians, Traffic traffic) {
        int[] seconds = new int[medians];
        int second = 0;
        for (int i = 0; i < medians; i++) {
            while (traffic.seconds() - second > medians - i && traffic.answersBySecond()[second] == 0) {
                second++;
            }
            seconds[i] = second++;
        }
        return seconds;
    }

    private static boolean isDuringAny(int second, List<Checkpoint> checkpoints) {
        return checkpoints.stream()
                .anyMatch(checkpoint -> checkpoint.fromSeconds() < second + 1 && checkpoint.toSeconds() > second);
    }
}
