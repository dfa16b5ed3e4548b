package org.debitcredit.it;

import java.util.List;

/** What a build has no time for: every case is tried with {@code -Dbank.it.all=true}, else the first. */
final class Thorough {

    static final String REASON = "takes longer than a build may: -Dbank.it.all=true";

    private static final boolean ALL = Boolean.getBoolean("bank.it.all");

    private Thorough() {}

    static boolean isAll() {
        return ALL;
    }

    /** All of them, or only the first. */
    static <T> List<T> allOrFirst(List<T> cases) {
        return ALL ? cases : cases.subList(0, 1);
    }
}
