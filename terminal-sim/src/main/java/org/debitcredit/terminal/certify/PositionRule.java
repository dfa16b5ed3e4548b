package org.debitcredit.terminal.certify;

import java.util.Locale;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.contract.AnsweredPositions;

/**
 * Every answer of a load has a position of its own in the bank's history, and the history has no transactions besides,
 * except those of requests that failed. A server that only says that it commits has no such history.
 */
final class PositionRule {

    static final String NAME = "every answer is in the history";

    private PositionRule() {}

    /**
     * @param positionAfter of the bank when nothing was in flight any more
     * @param failed requests without an answer
     */
    static Finding finding(AnsweredPositions answered, long positionAfter, long failed) {
        long grown = positionAfter - answered.before();
        long unanswered = grown - answered.distinct();
        boolean holds = answered.astray() == 0 && unanswered >= 0 && unanswered <= failed;
        return new Finding(
                NAME,
                holds ? Verdict.PASS : Verdict.FAIL,
                String.format(
                        Locale.ROOT,
                        "the history grew by %,d transactions; %,d positions were answered, and %,d answers had one of "
                                + "another answer or of before; %,d transactions may have no answer",
                        grown,
                        answered.distinct(),
                        answered.astray(),
                        failed));
    }
}
