package org.debitcredit.measure.tail;

import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.verdict.OpenLoopVerdict;

/**
 * The tests of one kind of request: its response times may wander, or have pauses that come again, while those of all
 * kinds together do not. A kind with too few responses does not pass.
 */
public final class KindTests {

    private static final long SECOND_MICROS = 1_000_000;

    private KindTests() {}

    /**
     * Whether a kind passes in a run at a rate.
     *
     * @param ofKind its responses, merged
     */
    public static boolean passAtRate(Traffic traffic, ResponseSeries ofKind) {
        return isSteady(traffic, ofKind) && Pauses.ofOpenLoop(ofKind).isEmpty();
    }

    /**
     * The same in a run with terminals.
     *
     * @param ofKind its responses, merged
     */
    public static boolean passWithTerminals(Traffic traffic, ResponseSeries ofKind) {
        return isSteady(traffic, ofKind) && Pauses.ofClosedLoop(ofKind).isEmpty();
    }

    private static boolean isSteady(Traffic traffic, ResponseSeries ofKind) {
        return OpenLoopVerdict.isSteady(traffic, ofKind.knownMedians(SECOND_MICROS));
    }
}
