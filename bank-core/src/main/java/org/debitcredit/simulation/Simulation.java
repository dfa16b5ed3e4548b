package org.debitcredit.simulation;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.journal.JournalDamage;
import org.jspecify.annotations.Nullable;

/**
 * The bank's history by seed: several lives of a server on one simulated disk, each ended in order, by a kill or by a
 * power cut, each begun by recovery. The same seed is the same history.
 */
public final class Simulation {

    /** Starts after which the disk is sound, so that every bank comes back in the end. */
    private static final int FAILED_STARTS_MAX = 3;

    private final long seed;
    private final SplittableRandom random;
    private final Trace trace = new Trace();
    private final Terms terms;
    private final SimulatedDisk disk;
    private final Clients clients;
    private final Judge judge;
    private final Parts parts;

    private int starts;
    private int powerCuts;
    private int kills;
    private int bitFlips;
    private int snapshots;

    /**
     * What a seed's history was.
     *
     * @param transactions decided and kept
     * @param starts how often the bank was recovered, or began to be
     * @param snapshots published
     * @param traceHash checksum of everything that happened: equal for equal histories
     * @param violation what the bank did wrong; null when nothing
     * @param lastOperations what happened last, for people
     */
    public record Result(
            long seed,
            long transactions,
            int starts,
            int powerCuts,
            int kills,
            int bitFlips,
            int snapshots,
            long traceHash,
            @Nullable String violation,
            List<String> lastOperations) {}

    private Simulation(long seed, Parts parts) {
        this.seed = seed;
        this.parts = parts;
        random = new SplittableRandom(seed);
        terms = new Terms(random.split());
        disk = new SimulatedDisk(random.split(), trace);
        clients = new Clients(random.split(), terms);
        judge = new Judge(
                new ModelBank(Terms.SCALE, terms.settings.keyWindow(), Terms.KEY_AHEAD_MILLIS_MAX),
                trace,
                parts.failOpenly());
    }

    /** Plays the history of a seed. */
    public static Result run(long seed) {
        return run(seed, Parts.SOUND);
    }

    static Result run(long seed, Parts parts) {
        return new Simulation(seed, parts).play();
    }

    private Result play() {
        @Nullable String violation = null;
        try {
            for (int life = 0; life < terms.lives; life++) {
                live(life == terms.lives - 1);
            }
        } catch (Violation found) {
            violation = String.valueOf(found.getMessage());
        }
        return new Result(
                seed,
                judge.model().position(),
                starts,
                powerCuts,
                kills,
                bitFlips,
                snapshots,
                trace.hash(),
                violation,
                violation == null ? List.of() : trace.last());
    }

    private void live(boolean isLast) {
        Life life = start();
        if (random.nextInt(5) > 0 || isLast) {
            for (int steps = random.nextInt(100); steps > 0 && !life.isOver(); steps--) {
                life.step();
                judge.requireNone();
            }
        }
        judge.requireNone();
        snapshots += life.snapshots();
        if (!life.isOver() && random.nextInt(4) == 0) {
            stop(life);
        }
        end();
        if (isLast) {
            Audit.of(start().media(), terms, judge);
            judge.requireNone();
        } else if (!judge.isInDoubt() && !disk.hasLostPages() && random.nextInt(2) == 0) {
            new BitFlip(disk, terms, clients, judge, random, parts, trace).play();
            bitFlips++;
            judge.requireNone();
        }
    }

    /** The process is gone, whatever it was about. */
    private void end() {
        disk.kill();
        if (random.nextInt(2) == 0) {
            disk.cutPower();
            powerCuts++;
        } else {
            trace.add("kill");
            kills++;
        }
    }

    private void stop(Life life) {
        trace.add("stop");
        try {
            life.stop();
        } catch (ProcessDeath death) {
            return;
        } catch (IOException e) {
            if (!disk.hasFailed()) {
                judge.report("closing failed though nothing did", e);
            }
        }
        judge.requireNone();
    }

    /** Starts the bank until it is ready. */
    private Life start() {
        for (int attempt = 0; ; attempt++) {
            DiskFaults faults = attempt < FAILED_STARTS_MAX ? DiskFaults.draw(random) : DiskFaults.NONE;
            starts++;
            trace.add("start");
            try {
                Life life = new Life(disk, faults, terms, clients, judge, random, parts, false);
                judge.recovered(life.bank(), clients.keysToLookUp(), terms.clockMicros());
                judge.requireNone();
                life.begin();
                return life;
            } catch (ProcessDeath death) {
                end();
            } catch (JournalDamage | IllegalStateException refusal) {
                throw new Violation("the bank refuses to start though nothing was damaged: " + refusal, refusal);
            } catch (IOException e) {
                if (!disk.hasFailed()) {
                    throw new Violation("the bank cannot start though nothing failed: " + e, e);
                }
                end();
            }
        }
    }
}
