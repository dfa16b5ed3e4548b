package org.debitcredit.simulation;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.BankFounding;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;

/**
 * A machine with one simulated disk, on which one process at a time runs a bank that is stepped by hand. The disk is
 * sound; the process can be killed, also in the middle of a write, and the power can be cut.
 */
public final class SimulatedMachine {

    private final RandomGenerator random;
    private final Trace trace = new Trace();
    private final SimulatedDisk disk;
    private SimulatedProcess process;

    public SimulatedMachine(RandomGenerator random) {
        this.random = random;
        disk = new SimulatedDisk(random, trace);
        process = newProcess();
    }

    private SimulatedProcess newProcess() {
        return new SimulatedProcess(random, trace, EnumSet.noneOf(Mode.class), ProcessFaults.NONE);
    }

    private List<SimulatedMedium> media() {
        SimulatedMedium medium = new SimulatedMedium(disk, process, Parts.SOUND);
        return List.of(medium, medium);
    }

    /** Founds a bank. */
    public void found(BankSettings settings) throws IOException {
        BankFounding.found(settings, media(), null, Progress.NONE);
        kill();
    }

    /** Starts a process that recovers the bank from the disk. */
    public RunningBank start(BankSettings settings) throws IOException {
        process = newProcess();
        BankFiles opened = BankFolders.open(settings, BankEvent.IGNORE, media());
        return RunningBank.recover(
                opened, settings, (identity, progress) -> new MemoryLedger(identity), BankEvent.IGNORE, Progress.NONE);
    }

    /** One turn of the writer of a bank, in the middle of which the process may die. */
    public void step(RunningBank bank) {
        try {
            bank.engine().step();
        } catch (ProcessDeath death) {
            // The writer's thread dies with its process.
        }
    }

    /** The process will die in the middle of a disk operation, after so many others. */
    public void killAfter(int operations) {
        process.faults(new ProcessFaults(operations, 0));
    }

    /** Kills the process. */
    public void kill() {
        process.kill();
    }

    /** Cuts the power. What was not forced may be there afterwards or not. */
    public void cutPower() {
        kill();
        disk.cutPower();
    }

    /** Whether the process is dead. */
    public boolean isDead() {
        return process.isDead();
    }

    /** Checksum of everything that happened on the disk. */
    public long traceHash() {
        return trace.hash();
    }
}
