package org.debitcredit.simulation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.debitcredit.backup.Backup;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.checkpoint.RetentionHolds;
import org.debitcredit.checkpoint.TakenSnapshot;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * Backups that are taken while a simulated bank works, onto the bank's own disk or onto another one, as the seed draws
 * it. On the bank's disk they share the files of its archive. Such backups stay there, and are read again after the
 * bank has gone on, has removed what they share from its archive, and has lost its power. On another disk, which may be
 * slow, everything is copied.
 *
 * <p>The contract is as follows. A backup contains every transaction from the beginning of its history up to the
 * position that it names, and always will. That position is at least that of the last transaction that was answered
 * before the copy began. It also contains the snapshot or the founding that the history continues.
 */
final class Backups {

    /** Begins the names of their directories, which lie beside the bank's. */
    static final String NAME = "backup-";

    private static final String ARCHIVE = "/archive";
    private static final int REQUESTED_ONE_IN = 20;
    private static final int READ_AGAIN_ONE_IN = 60;
    private static final int KEPT_MAX = 2;
    private static final int SLOW_ONE_IN = 3;
    private static final int HANGS_ONE_IN_MAX = 4;

    private final List<SimulatedDisk> disks;
    private final Parts parts;
    private final RandomGenerator random;
    private final Trace trace;
    private final Set<Mode> modes;
    private final List<Taken> kept = new ArrayList<>();
    private @Nullable CompletableFuture<TakenSnapshot> requested;
    private boolean isCopying;
    private boolean isRestarted;
    private int taken;

    /**
     * A backup that is complete.
     *
     * @param answered position of the last transaction that was answered before it began
     * @param shared names of the files that the bank's archive had too
     */
    private record Taken(
            String path, BankIdentity identity, Backup.Result result, long answered, List<String> shared) {}

    /** @param disks those of the bank */
    Backups(List<SimulatedDisk> disks, Parts parts, RandomGenerator random, Trace trace, Set<Mode> modes) {
        this.disks = disks;
        this.parts = parts;
        this.random = random;
        this.trace = trace;
        this.modes = modes;
    }

    /** Another process runs the bank from now on. */
    void restarted() {
        requested = null;
        isRestarted = true;
    }

    /** Asks for a backup now and then, takes it, and reads the earlier ones again. */
    void turn(Life life, ModelCheck modelCheck) {
        if (isRestarted || random.nextInt(READ_AGAIN_ONE_IN) == 0) {
            isRestarted = false;
            readAgain(modelCheck);
        }
        CompletableFuture<TakenSnapshot> snapshot = requested;
        if (snapshot == null) {
            if (random.nextInt(REQUESTED_ONE_IN) == 0) {
                requested = life.bank().snapshotter().request();
            }
        } else if (snapshot.isDone() && !isCopying && !life.isOver() && random.nextBoolean()) {
            requested = null;
            if (!snapshot.isCompletedExceptionally()) {
                take(life, modelCheck);
            }
        }
    }

    private void take(Life life, ModelCheck modelCheck) {
        trace.add("backup");
        boolean isOwn = random.nextBoolean();
        SimulatedDisk disk = isOwn ? disks.get(0) : another();
        String path = NAME + ++taken;
        long answered = modelCheck.model().position();
        Backup.@Nullable Result result = null;
        isCopying = true;
        try {
            if (isOwn) {
                deleteOldest(life.process());
            }
            Folder folder = parts.folder("backup", SimulatedFolder.open(disk, life.process(), path));
            result = life.bank().backUpInto(folder, Progress.NONE);
        } catch (ProcessDeath death) {
            // The unfinished copy is no backup.
        } catch (IOException | RuntimeException | Error e) {
            judge(e, life, modelCheck);
        } finally {
            isCopying = false;
        }
        if (result == null) {
            disk.root().remove(path);
            return;
        }
        modes.add(Mode.BACKUP);
        List<String> shared = isOwn ? shared(path) : List.of();
        Taken complete = new Taken(path, life.bank().identity(), result, answered, shared);
        if (isOwn) {
            kept.add(complete);
        }
        if (!shared.isEmpty()) {
            modes.add(Mode.BACKUP_LINKED);
        }
        SimulatedDisk afterPowerCut = disk.copy();
        afterPowerCut.cutPower();
        read(afterPowerCut, complete, modelCheck);
    }

    private SimulatedDisk another() {
        SimulatedDisk disk = new SimulatedDisk(random, trace);
        if (random.nextInt(SLOW_ONE_IN) == 0) {
            disk.faults(new DiskFaults(0, 0, 1 + random.nextInt(HANGS_ONE_IN_MAX), false));
        }
        return disk;
    }

    private void judge(Throwable failure, Life life, ModelCheck modelCheck) {
        if (failure instanceof RetentionHolds.Cancelled) {
            if (String.valueOf(failure.getMessage()).contains("full journal")) {
                modes.add(Mode.BACKUP_ENDED);
            }
        } else if (!life.process().hasFailed() && !life.isOver() || failure instanceof JournalDamage) {
            modelCheck.report("a backup failed though nothing did", failure);
        }
    }

    /** Names of the files that a backup shares with the archive. */
    private List<String> shared(String path) {
        SimulatedDisk disk = disks.get(0);
        return disk.find(path + ARCHIVE) instanceof SimulatedTree tree
                ? tree.fileNames().stream()
                        .filter(name -> tree.get(name) == archived(disk, name))
                        .toList()
                : List.of();
    }

    private static @Nullable SimulatedNode archived(SimulatedDisk disk, String name) {
        return disk.find(SettingsSwarm.DATA + ARCHIVE + "/" + name);
    }

    private void deleteOldest(SimulatedProcess process) throws IOException {
        while (kept.size() >= KEPT_MAX) {
            Taken oldest = kept.remove(0);
            SimulatedDirectory directory = new SimulatedDirectory(disks.get(0), process, oldest.path(), Parts.SOUND);
            directory.delete("archive");
            directory.delete("snapshots");
            disks.get(0).root().remove(oldest.path());
        }
    }

    /** Reads those that are on the bank's disk. */
    void readAgain(ModelCheck modelCheck) {
        for (Taken complete : kept) {
            read(disks.get(0), complete, modelCheck);
            boolean isOutlived = complete.shared().stream().anyMatch(name -> archived(disks.get(0), name) == null);
            if (isOutlived) {
                modes.add(Mode.BACKUP_OUTLIVES_ARCHIVE);
            }
        }
    }

    private void read(SimulatedDisk disk, Taken complete, ModelCheck modelCheck) {
        SimulatedProcess reader = new SimulatedProcess(random, trace, modes, ProcessFaults.NONE);
        try {
            new BackupCheck(complete.identity(), complete.result(), modelCheck)
                    .check(new SimulatedFolder(disk, reader, complete.path()), complete.answered());
        } catch (IOException | RuntimeException e) {
            modelCheck.report("a backup that was complete cannot be read", e);
        }
    }
}
