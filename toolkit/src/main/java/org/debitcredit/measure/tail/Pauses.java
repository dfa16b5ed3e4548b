package org.debitcredit.measure.tail;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.statistics.Recurrence;
import org.debitcredit.measure.statistics.Significance;
import org.debitcredit.measure.verdict.OpenLoopVerdict;

/** Pauses that come again at a regular distance, as those of a timer do: thinning does not remove such a dependence. */
public final class Pauses {

    /** Moments that are compared. */
    private static final long MOMENT_MICROS = 50_000;

    /**
     * A pause that is shorter than a moment may be in two moments and less than half of both, so that it shows in
     * neither median. It is then more than half of one that begins half a moment earlier or later.
     */
    private static final long HALF_MICROS = MOMENT_MICROS / 2;

    private static final int DIVISIONS = 2;

    /** Pauses of a smaller part of the time change no percentile up to the 99th. */
    private static final double SLOW_SHARE = 0.01;

    private static final double SECOND_MICROS = 1e6;
    private static final double PERCENT = 100;

    private Pauses() {}

    /** What they are in an open loop, in a sentence; empty where there are none. */
    static Optional<String> ofOpenLoop(ResponseSeries responses) {
        return ofMedians(responses, OpenLoopVerdict.significance());
    }

    /**
     * The same of all kinds together and of each of several, because the pauses of one kind do not show in the medians
     * of all. Their tests share the level of one.
     */
    static Optional<String> ofOpenLoop(ResponseSeries responses, List<String> kinds) {
        Significance each = Significance.divided(OpenLoopVerdict.significance().perTest(), 1 + kinds.size());
        Optional<String> found = ofMedians(responses, each);
        for (int kind = 0; kind < kinds.size() && found.isEmpty(); kind++) {
            String name = kinds.get(kind);
            found = ofMedians(responses.only(kind), each).map(pauses -> name + ": " + pauses);
        }
        return found;
    }

    /**
     * The same in a closed loop. There a pause holds one request of each terminal and no more, which no median shows,
     * so that the longest responses are compared.
     */
    public static Optional<String> ofClosedLoop(ResponseSeries responses) {
        return reason(Recurrence.of(responses.longest(MOMENT_MICROS)), OpenLoopVerdict.significance());
    }

    /** Both divisions into moments share the level. */
    private static Optional<String> ofMedians(ResponseSeries responses, Significance significance) {
        Significance each = Significance.divided(significance.perTest(), DIVISIONS);
        return reason(Recurrence.of(responses.medians(MOMENT_MICROS)), each)
                .or(() -> reason(Recurrence.of(responses.medians(MOMENT_MICROS, HALF_MICROS)), each));
    }

    private static Optional<String> reason(Recurrence pauses, Significance significance) {
        if (!significance.rejects(pauses.probability()) || pauses.slowShare() < SLOW_SHARE) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "slow moments come again every %.2f s: they are %.1f %% of the time, and so many would come at this "
                        + "distance with probability %.5f if they were independent",
                pauses.distance() * MOMENT_MICROS / SECOND_MICROS,
                pauses.slowShare() * PERCENT,
                pauses.probability()));
    }
}
