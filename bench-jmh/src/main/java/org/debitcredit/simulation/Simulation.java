package org.debitcredit.simulation;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.recovery.BankFounding;
import org.debitcredit.settings.BankSettings;
import org.jspecify.annotations.Nullable;

/**
 * The bank's history for a seed: several runs of a server on simulated disks. Each begins with recovery under its own
 * settings, and ends with a clean stop, a kill or a power cut. The same seed always gives the same history.
 */
public final class Simulation {

    /** Number of failed starts after which disks and processes are sound, so that every bank recovers in the end. */
    private static final int FAILED_STARTS_MAX = 3;

    private static final int DISPOSSESSION_TURNS_MAX = 20;

    private final long seed;
    private final SplittableRandom random;
    private final Trace trace = new Trace();
    private final Set<Mode> modes = EnumSet.noneOf(Mode.class);
    private final World world;
    private final SettingsSwarm swarm;

    private boolean isMirrored;
    /** Whether both copies contain everything and no process has started since. */
    private boolean isAgreed;

    private BankSettings settings;
    /** The disks as they were some lives ago. */
    private @Nullable World earlier;

    private boolean isSound;
    private boolean isFounded;
    private int foundings;
    private int starts;
    private int powerCuts;
    private int kills;
    private int snapshots;

    /**
     * The result of a seed's history.
     *
     * @param transactions decided and kept
     * @param starts how often the bank was recovered, or began to be
     * @param snapshots published
     * @param modes situations that occurred
     * @param traceHash checksum of everything that happened: equal for equal histories
     * @param violation the bank's violation; null if there is none
     * @param lastOperations the last operations, for people
     */
    public record Result(
            long seed,
            long transactions,
            int starts,
            int powerCuts,
            int kills,
            int snapshots,
            Set<Mode> modes,
            long traceHash,
            @Nullable String violation,
            List<String> lastOperations) {}

