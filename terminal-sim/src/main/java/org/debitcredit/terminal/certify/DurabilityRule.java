package org.debitcredit.terminal.certify;

import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;

/** What is answered is on a disk, and the server says so. One whose journal is in memory does not. */
final class DurabilityRule {

    private static final String NAME = "answers are durable";

    private DurabilityRule() {}

    static Finding finding(boolean durable) {
        return durable
                ? new Finding(NAME, Verdict.PASS, "the server says that its journal is on a disk")
                : new Finding(
                        NAME,
                        Verdict.FAIL,
                        "the server does not say that its journal is on a disk; in memory it is lost at a power cut");
    }

    static boolean isBroken(Finding finding) {
        return finding.rule().equals(NAME) && finding.verdict() == Verdict.FAIL;
    }
}
