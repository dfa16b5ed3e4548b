package org.debitcredit.terminal.certify;

import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.report.AcidTest;

/**
 * A test and whether it could have been run.
 *
 * @param possible whether this machine can run it, against this server
 */
record Tested(AcidTest test, boolean possible) {

    /** What was done for a test that was not begun. */
    private static final String NOTHING_DONE = "Nothing was destroyed.";

    static Tested of(String id, boolean holds, String done, String found) {
        return new Tested(new AcidTest(id, holds ? AcidTest.Outcome.HELD : AcidTest.Outcome.BROKEN, done, found), true);
    }

    /** It could not be run here, for a reason that is no fault of the run. */
    static Tested impossible(String id, String why) {
        return new Tested(new AcidTest(id, AcidTest.Outcome.NOT_RUN, NOTHING_DONE, why), false);
    }

    /** It could have been run, and was not begun. */
    static Tested notBegun(String id, String why) {
        return missed(id, NOTHING_DONE, why);
    }

    /** It could have been run, and did not come to its end. */
    static Tested missed(String id, String done, String why) {
        return new Tested(new AcidTest(id, AcidTest.Outcome.NOT_RUN, done, why), true);
    }

    /**
     * A broken property fails; a test that was missed leaves the run undecided. A test that is impossible here does not
     * count against the run.
     */
    Finding finding() {
        Verdict verdict = switch (test.outcome()) {
            case HELD -> Verdict.PASS;
            case BROKEN -> Verdict.FAIL;
            case NOT_RUN -> possible ? Verdict.UNDECIDED : Verdict.PASS;
        };
        return new Finding("ACID test: " + test.name(), verdict, test.outcome().words() + ": " + test.found());
    }
}
