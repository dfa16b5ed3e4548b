package org.debitcredit.terminal.report;

import java.util.Locale;

/**
 * One test of atomicity, consistency, isolation or durability, and its outcome.
 *
 * @param id in the JSON: {@code atomicity}, {@code consistency}, {@code isolation}, {@code killNine}, {@code powerCut},
 *     {@code journalLost}, {@code mirrorLost} or {@code databaseLost}
 * @param done what was done or destroyed, in a sentence
 * @param found what was found afterwards, with its numbers, or why the test was not run, in a sentence
 */
public record AcidTest(String id, Outcome outcome, String done, String found) {

    /** The outcome of a test. */
    public enum Outcome {
        /** The property held. */
        HELD("held"),
        /** The property was broken. */
        BROKEN("broken"),
        /** The test was not run. */
        NOT_RUN("notRun");

        private final String id;

        Outcome(String id) {
            this.id = id;
        }

        /** The name in the JSON. */
        public String id() {
            return id;
        }

        /** The words in the report. */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
