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
 * @param pressureSeconds during which some task of the machine waited for memory, as the kernel counts it; it is told,
 *     and included in no use, because it may be any task
 */
public record MemoryUse(
        long majorFaults,
        double faultSeconds,
        double collectionSeconds,
        double stalledSeconds,
        double pressureSeconds) {

    /** Memory was never short. */
    public static final MemoryUse NONE = new MemoryUse(0, 0, 0, 0);

    /** A shortage on a machine whose kernel does not count the waiting for memory. */
    public MemoryUse(long majorFaults, double faultSeconds, double collectionSeconds, double stalledSeconds) {
        this(majorFaults, faultSeconds, collectionSeconds, stalledSeconds, 0);
    }
}
