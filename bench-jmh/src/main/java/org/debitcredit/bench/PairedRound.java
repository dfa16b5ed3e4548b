package org.debitcredit.bench;

import java.time.Duration;

/**
 * One round of the pair: both sides at work on banks of their own, in alternating slices of a second, so that other
 * load on the machine affects both alike.
 *
 * @param engine what the engine did
 * @param jdbc what the plain loop did
 * @param holds whether the invariants held on both
 */
record PairedRound(Figures engine, Figures jdbc, boolean holds) {

    private static final Duration SLICE = Duration.ofSeconds(1);

    /** Runs the sides in turn, for a number of seconds each. */
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

    /** Ratio of transactions per second of CPU time, which other load on the machine hardly changes. */
    double cpuRatio() {
        return engine.perCpuSecond() / jdbc.perCpuSecond();
    }
}
