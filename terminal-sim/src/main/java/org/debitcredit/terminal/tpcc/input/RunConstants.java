package org.debitcredit.terminal.tpcc.input;

import java.util.random.RandomGenerator;
import org.debitcredit.tpcc.NuRand;
import org.debitcredit.tpcc.TpccScale;

/** The non-uniform numbers of a run. Their constants hold for all its terminals (clause 2.1.6.1). */
public record RunConstants(NuRand lastName, NuRand customer, NuRand item) {

    private static final int CUSTOMER_MAX = 1_023;
    private static final int ITEM_MAX = 8_191;

    /**
     * Chooses the constants.
     *
     * @param loadedLastName the constant with which last names were loaded; the run's must differ from it by the rules
     */
    public static RunConstants choose(int loadedLastName, TpccScale scale, RandomGenerator random) {
        return new RunConstants(
                NuRand.lastName(NuRand.runConstant(loadedLastName, random), scale),
                NuRand.customer(random.nextInt(CUSTOMER_MAX + 1), scale),
                NuRand.item(random.nextInt(ITEM_MAX + 1), scale));
    }
}
