package org.debitcredit.tpcc;

import java.util.random.RandomGenerator;

/**
 * The non-uniform random numbers of clause 2.1.6.
 *
 * @param a 255 for last names, 1,023 for customers, 8,191 for items
 * @param c constant of a load or a run, 0 to a
 * @param from smallest number
 * @param to largest number
 */
public record NuRand(int a, int c, int from, int to) {

    private static final int LAST_NAME = 255;
    private static final int CUSTOMER = 1_023;
    private static final int ITEM = 8_191;

    /** The largest number of a last name, which has three digits. */
    public static final int LAST_NAMES_MAX = 999;

    public NuRand {
        if (c < 0 || c > a) {
            throw new IllegalArgumentException("the constant is " + c + "; it must be 0 to " + a);
        }
        if (from > to) {
            throw new IllegalArgumentException("the range is " + from + " to " + to + "; it must not be empty");
        }
    }

    /** Numbers of last names: 0 to 999, or fewer where a district has fewer customers. */
    public static NuRand lastName(int constant, TpccScale scale) {
        return new NuRand(LAST_NAME, constant, 0, Math.min(LAST_NAMES_MAX, scale.customersPerDistrict() - 1));
    }

    /** Numbers of customers. */
    public static NuRand customer(int constant, TpccScale scale) {
        return new NuRand(CUSTOMER, constant, 1, scale.customersPerDistrict());
    }

    /** Numbers of items. */
    public static NuRand item(int constant, TpccScale scale) {
        return new NuRand(ITEM, constant, 1, scale.items());
    }

    /** A constant for the load's last names. */
    public static int loadConstant(RandomGenerator random) {
        return random.nextInt(LAST_NAME + 1);
    }

    /**
     * A constant for the run's last names: its distance from the load's is 65 to 119, and neither 96 nor 112 (clause
     * 2.1.6.1).
     */
    public static int runConstant(int loadConstant, RandomGenerator random) {
        while (true) {
            int constant = random.nextInt(LAST_NAME + 1);
            if (isAllowed(loadConstant, constant)) {
                return constant;
            }
        }
    }

    /** Whether a run may use a constant for last names after a load with another one (clause 2.1.6.1). */
    public static boolean isAllowed(int loadConstant, int runConstant) {
        int distance = Math.abs(runConstant - loadConstant);
        return distance >= 65 && distance <= 119 && distance != 96 && distance != 112;
    }

    /** The next number. */
    public int next(RandomGenerator random) {
        int uniform = random.nextInt(from, to + 1);
        return ((random.nextInt(a + 1) | uniform) + c) % (to - from + 1) + from;
    }
}
