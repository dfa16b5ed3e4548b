package org.debitcredit.simulation;

import java.util.random.RandomGenerator;

/**
 * The faults of a disk during one run of a process.
 *
 * @param forceFailsOneIn forces of which one fails; 0 for none
 * @param growthFailsOneIn writes after a file's end of which one finds no space; 0 for none
 * @param forceHangsOneIn forces of which one takes very long; 0 for none
 * @param readsAreShort whether a read may deliver less than was asked for
 */
record DiskFaults(int forceFailsOneIn, int growthFailsOneIn, int forceHangsOneIn, boolean readsAreShort) {

    static final DiskFaults NONE = new DiskFaults(0, 0, 0, false);

    static DiskFaults draw(RandomGenerator random) {
        return new DiskFaults(
                random.nextInt(3) == 0 ? 20 + random.nextInt(200) : 0,
                random.nextInt(8) == 0 ? 10 + random.nextInt(100) : 0,
                random.nextInt(8) == 0 ? 5 + random.nextInt(40) : 0,
                random.nextInt(4) == 0);
    }
}
