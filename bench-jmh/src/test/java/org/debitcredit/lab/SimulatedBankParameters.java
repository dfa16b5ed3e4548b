package org.debitcredit.lab;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/** The parameters of a simulated bank. Times are means in seconds. */
final class SimulatedBankParameters implements Cloneable {

    double thinkSeconds;
    /** Of a transaction, both ways together, on the one line. */
    double lineSeconds;

    int processors;
    int loops;
    /** Of a transaction, both ways together, on an event loop and a processor. */
    double loopSeconds;

    double writerGroupSeconds;
    double writerSeconds;
    double forceSeconds;
    /** Of a group, while the writer waits. */
    double databaseSeconds;
    /** How long a group waits for a lock in the database. */
    double lockSeconds;
    /** Of a transaction. */
    double faults;
    /** Of the disk, for a fault. */
    double accessSeconds;

    int groupMax;

    /** A bank that nothing is planted in. */
    static SimulatedBankParameters draw(SplittableRandom random) {
        SimulatedBankParameters bank = new SimulatedBankParameters();
        bank.thinkSeconds = random.nextBoolean() ? 0 : random.nextDouble(1e-3, 5e-3);
        bank.lineSeconds = random.nextDouble(5e-6, 50e-6);
        bank.processors = random.nextInt(4, 9);
        bank.loops = random.nextInt(2, 5);
        bank.loopSeconds = random.nextDouble(20e-6, 80e-6);
        bank.writerGroupSeconds = random.nextDouble(5e-6, 50e-6);
        bank.writerSeconds = random.nextDouble(5e-6, 30e-6);
        bank.forceSeconds = random.nextDouble(100e-6, 3e-3);
        bank.databaseSeconds = random.nextBoolean() ? 0 : random.nextDouble(50e-6, 500e-6);
        bank.accessSeconds = 100e-6;
        bank.groupMax = random.nextBoolean() ? 64 : 4096;
        return bank;
    }

    /** A changed copy. */
    SimulatedBankParameters with(Consumer<SimulatedBankParameters> change) {
        try {
            SimulatedBankParameters copy = (SimulatedBankParameters) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
