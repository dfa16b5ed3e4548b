package org.debitcredit.measure.verdict;

import java.util.Locale;

/**
 * What one rule found.
 *
 * @param rule by name
 * @param reason a sentence that names the value and the bound
 */
public record Finding(String rule, Verdict verdict, String reason) {

    /**
     * The finding of a rule: the given verdict if it is broken, otherwise a pass. The reason is the format string for
     * both.
     */
    static Finding of(String rule, boolean holds, Verdict whenBroken, String reason, Object... values) {
        return new Finding(rule, holds ? Verdict.PASS : whenBroken, String.format(Locale.ROOT, reason, values));
    }

    @Override
    public String toString() {
        return rule + ": " + verdict.word() + ": " + reason;
    }
}
