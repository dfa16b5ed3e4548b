package org.debitcredit.bench;

import java.time.Duration;

/**
 * One round of the pair: both sides at work on banks of their own, in slices of a second by turns, so that whatever
 * else the machine is doing meets both alike.
 *
 * @param engine what the engine did
 * @param jdbc what the plain loop did
 * @param holds whether the invariants held on both
 */
record PairedRound(Figures engine, Figures jdbc, boolean holds) {

    private static final Duration SLICE = Duration.ofSeconds(1);

    /** Lets the sides work by turns, so many seconds each. */
    static PairedRound run(ContenderProcess engine, ContenderProcess jdbc, int seconds) {
        Figures engineSum = Figures.NONE;
        Figures jdbcSum = Figures.NONE;
        for (int second = 0; second < seconds; second++) {
            engineSum = engineSum.plus(engine.runFor(SLICE));
            jdbcSum = jdbcSum.plus(jdbc.runFor(SLICE));
        }
        return new PairedRound(engineSum, jdbcSum, engine.holds() && jdbc.holds());
    }

    double ratio() {
        return engine.perSecond() / jdbc.perSecond();
    }

    /** Of transactions per second of CPU time: little moved by who else uses the machine. */
    double cpuRatio() {
        return engine.perCpuSecond() / jdbc.perCpuSecond();
    }
}
