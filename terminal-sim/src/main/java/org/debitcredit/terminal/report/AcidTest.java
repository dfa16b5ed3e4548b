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
 * @param id in the JSON, one of {@link #IDS}
 * @param done what was done or destroyed, in a sentence
 * @param found what was found afterwards, with its numbers, or why the test was not run, in a sentence
 */
public record AcidTest(String id, Outcome outcome, String done, String found) {

    public static final String ATOMICITY = "atomicity";
    public static final String CONSISTENCY = "consistency";
    public static final String ISOLATION = "isolation";
    public static final String KILL_NINE = "killNine";
    public static final String POWER_CUT = "powerCut";
    public static final String JOURNAL_LOST = "journalLost";
    public static final String MIRROR_LOST = "mirrorLost";
    public static final String DATABASE_LOST = "databaseLost";

    private static final Map<String, String> NAMES = names();

    /** All tests, in the order of the report. */
    public static final List<String> IDS = List.copyOf(NAMES.keySet());

    private static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put(ATOMICITY, "atomicity");
        names.put(CONSISTENCY, "consistency");
        names.put(ISOLATION, "isolation");
        names.put(KILL_NINE, "service killed");
        names.put(POWER_CUT, "power cut");
        names.put(JOURNAL_LOST, "journal lost");
        names.put(MIRROR_LOST, "mirror lost");
        names.put(DATABASE_LOST, "database lost");
        return Collections.unmodifiableMap(names);
    }

    /** The tests of a run; each one that is missing was not run. */
    static List<AcidTest> all(List<AcidTest> ran) {
        List<AcidTest> all = new ArrayList<>(ran);
        IDS.stream()
                .filter(id -> ran.stream().noneMatch(test -> test.id().equals(id)))
                .forEach(id -> all.add(new AcidTest(id, Outcome.NOT_RUN, "nothing", "it was not part of this run")));
        return all;
    }

    /** The name in the report. */
    public String name() {
        return nameOf(id);
    }

    /** The name of a test in the report. */
    public static String nameOf(String id) {
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
