package org.debitcredit.history;

import java.time.Instant;
import java.util.Objects;

/**
 * One measurement of one benchmark.
 *
 * @param benchmark its name, also the name of its file: small letters, digits, hyphens
 * @param revision git commit, followed by {@code -dirty} if the tree was changed; {@code unknown} without git
 * @param utc when it ended
 * @param machine on which it ran
 * @param settings everything that changes the figure besides code and machine; only runs of equal settings are compared
 * @param score in units; higher is better
 * @param unit of the score
 * @param baseline score of a fixed loop measured beside it
 * @param baselineUnit of the baseline
 * @param ratio score divided by baseline: the median of the rounds' ratios, not the ratio of the medians
 * @param noise least noise of the ratio, as a share of the median
 */
public record BenchmarkRun(
        String benchmark,
        String revision,
        Instant utc,
        Machine machine,
        String settings,
        double score,
        String unit,
        double baseline,
        String baselineUnit,
        double ratio,
        double noise) {

    public static final String UNKNOWN_REVISION = "unknown";

    private static final double BASELINE_FACTOR_MAX = 1.5;
    private static final String NAME = "[a-z0-9]+(-[a-z0-9]+)*";
    private static final int SHORT_HASH = 9;

    public BenchmarkRun {
        Objects.requireNonNull(benchmark, "benchmark is missing");
        if (!benchmark.matches(NAME)) {
            throw new IllegalArgumentException(
                    "benchmark is '" + benchmark + "'; it must consist of lower-case letters, digits and hyphens");
        }
        Objects.requireNonNull(revision, "revision is missing");
        Objects.requireNonNull(utc, "utc is missing");
        Objects.requireNonNull(machine, "machine is missing");
        Objects.requireNonNull(settings, "settings is missing");
        Objects.requireNonNull(unit, "unit is missing");
        Objects.requireNonNull(baselineUnit, "baselineUnit is missing");
        requirePositive("score", score);
        requirePositive("baseline", baseline);
        requirePositive("ratio", ratio);
        requirePositive("noise", noise);
    }

    private static void requirePositive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be more than 0");
        }
    }

    /**
     * Whether their ratios can be compared: the same benchmark with the same settings, on the same kind of machine.
     * Where the baselines are further apart than by a factor of {@value #BASELINE_FACTOR_MAX}, the processor or the
     * disk is another one, whatever its name: a ratio to a force of a disk that is twice as fast says nothing.
     */
    public boolean isLike(BenchmarkRun other) {
        double factor = baseline / other.baseline;
        return benchmark.equals(other.benchmark)
                && settings.equals(other.settings)
                && machine.kind().equals(other.machine.kind())
                && factor <= BASELINE_FACTOR_MAX
                && factor >= 1 / BASELINE_FACTOR_MAX;
    }

    /** The short form of the revision: the commit's first digits, and {@code +} where the tree was changed. */
    public String shortRevision() {
        boolean dirty = revision.endsWith("-dirty");
        String commit = dirty ? revision.substring(0, revision.lastIndexOf('-')) : revision;
        return commit.substring(0, Math.min(SHORT_HASH, commit.length())) + (dirty ? "+" : "");
    }
}
