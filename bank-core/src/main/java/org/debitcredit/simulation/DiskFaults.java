package org.debitcredit.simulation;

import java.util.random.RandomGenerator;

/**
 * What goes wrong with a disk during one life of a process.
 *
 * @param operationsToDeath disk operations after which the process dies in the middle of the next; negative for never
 * @param forceFailsOneIn forces of which one fails; 0 for none
 * @param growthFailsOneIn writes behind a file's end of which one finds no space; 0 for none
 * @param readsAreShort whether a read may deliver less than was asked for
 */
record DiskFaults(int operationsToDeath, int forceFailsOneIn, int growthFailsOneIn, boolean readsAreShort) {

    static final DiskFaults NONE = new DiskFaults(-1, 0, 0, false);

    static DiskFaults draw(RandomGenerator random) {
        return new DiskFaults(
                random.nextInt(3) == 0 ? -1 : random.nextInt(random.nextInt(4) == 0 ? 30 : 400),
                random.nextInt(3) == 0 ? 20 + random.nextInt(200) : 0,
                random.nextInt(8) == 0 ? 10 + random.nextInt(100) : 0,
                random.nextInt(4) == 0);
    }
}
