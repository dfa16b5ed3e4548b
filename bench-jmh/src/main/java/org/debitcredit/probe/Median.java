package org.debitcredit.probe;

import java.util.ArrayList;
import java.util.List;

/** The middle of a few figures; of an even number of them, half-way between the two middle ones. */
final class Median {

    private Median() {}

    static double of(List<Double> figures) {
        if (figures.isEmpty()) {
            throw new IllegalArgumentException("the median of no values is undefined");
        }
        List<Double> sorted = figures.stream().sorted().toList();
        int upper = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(upper) : (sorted.get(upper - 1) + sorted.get(upper)) / 2;
    }

    /** The median of the ratios round by round, so that what slowed a whole round down falls out. */
    static double ofRatios(List<Double> numerators, List<Double> denominators) {
        if (numerators.size() != denominators.size()) {
            throw new IllegalArgumentException(
                    numerators.size() + " rounds cannot be compared with " + denominators.size());
        }
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < numerators.size(); round++) {
            ratios.add(numerators.get(round) / denominators.get(round));
        }
        return of(ratios);
    }
}