    private Simulation(long seed, Parts parts) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        Terms terms = new Terms(random.split());
        List<SimulatedDisk> disks =
                List.of(new SimulatedDisk(random.split(), trace), new SimulatedDisk(random.split(), trace));
        world = new World(
                disks,
                terms,
                new Clients(random.split(), terms),
                new ModelCheck(trace, modes),
                random,
                parts,
                trace,
                modes,
                new Companions(seed, terms, disks, parts, trace, modes));
        swarm = new SettingsSwarm(random.split(), terms, modes);
        isMirrored = random.nextInt(4) == 0;
        settings = swarm.draw(isMirrored, false);
    }

    /** Plays the history of a seed. */
    public static Result run(long seed) {
        return run(seed, Parts.SOUND);
    }

    static Result run(long seed, Parts parts) {
        return new Simulation(seed, parts).play();
    }

    /** What the history of a seed leaves, which must be without a violation. */
    static World leftBy(long seed) {
        Simulation simulation = new Simulation(seed, Parts.SOUND);
        String violation = simulation.play().violation();
        if (violation != null) {
            throw new Violation(violation);
        }
        return simulation.world;
    }

    private Result play() {
        @Nullable String violation = null;
        try {
            found();
            // Whatever reads the largest group takes long: no life begins after the one that had it.
            for (int life = 0; life < world.terms().lives && !modes.contains(Mode.LARGEST_GROUP); life++) {
                live();
            }
            requireLiveness();
        } catch (Violation found) {
            violation = String.valueOf(found.getMessage());
        }
        return new Result(
                seed,
                world.modelCheck().model().position(),
                starts,
                powerCuts,
                kills,
                snapshots,
                Set.copyOf(modes),
                trace.hash(),
                violation,
                violation == null ? List.of() : trace.last());
    }

    private void live() {
        Life life = start();
        Life last = life;
        int dispossessedAt = random.nextInt(8) == 0 ? random.nextInt(60) : -1;
        if (random.nextInt(5) > 0) {
            for (int steps = random.nextInt(100); steps > 0 && !last.isOver() && !isAtLargest(); steps--) {
                if (steps == dispossessedAt) {
                    last = dispossess(last);
                }
                last.step();
                world.modelCheck().requireNone();
            }
        }
        snapshots += last.snapshots();
        if (!last.process().isDead() && (last.isOver() || random.nextInt(4) == 0)) {
            stop(last);
        }
        isAgreed = isMirrored && !last.process().hasFailed();
        end(last.process());
        last.died();
        world.modelCheck().requireNone();
        if (!world.modelCheck().isInDoubt() && !world.hasLostPages() && !modes.contains(Mode.LARGEST_GROUP)) {
            handleCopies();
        }
    }

    private boolean isAtLargest() {
        return modes.contains(Mode.LARGEST_GROUP) && random.nextInt(3) == 0;
    }

    /** Takes the files away from a running bank; returns the process that has them afterwards. */
    private Life dispossess(Life first) {
        Dispossession dispossession = new Dispossession(world, first);
        if (!isMirrored && random.nextBoolean()) {
            dispossession.moveAway();
            return first;
        }
        BankSettings others = swarm.draw(isMirrored, !isMirrored);
        Life[] second = new Life[1];
        Runnable act = () -> {
            world.modelCheck().model().keys().start(others.keyWindow());
            starts++;
            second[0] = dispossession.deleteLock(others, world.process(ProcessFaults.NONE));
            if (second[0] != null) {
                settings = others;
                world.modelCheck()
                        .recovered(
                                second[0].bank(),
                                second[0].files(),
                                world.clients().keysToLookUp());
                second[0].begin();
            }
        };
        if (random.nextBoolean()) {
            first.inForce(act);
            for (int turn = 0; turn < DISPOSSESSION_TURNS_MAX && second[0] == null && !first.isOver(); turn++) {
                first.step();
                world.modelCheck().requireNone();
            }
            first.inForce(null);
        } else {
            act.run();
        }
        world.modelCheck().requireNone();
        if (second[0] == null) {
            return first;
        }
        dispossession.together(second[0]);
        first.process().kill();
        first.died();
        world.modelCheck().requireNone();
        return second[0];
    }

    /** What somebody does to copies of the disks while no process runs. */
    private void handleCopies() {
        if (random.nextInt(2) == 0) {
            new BitFlip(world, settings, isAgreed).play();
        }
        World before = earlier;
        if (before != null && random.nextInt(2) == 0) {
            new OperatorsHand(world, settings, before, isAgreed).play();
        }
        world.modelCheck().requireNone();
        if (before == null || random.nextInt(2) == 0) {
            earlier = world.copy();
        }
    }

    /** After the last fault the bank is in service: it starts, serves, stops, and is ready again with everything. */
    private void requireLiveness() {
        modes.add(Mode.LIVENESS);
        isSound = true;
        Companions companions = world.companions();
        if (companions != null) {
            companions.sound();
        }
        world.terms().clock.correct();
        Life life = start();
        Audit.of(life.files(), world.terms(), world.modelCheck());
        world.modelCheck().requireNone();
        Liveness liveness = new Liveness(life, world);
        liveness.require();
        if (companions != null) {
            companions.requireCaughtUp(life, world.modelCheck());
            world.modelCheck().requireNone();
        }
        liveness.requireStop();
        Life again = start();
        if (!again.bank().recovered().endedInOrder()) {
            throw new Violation("a bank that was stopped cleanly is reported as not stopped cleanly");
        }
        new Liveness(again, world).requireStop();
    }

    private void stop(Life life) {
        trace.add("stop");
        modes.add(Mode.ORDERLY_STOP);
        try {
            life.stop();
        } catch (ProcessDeath death) {
            return;
        } catch (IOException | RuntimeException | Error e) {
            if (!life.process().hasFailed()) {
                world.modelCheck().report("closing failed without a fault", e);
            }
        }
        world.modelCheck().requireNone();
    }

    /** The process dies, whatever it was doing. */
    private void end(SimulatedProcess process) {
        process.kill();
        if (random.nextInt(2) == 0) {
            world.disks().forEach(SimulatedDisk::cutPower);
            powerCuts++;
        } else {
            trace.add("kill");
            kills++;
        }
    }

    /** Founds the bank. If a founding was interrupted, only a start shows whether it was complete. */
    private void found() {
        while (true) {
            SimulatedProcess process = process(foundings++);
            trace.add("found");
            try {
                BankFounding.found(settings, world.media(process), null, Progress.NONE);
                isFounded = true;
                end(process);
                return;
            } catch (FoundingRefused refusal) {
                if (foundings == 1) {
                    throw new Violation("no bank can be founded where there is none: " + refusal, refusal);
                }
                return;
            } catch (IOException | RuntimeException | Error e) {
                if (!process.hasFailed()) {
                    throw new Violation("no bank can be founded, without a fault: " + e, e);
                }
                end(process);
            }
        }
    }

    /** Starts the bank until it is ready. */
    private Life start() {
        for (int attempt = 0; ; attempt++) {
            SimulatedProcess process = process(attempt);
            settings();
            isAgreed = false;
            world.modelCheck().model().keys().start(settings.keyWindow());
            starts++;
            trace.add(
                    "start",
                    "window, group",
                    settings.keyWindow(),
                    settings.engine().groupMax());
            try {
                Life life = new Life(world, settings, process, false);
                world.modelCheck()
                        .recovered(life.bank(), life.files(), world.clients().keysToLookUp());
                world.modelCheck().requireNone();
                isFounded = true;
                life.begin();
                return life;
            } catch (Violation found) {
                throw found;
            } catch (FoundingRefused refusal) {
                if (isFounded) {
                    throw new Violation("the bank was not found: " + refusal, refusal);
                }
                found();
            } catch (IOException | RuntimeException | Error e) {
                if (!process.hasFailed()) {
                    throw new Violation("the bank does not start, without a fault: " + e, e);
                }
                end(process);
            }
        }
    }

    /** A new process, and what goes wrong from now on: nothing any more after some attempts. */
    private SimulatedProcess process(int attempt) {
        world.terms().clock.tick();
        boolean isWhole = isSound || attempt >= FAILED_STARTS_MAX;
        for (SimulatedDisk disk : world.disks()) {
            disk.faults(isWhole ? DiskFaults.NONE : DiskFaults.draw(random));
        }
        return world.process(isWhole ? ProcessFaults.NONE : ProcessFaults.draw(random));
    }

    /** Settings of the next start; the mirror is left out only while both copies are complete. */
    private void settings() {
        BankSettings before = settings;
        if (!world.terms().keepsHistory && random.nextInt(8) == 0 && (!isMirrored || isAgreed)) {
            if (isMirrored) {
                requireRefusedAlone();
            }
            isMirrored = !isMirrored;
        }
        settings = swarm.draw(isMirrored, !isMirrored);
        if (isMirrored) {
            modes.add(Mode.MIRROR);
        }
        if (before.keyWindow() != settings.keyWindow()) {
            modes.add(Mode.WINDOW_CHANGED);
        }
    }

    /** One copy of a mirrored bank may be old: it does not start by itself. */
    private void requireRefusedAlone() {
        World copy = world.copy();
        try {
            new Life(copy, swarm.draw(false, false), copy.process(ProcessFaults.NONE), false);
            world.modelCheck().report("one copy of a mirrored bank started alone without --accept-lone-copy", null);
        } catch (MirrorRefused refusal) {
            modes.add(Mode.REFUSED_START);
        } catch (IOException e) {
            world.modelCheck().report("one copy of a mirrored bank cannot be read", e);
        }
        world.modelCheck().requireNone();
    }
}
