package org.debitcredit.simulation;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.debitcredit.settings.BankSettings;
import org.jspecify.annotations.Nullable;

/**
 * Takes the files away from a running bank: deletes its lock and starts a second process, moves its directory away, or
 * puts another bank's directory in its place. The running process must acknowledge nothing any more. The second one
 * must lose nothing, whatever the first still does.
 */
final class Dispossession {

    private static final String DATA = SettingsSwarm.DATA.toString();
    private static final String MOVED = DATA + ".moved";
    private static final int TURNS_MAX = 12;

    private final World world;
    private final Life first;
    private final RandomGenerator random;

    Dispossession(World world, Life first) {
        this.world = world;
        this.first = first;
        this.random = world.random();
    }

    /**
     * Deletes the lock on every disk, and starts another process.
     *
     * @return the second life; null where its start has failed
     */
    @Nullable
    Life deleteLock(BankSettings settings, SimulatedProcess process) {
        world.trace().add("lock deleted");
        for (SimulatedDisk disk : world.disks()) {
            for (String path : disk.paths()) {
                if (path.endsWith("/journal/lock") && disk.find(parent(path)) instanceof SimulatedTree tree) {
                    tree.remove("lock");
                }
            }
        }
        world.terms().clock.passTakeover();
        first.process().failed(Mode.LOCK_DELETED);
        if (random.nextBoolean()) {
            // The first one still finds its lock gone before anybody else comes.
            first.dispossessed(false);
            turns(first, random.nextInt(3));
        }
        first.waiting().forEach(world.modelCheck()::inDoubt);
        Life second = null;
        try {
            second = new Life(world, settings, process, false);
            world.modes().add(Mode.TWO_PROCESSES);
        } catch (IOException | RuntimeException | Error e) {
            if (!process.hasFailed()) {
                world.modelCheck().report("a second process does not start although the lock is gone", e);
            }
            process.kill();
        }
        first.dispossessed(second != null);
        return second;
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    /** Both work for a while; then the first one is killed. */
    void together(Life second) {
        for (int turn = random.nextInt(TURNS_MAX); turn > 0; turn--) {
            turns(random.nextInt(3) == 0 ? second : first, 1);
        }
    }

    /**
     * Moves the directory away, perhaps with another bank's in its place, and back once the bank has come to its end.
     */
    void moveAway() {
        world.trace().add("moved away");
        SimulatedTree root = world.disks().get(0).root();
        root.rename(DATA, MOVED);
        if (random.nextBoolean()) {
            root.add(DATA, AnotherBank.directory());
        }
        world.terms().clock.passTakeover();
        first.process().failed(Mode.LOCK_DELETED);
        first.dispossessed(false);
        turns(first, 1 + random.nextInt(TURNS_MAX));
        first.process().kill();
        first.died();
        root.remove(DATA);
        root.rename(MOVED, DATA);
        root.force();
    }

    private void turns(Life life, int turns) {
        for (int turn = 0; turn < turns && !life.process().isDead(); turn++) {
            life.step();
            world.modelCheck().requireNone();
        }
    }
}
