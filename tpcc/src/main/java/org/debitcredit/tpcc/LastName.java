package org.debitcredit.tpcc;

/** Last names of customers: three syllables, one for each digit of a number (clause 4.3.2.3). */
public final class LastName {

    private static final String[] SYLLABLES = {
        "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
    };

    private LastName() {}

    /** The last name of a number from 0 to 999. */
    public static String of(int number) {
        if (number < 0 || number > NuRand.LAST_NAMES_MAX) {
            throw new IllegalArgumentException("the number is " + number + "; it must be 0 to 999");
        }
        return SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
    }
}
