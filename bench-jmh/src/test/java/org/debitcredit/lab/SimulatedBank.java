package org.debitcredit.lab;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * A bank under load as a simulation of events, which knows no formula of the lab: clients, a line, event loops that
 * need processors, and a writer that takes whoever waits, has page faults, works, waits for its database, forces, and
 * answers.
 */
final class SimulatedBank {

    private final SimulatedBankParameters bank;
    private final SplittableRandom random;
    private final SimulatedTime time = new SimulatedTime();
    private final SimulatedTime.Servers line = time.new Servers(1);
    private final SimulatedTime.Servers disk = time.new Servers(1);
    private final SimulatedTime.Servers processors;
    private final SimulatedTime.Servers loops;
    private final Queue<Double> waiting = new ArrayDeque<>();
    private boolean isWriting;

    private double writerSeconds;
    private double loopSeconds;
    private double forceSeconds;
    private double databaseSeconds;
    private double stalledSeconds;
    private double responseSeconds;
    private long forces;
    private long answers;

    private SimulatedBank(SimulatedBankParameters bank, SplittableRandom random) {
        this.bank = bank;
        this.random = random;
        processors = time.new Servers(bank.processors);
        loops = time.new Servers(bank.loops);
    }

    /** A step of load, counted after a warm-up. */
    static StepCounters step(
            SimulatedBankParameters parameters, int inFlight, double seconds, SplittableRandom random) {
        SimulatedBank bank = new SimulatedBank(parameters, random);
        for (int client = 0; client < inFlight; client++) {
            bank.think();
        }
        bank.time.runUntil(seconds / 5);
        Counted before = bank.counted();
        bank.time.runUntil(seconds / 5 + seconds);
        return bank.counters(inFlight, seconds, before, bank.counted());
    }

    private void think() {
        time.after(exponential(bank.thinkSeconds), () -> send(time.now()));
    }

    private void send(double began) {
        line.serve(
                spread(bank.lineSeconds / 2),
                () -> loop(() -> {
                    waiting.add(began);
                    write();
                }));
    }

    /** A turn of an event loop, which waits for a processor. */
    private void loop(Runnable done) {
        double work = spread(bank.loopSeconds / 2);
        loops.acquire(() -> processors.serve(work, () -> {
            loopSeconds += work;
            loops.release();
            done.run();
        }));
    }

    private void write() {
        if (isWriting || waiting.isEmpty()) {
            return;
        }
        isWriting = true;
        List<Double> group = new ArrayList<>();
        double work = spread(bank.writerGroupSeconds);
        int faults = 0;
        while (!waiting.isEmpty() && group.size() < bank.groupMax) {
            group.add(waiting.remove());
            work += spread(bank.writerSeconds);
            faults += whole(bank.faults);
        }
        fault(faults, time.now(), work, group);
    }

    private void fault(int left, double began, double work, List<Double> group) {
        if (left > 0) {
            disk.serve(spread(bank.accessSeconds), () -> fault(left - 1, began, work, group));
            return;
        }
        stalledSeconds += time.now() - began;
        processors.serve(work, () -> {
            writerSeconds += work;
            askDatabase(group);
        });
    }

    private void askDatabase(List<Double> group) {
        double seconds = spread(bank.databaseSeconds) + exponential(bank.lockSeconds);
        time.after(seconds, () -> {
            databaseSeconds += seconds;
            force(group);
        });
    }

    private void force(List<Double> group) {
        double began = time.now();
        double seconds = 0.8 * bank.forceSeconds + exponential(0.2 * bank.forceSeconds);
        // The thread that waited for the disk needs a processor to go on, and counts the waiting for it as the force.
        time.after(
                seconds,
                () -> processors.serve(1e-6, () -> {
                    forceSeconds += time.now() - began;
                    forces++;
                    isWriting = false;
                    group.forEach(this::answer);
                    write();
                }));
    }

    private void answer(double began) {
        loop(() -> line.serve(spread(bank.lineSeconds / 2), () -> {
            answers++;
            responseSeconds += time.now() - began;
            think();
        }));
    }

    private double exponential(double mean) {
        return -Math.log(1 - random.nextDouble()) * mean;
    }

    private double spread(double mean) {
        return mean * random.nextDouble(0.5, 1.5);
    }

    private int whole(double mean) {
        int least = (int) mean;
        return least + (random.nextDouble() < mean - least ? 1 : 0);
    }

    private record Counted(
            Map<Resource, Double> busy, long accesses, double stalled, double response, long forces, long answers) {}

    private Counted counted() {
        Map<Resource, Double> busy = new EnumMap<>(Resource.class);
        busy.put(Resource.LINE, line.busySeconds());
        busy.put(Resource.PROCESSORS, processors.busySeconds());
        busy.put(Resource.EVENT_LOOPS, loopSeconds);
        busy.put(Resource.WRITER, writerSeconds);
        busy.put(Resource.FORCE, forceSeconds);
        busy.put(Resource.DATABASE, databaseSeconds);
        busy.put(Resource.DISK, disk.busySeconds());
        return new Counted(busy, disk.visits(), stalledSeconds, responseSeconds, forces, answers);
    }

    private StepCounters counters(int inFlight, double seconds, Counted before, Counted after) {
        Map<Resource, ResourceUse> uses = new EnumMap<>(Resource.class);
        long accesses = after.accesses() - before.accesses();
        double probedForce = bank.forceSeconds * 1e9;
        for (Map.Entry<Resource, Double> counted : after.busy().entrySet()) {
            double busy = counted.getValue() - before.busy().getOrDefault(counted.getKey(), 0.0);
            uses.put(
                    counted.getKey(),
                    switch (counted.getKey()) {
                        case PROCESSORS -> ResourceUse.of(bank.processors, busy);
                        case EVENT_LOOPS -> ResourceUse.of(bank.loops, busy);
                        case FORCE ->
                            ResourceUse.of(1, busy, after.forces() - before.forces())
                                    .probed(probedForce);
                        case DISK -> ResourceUse.of(1, busy, accesses).probed(bank.accessSeconds * 1e9);
                        default -> ResourceUse.of(1, busy);
                    });
        }
        long transactions = after.answers() - before.answers();
        return new StepCounters(
                inFlight + " in flight",
                seconds,
                transactions,
                (after.response() - before.response()) / Math.max(1, transactions),
                inFlight,
                bank.thinkSeconds,
                bank.groupMax,
                0,
                uses,
                new MemoryUse(accesses, accesses * bank.accessSeconds, 0, after.stalled() - before.stalled()),
                StepCounters.ENGINE);
    }
}
