package org.debitcredit.it;

/** What a build has no time for: it is tried with {@code -Dbank.it.all=true}. */
final class Thorough {

    static final String REASON = "takes longer than a build may: -Dbank.it.all=true";

    private static final boolean ALL = Boolean.getBoolean("bank.it.all");

    private Thorough() {}

    static boolean isAll() {
        return ALL;
    }
}
