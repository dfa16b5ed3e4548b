package org.debitcredit.terminal.certify;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.console.FailureText;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;

/** The steps of a certification. What a step throws becomes a finding, so that the report is written all the same. */
final class CertificationSteps {

    static final String NAME = "every step comes to its end";

    private final Talk talk;
    private final List<Finding> failed = new ArrayList<>();

    CertificationSteps(Talk talk) {
        this.talk = talk;
    }

    /** Carries out a step in which the service has no part. If it fails, the certification is undecided. */
    void carryOut(String name, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException thrown) {
            add(new Finding(NAME, Verdict.UNDECIDED, name + ": " + text(thrown)));
        }
    }

    /** Carries out a step with the service. If the service does not answer any more afterwards, it has failed. */
    void carryOut(String name, Inspector service, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException thrown) {
            Finding ended = ServiceRule.ended(service, thrown);
            add(
                    ended.verdict() == Verdict.FAIL
                            ? ended
                            : new Finding(NAME, Verdict.UNDECIDED, name + ": " + text(thrown)));
        }
    }

    private void add(Finding finding) {
        talk.say("%s", finding);
        failed.add(finding);
    }

    /** Those that did not come to their end. */
    List<Finding> failed() {
        return List.copyOf(failed);
    }

    /** What a failure says: all of it if it was written for people. */
    static String text(RuntimeException failure) {
        return failure instanceof RunFailure ? String.valueOf(failure.getMessage()) : FailureText.of(failure);
    }
}
