package org.debitcredit.simulation;

import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;

/**
 * Flips one bit of a copy of the disks while no process runs, and starts the bank on the copy. A flipped bit of a
 * snapshot must lose nothing, because the other snapshot is used, and the journal after it is kept. A bit of the
 * journal may make the bank refuse; if it starts, everything must be there. Without a mirror, or while its other copy
 * is lost, a flipped bit in the last document cannot be distinguished from a torn write. The document is then cut off
 * and counted.
 */
final class BitFlip {

    private static final int SNAPSHOT_PAGE_BYTES = 64 << 10;

    private final World world;
    private final BankSettings settings;
    private final boolean areBothWhole;
    private final RandomGenerator random;

    /**
     * @param settings of the bank that stood there last
     * @param areBothWhole whether there is a mirror, and each copy holds everything
     */
    BitFlip(World original, BankSettings settings, boolean areBothWhole) {
        this.world = original.copy();
        this.settings = settings;
        this.areBothWhole = areBothWhole;
        this.random = original.random();
    }

    void play() {
        boolean isMirrored = settings.journal().mirror() != null;
        SimulatedDisk disk = world.disks().get(isMirrored ? random.nextInt(2) : 0);
        boolean isSnapshot = random.nextBoolean();
        String directory = disk == world.disks().get(0) ? "bank/" : "mirror/";
        String folder = directory + (isSnapshot ? "snapshots" : "journal");
        if (!(disk.find(folder) instanceof SimulatedTree tree)) {
            return;
        }
        List<String> names = tree.fileNames();
        if (names.isEmpty()) {
            return;
        }
        String name = names.get(random.nextInt(names.size()));
        if (!(tree.get(name) instanceof SimulatedFile file) || file.size() == 0) {
            return;
        }
        long at = isSnapshot ? ofSnapshot(file.size()) : ofSegment(file);
        file.flipBit(at, random.nextInt(8));
        world.modes().add(Mode.FLIPPED_BIT);
        world.trace().add("flipped a bit of", name, at, 0);
        world.terms().clock.tick();
        try {
            Life life = new Life(world, settings, world.process(ProcessFaults.NONE), true);
            judgeStart(life.bank(), isSnapshot);
        } catch (JournalDamage | IllegalStateException | IllegalArgumentException refusal) {
            world.trace().add("refused");
            if (isSnapshot) {
                world.modelCheck()
                        .report("one bit of " + name + " at " + at + " keeps the bank from starting", refusal);
            }
            new AcceptedLosses(world, settings, "a flipped bit of " + name + " at " + at).play(refusal);
        } catch (IOException e) {
            world.modelCheck().report("one bit of " + name + " at " + at + " makes reading fail", e);
        }
    }

    /** Most of a tiny bank's snapshot is zeros; its numbers stand at the beginning of each page. */
    private long ofSnapshot(long size) {
        long page = random.nextLong(Math.max(1, size / SNAPSHOT_PAGE_BYTES)) * SNAPSHOT_PAGE_BYTES;
        int inPage = random.nextInt(random.nextInt(4) == 0 ? SNAPSHOT_PAGE_BYTES : 96);
        return Math.min(size - 1, page + inPage);
    }

    /** Most of a segment is zeros too, which its documents will overwrite. */
    private long ofSegment(SimulatedFile file) {
        long at = random.nextLong(file.size());
        return random.nextInt(4) == 0 ? at : file.writtenFrom(at);
    }

    private void judgeStart(RunningBank bank, boolean isSnapshot) {
        ModelBank model = world.modelCheck().model();
        long found = bank.recovered().position();
        world.trace().add("started", "", found, bank.recovered().documentsCut());
        boolean isWhole = found == model.position();
        boolean isLastCut = !isSnapshot
                && !areBothWhole
                && found == model.lastGroupFrom()
                && bank.recovered().documentsCut() > 0;
        if (!isWhole && !isLastCut) {
            world.modelCheck()
                    .report(
                            "after one flipped bit the bank came back at position " + found + " of " + model.position()
                                    + ", documents cut: " + bank.recovered().documentsCut(),
                            null);
            return;
        }
        ModelBalances balances = isWhole ? model.balances() : model.balancesAt(found);
        world.modelCheck().compareAll(bank, balances, found, world.clients().keysToLookUp());
    }
}
