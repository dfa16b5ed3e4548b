package org.debitcredit.terminal.certify;

import java.util.List;

/** The names of the tests in the JSON. */
final class AcidIds {

    static final String ATOMICITY = "atomicity";
    static final String CONSISTENCY = "consistency";
    static final String ISOLATION = "isolation";
    static final String KILL_NINE = "killNine";
    static final String POWER_CUT = "powerCut";
    static final String JOURNAL_LOST = "journalLost";
    static final String MIRROR_LOST = "mirrorLost";
    static final String DATABASE_LOST = "databaseLost";

    /** All of them, in the order of the report. */
    static final List<String> ALL =
            List.of(ATOMICITY, CONSISTENCY, ISOLATION, KILL_NINE, POWER_CUT, JOURNAL_LOST, MIRROR_LOST, DATABASE_LOST);

    private AcidIds() {}
}
