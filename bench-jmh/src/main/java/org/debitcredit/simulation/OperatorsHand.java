package org.debitcredit.simulation;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.random.RandomGenerator;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.storage.Folder;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * While no process runs, removes a file or a directory of the bank from a copy of the disks, or replaces it by an older
 * one or another bank's, and then starts the bank. The start must be refused, or the bank must be exactly as before:
 * never empty, and never without acknowledged transactions. Two cases cannot be detected without a mirror, or while its
 * other copy is lost: all of the data directory is an older one, and the last segment of a killed bank's newest epoch
 * is gone. While the other copy is lost, a third cannot: all of the journal's directory is an older one, so that
 * nothing says which copy went on alone.
 */
final class OperatorsHand {

    private final World world;
    private final BankSettings settings;
    private final World earlier;
    private final boolean areBothWhole;
    private final RandomGenerator random;

    private enum Act {
        MISSING,
        OLDER,
        ANOTHERS
    }

    /**
     * @param settings of the bank that stood there last
     * @param earlier the disks as they were before its last life, or before that
     * @param areBothWhole whether there is a mirror, and each copy holds everything
     */
    OperatorsHand(World original, BankSettings settings, World earlier, boolean areBothWhole) {
        this.world = original.copy();
        this.settings = settings;
        this.earlier = earlier;
        this.areBothWhole = areBothWhole;
        this.random = original.random();
    }

    void play() {
        boolean isMirrored = settings.journal().mirror() != null;
        int medium = isMirrored ? random.nextInt(2) : 0;
        String data = (medium == 0 ? SettingsSwarm.DATA : SettingsSwarm.MIRROR).toString();
        SimulatedDisk disk = world.disks().get(medium);
        List<String> paths = disk.paths().stream()
                .filter(path -> path.equals(data) || path.startsWith(data + "/"))
                .toList();
        // Every second time something near the top: there are fewer such files, and they matter more.
        List<String> top =
                paths.stream().filter(path -> path.split("/").length <= 2).toList();
        List<String> among = random.nextBoolean() ? top : paths;
        if (among.isEmpty()) {
            return;
        }
        // The loss of a whole disk is what a mirror is for.
        boolean isDiskLost = isMirrored && random.nextInt(4) == 0;
        String path = isDiskLost ? top.get(0) : among.get(random.nextInt(among.size()));
        Act act = isDiskLost ? Act.MISSING : Act.values()[random.nextInt(3)];
        boolean isWhole = path.equals(data);
        boolean isJournal = isMirrored && path.equals(data + "/journal");
        boolean cannotBeTold = (isWhole && act != Act.MISSING) || (isJournal && act == Act.OLDER);
        if (cannotBeTold && !areBothWhole) {
            return;
        }
        replace(disk, path, replacement(act, medium, data, path));
        world.modes().add(Mode.OPERATORS_HAND);
        world.trace().add("operator: " + act, path, medium, 0);
        world.terms().clock.tick();
        boolean founds = !(isWhole && !isMirrored) && random.nextInt(4) == 0;
        BankRecord record = areBothWhole ? null : recordOf(disk, data);
        LoneCopy leftOver = act == Act.MISSING && isMirrored ? acceptedEarlier(medium, data) : LoneCopy.NONE;
        judgeStart(act, path, founds, record, leftOver);
    }

    /** The number of the copy that has lost something, as it once was: what an operator may have accepted then. */
    private LoneCopy acceptedEarlier(int medium, String data) {
        SimulatedDisk disk = earlier.disks().get(medium).copy();
        String journal = data + "/journal";
        if (disk.find(journal) == null) {
            return LoneCopy.NONE;
        }
        SimulatedProcess process = world.process(ProcessFaults.NONE);
        Folder folder = new SimulatedFolder(disk, process, journal);
        try (FileJournal then = FileJournal.open(folder, settings.journal().fillAheadBytes())) {
            MirrorRecord mirror = MirrorRecord.read(folder);
            return mirror == null
                    ? LoneCopy.NONE
                    : LoneCopy.of(mirror, JournalReader.read(then, (batch, logPosition) -> {}));
        } catch (IOException | MirrorRefused | JournalDamage unreadable) {
            return LoneCopy.NONE;
        }
    }

