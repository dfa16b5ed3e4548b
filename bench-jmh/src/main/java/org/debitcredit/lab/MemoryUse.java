package org.debitcredit.lab;

/**
 * What a shortage of memory cost during a step. Memory has no busy time of its own: it loads the disk, the processors
 * and the threads that wait.
 *
 * @param majorFaults page faults that had to read from a disk
 * @param faultSeconds of the disk, for these faults; included in the use of {@link Resource#DISK}
 * @param collectionSeconds of the processors, for garbage collections; included in the use of {@link
 *     Resource#PROCESSORS}
 * @param stalledSeconds during which the writer, or the connections to a database, waited for memory; included in no
 *     use
 */
public record MemoryUse(long majorFaults, double faultSeconds, double collectionSeconds, double stalledSeconds) {

    /** Memory was never short. */
    public static final MemoryUse NONE = new MemoryUse(0, 0, 0, 0);
}
