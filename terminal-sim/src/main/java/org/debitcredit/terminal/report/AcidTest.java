package org.debitcredit.terminal.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One test of atomicity, consistency, isolation or durability, and its outcome.
 *
 * @param id in the JSON: {@code atomicity}, {@code consistency}, {@code isolation}, {@code killNine}, {@code powerCut},
 *     {@code journalLost}, {@code mirrorLost} or {@code databaseLost}
 * @param done what was done or destroyed, in a sentence
 * @param found what was found afterwards, with its numbers, or why the test was not run, in a sentence
 */
public record AcidTest(String id, Outcome outcome, String done, String found) {

    /** The names of all tests by their ids, in the order of the report. */
    static final Map<String, String> NAMES = names();

    private static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("atomicity", "atomicity");
        names.put("consistency", "consistency");
        names.put("isolation", "isolation");
        names.put("killNine", "service killed");
        names.put("powerCut", "power cut");
        names.put("journalLost", "journal lost");
        names.put("mirrorLost", "mirror lost");
        names.put("databaseLost", "database lost");
        return Collections.unmodifiableMap(names);
    }

    /** The tests of a run; each one that is missing was not run. */
    static List<AcidTest> all(List<AcidTest> ran) {
        List<AcidTest> all = new ArrayList<>(ran);
        NAMES.keySet().stream()
                .filter(id -> ran.stream().noneMatch(test -> test.id().equals(id)))
                .forEach(id -> all.add(new AcidTest(id, Outcome.NOT_RUN, "nothing", "it was not part of this run")));
        return all;
    }

    /** The name in the report. */
    public String name() {
        return NAMES.getOrDefault(id, id);
    }

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
