package org.debitcredit.it;

import java.util.List;

/**
 * What a build has no time for: with {@code -Dbank.it.all=true} a test takes every case, else the first of them or those that
 * differ most.
 */
final class Thorough {

    private static final boolean ALL = Boolean.getBoolean("bank.it.all");

    private Thorough() {}

    /** All of them, or only the first. */
    static <T> List<T> allOrFirst(List<T> cases) {
        return ALL ? cases : cases.subList(0, 1);
    }
}
