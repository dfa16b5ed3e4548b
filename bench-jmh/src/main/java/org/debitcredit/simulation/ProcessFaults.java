package org.debitcredit.simulation;

import java.util.random.RandomGenerator;

/**
 * The faults of one process.
 *
 * @param operationsToDeath disk operations after which it dies in the middle of the next; negative for never
 * @param errorOneIn calls to disk, ledger and observers of which one throws an {@link Error}; 0 for none
 */
record ProcessFaults(int operationsToDeath, int errorOneIn) {

    static final ProcessFaults NONE = new ProcessFaults(-1, 0);

    static ProcessFaults draw(RandomGenerator random) {
        return new ProcessFaults(
                random.nextInt(3) == 0 ? -1 : random.nextInt(random.nextInt(4) == 0 ? 30 : 400),
                random.nextInt(6) == 0 ? 20 + random.nextInt(300) : 0);
    }

    /** One of the errors that a virtual machine may throw anywhere, except out of memory, which ends the process. */
    static Error error(RandomGenerator random, String where) {
        String message = "injected in " + where;
        return switch (random.nextInt(4)) {
            case 0 -> new StackOverflowError(message);
            case 1 -> new NoClassDefFoundError(message);
            case 2 -> new AssertionError(message);
            default -> new Error(message);
        };
    }
}
