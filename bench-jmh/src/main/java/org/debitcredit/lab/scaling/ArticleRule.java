package org.debitcredit.lab.scaling;

import java.util.List;

/**
 * The article's rule: each processor adds the same share of what the one before it added. Beside it stands Amdahl's law
 * with the serial share that gives the second processor the same gain.
 *
 * @param share that the article states: 0.6, and 0.8 at best
 */
public record ArticleRule(double share) {

    /** The shares that the article names. */
    public static final List<ArticleRule> STATED = List.of(new ArticleRule(0.6), new ArticleRule(0.8));

    /** The serial share: 2 / (1 + σ) = 1 + r. */
    public double sigma() {
        return (1 - share) / (1 + share);
    }

    /** The article's capacity, relative to one processor. */
    public double geometric(int processors) {
        return new Curve(ScalingLaw.GEOMETRIC, 1, List.of(share)).throughput(processors);
    }

    /** Amdahl's capacity, relative to one processor. */
    public double amdahl(int processors) {
        return new Curve(ScalingLaw.AMDAHL, 1, List.of(sigma())).throughput(processors);
    }
}
