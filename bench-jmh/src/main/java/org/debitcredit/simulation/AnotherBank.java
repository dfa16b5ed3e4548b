package org.debitcredit.simulation;

import java.io.IOException;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;

/** The directory of another bank of the same size, whose files an operator may mix up with this one's. */
final class AnotherBank {

    private static final int PARCELS = 20;
    private static final SimulatedTree DIRECTORY = found();

    private AnotherBank() {}

    /** Its data directory, as a new copy for each caller. */
    static SimulatedTree directory() {
        return DIRECTORY.copy(new IdentityHashMap<>());
    }

    private static SimulatedTree found() {
        SplittableRandom random = new SplittableRandom(0);
        Trace trace = new Trace();
        Set<Mode> modes = EnumSet.noneOf(Mode.class);
        SimulatedDisk disk = new SimulatedDisk(random, trace);
        SimulatedProcess process = new SimulatedProcess(random, trace, modes, ProcessFaults.NONE);
        Terms terms = new Terms(random);
        Clients clients = new Clients(random, terms);
        BankSettings settings =
                new SettingsSwarm(random, terms, modes).draw(false, false).founding(true);
        SimulatedMedium medium = new SimulatedMedium(disk, process, Parts.SOUND);
        try (RunningBank bank = RunningBank.recover(
                BankFolders.open(settings, BankEvent.IGNORE, List.of(medium, medium)),
                settings,
                (identity, progress) -> new MemoryLedger(identity),
                BankEvent.IGNORE,
                Progress.NONE)) {
            bank.snapshotter().request();
            for (int i = 0; i < PARCELS; i++) {
                terms.clock.tick();
                bank.engine().submit(new SentSubmission(clients.wellBehaved(), () -> true).submission());
                bank.engine().step();
                bank.snapshotter().step();
            }
        } catch (IOException e) {
            throw new IllegalStateException("a disk in memory has failed", e);
        }
        return (SimulatedTree) Objects.requireNonNull(disk.find(SettingsSwarm.DATA.toString()));
    }
}