    private @Nullable SimulatedNode replacement(Act act, int medium, String data, String path) {
        SimulatedNode found = switch (act) {
            case MISSING -> null;
            case OLDER -> earlier.disks().get(medium).find(path);
            case ANOTHERS -> {
                SimulatedDisk other = new SimulatedDisk(random, world.trace());
                other.root().add(data, AnotherBank.directory());
                yield other.find(path);
            }
        };
        return found == null ? null : found.copy(new IdentityHashMap<>());
    }

    private static void replace(SimulatedDisk disk, String path, @Nullable SimulatedNode node) {
        int slash = path.lastIndexOf('/');
        SimulatedNode parent = slash < 0 ? disk.root() : disk.find(path.substring(0, slash));
        if (parent instanceof SimulatedTree tree) {
            String name = path.substring(slash + 1);
            tree.remove(name);
            if (node != null) {
                tree.add(name, node);
            }
        }
    }

    /** What a bank that was killed has on record; null where it was closed, or has none. */
    private @Nullable BankRecord recordOf(SimulatedDisk disk, String data) {
        try {
            SimulatedFolder folder = new SimulatedFolder(disk, world.process(ProcessFaults.NONE), data);
            BankRecord record = BankRecordFile.read(folder);
            return record == null || record.isClosed() ? null : record;
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * The last segment of the newest epoch of a bank that was killed is missing, or holds something else: without
     * another whole copy that looks as if it had never been written.
     */
    private static boolean isLastSegmentLost(String path, @Nullable BankRecord killed, long found) {
        return killed != null && path.contains("/journal/segment-") && found >= killed.position();
    }

    /** @param leftOver the acceptance of a lone copy that is still in the configuration */
    private void judgeStart(Act act, String path, boolean founds, @Nullable BankRecord killed, LoneCopy leftOver) {
        String what = act + " " + path;
        ModelCheck modelCheck = world.modelCheck();
        try {
            BankSettings started = settings.founding(founds);
            Life life = new Life(
                    world,
                    started.with(started.journal().accepting(leftOver)),
                    world.process(ProcessFaults.NONE),
                    true);
            if (founds) {
                modelCheck.report("another bank was founded after an operator left this: " + what, null);
            }
            long found = life.bank().recovered().position();
            if (found != modelCheck.model().position() && isLastSegmentLost(path, killed, found)) {
                return;
            }
            if (found != modelCheck.model().position()) {
                modelCheck.report(
                        "the bank came back at position " + found + " of "
                                + modelCheck.model().position() + " after an operator left this: " + what,
                        null);
                return;
            }
            // After an older snapshot not every key can be brought back, so those of all clients up to a time have
            // expired. Where the newer ones are missing, a copy of the mirror that was away may have one left.
            boolean isOlder = act != Act.MISSING || settings.journal().mirror() != null;
            boolean mayHaveExpired = isOlder && path.contains("/snapshots");
            List<TransactionKey> keys = world.clients().keysToLookUp().stream()
                    .filter(key -> !mayHaveExpired || modelCheck.model().keys().positionOf(key) > 0)
                    .toList();
            modelCheck.compareAll(life.bank(), modelCheck.model().balances(), found, keys);
        } catch (FoundingRefused refusal) {
            world.modes().add(founds ? Mode.SECOND_FOUNDING : Mode.REFUSED_START);
            world.trace().add("refused");
        } catch (RuntimeException refusal) {
            world.modes().add(Mode.REFUSED_START);
            world.trace().add("refused");
            if (act == Act.MISSING && !founds) {
                new AcceptedLosses(world, settings, what).play(refusal);
            }
        } catch (IOException unreadable) {
            world.modes().add(Mode.REFUSED_START);
            world.trace().add("refused");
        }
    }
}
