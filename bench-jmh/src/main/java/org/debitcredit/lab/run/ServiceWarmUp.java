package org.debitcredit.lab.run;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;

/**
 * Loads a service that has just started until its code is compiled: until, in some turns in a row, the compilers take
 * little of the processors, and a transaction takes hardly less of them than before. Otherwise the first steps would
 * measure the compiler.
 *
 * @param turnsMax the most turns: a service with a slow line executes too little to be compiled
 */
record ServiceWarmUp(int turnsMax) {

    /** Turns without a gain, and with quiet compilers, after which it ends. */
    private static final int TURNS_WITHOUT_GAIN = 2;

    /** The compilers still have work if they take more than this part of the busy processors' time. */
    private static final double COMPILERS = 0.05;

    /** A turn has a gain if a transaction takes less than this part of the least time before. */
    private static final double GAIN = 0.9;

    /** Transactions in flight in the first turn. A service whose groups take long executes many only if many wait. */
    private static final int IN_FLIGHT_FIRST = 128;

    private static final int IN_FLIGHT_MAX = 1_024;

    /** How long a transaction may wait in a later turn, far below the time after which a request fails. */
    private static final double WAITED_SECONDS = 1;

    /** After these, a reading of the meters takes half as much of the processors as in the first hundred. */
    static final int METER_READINGS = 500;

    private static final Duration METER_READINGS_MAX = Duration.ofSeconds(10);

    /** One turn of load. */
    @FunctionalInterface
    interface Turn {
        StepCounters counted(Setting setting) throws IOException;
    }

    /**
     * Reads the meters of a service until their page is compiled. Otherwise the first steps would pay for that. A slow
     * service is not read for longer than ten seconds and one reading.
     *
     * @param nanoClock as {@link System#nanoTime}
     */
    static void readMeters(Service service, ProgressLines progress, LongSupplier nanoClock) throws IOException {
        long begun = nanoClock.getAsLong();
        for (int reading = 0;
                reading < METER_READINGS && nanoClock.getAsLong() - begun < METER_READINGS_MAX.toNanos();
                reading++) {
            progress.at("reading the meters until their page is compiled", reading, METER_READINGS);
            service.meters();
        }
    }

    /** Loads it, and returns the number of turns. */
    int run(Setting setting, Turn turn) throws IOException {
        int inFlight = IN_FLIGHT_FIRST;
        double least = Double.POSITIVE_INFINITY;
        int turns = 0;
        for (int without = 0; without < TURNS_WITHOUT_GAIN && turns < turnsMax; turns++) {
            StepCounters counted = turn.counted(busier(setting, inFlight));
            double taken = processorSeconds(counted);
            without = taken < GAIN * least || isCompiling(counted) ? 0 : without + 1;
            least = Math.min(least, taken);
            inFlight = (int) Math.max(inFlight, Math.min(IN_FLIGHT_MAX, WAITED_SECONDS * counted.throughput()));
        }
        return turns;
    }

    /**
     * The same with more transactions in flight.
     *
     * @param inFlight transactions, if the setting has no more
     */
    static Setting busier(Setting setting, int inFlight) {
        return setting.but(draft -> draft.inFlight = Math.max(setting.inFlight(), inFlight / setting.batch()));
    }

    private static boolean isCompiling(StepCounters counters) {
        ResourceUse use = counters.uses().get(Resource.PROCESSORS);
        return use != null && counters.compilerSeconds() > COMPILERS * use.busySeconds();
    }

    /** Processor time of a transaction, seconds; infinite if there was none. */
    private static double processorSeconds(StepCounters counters) {
        Optional<ResourceUse> use = Optional.ofNullable(counters.uses().get(Resource.PROCESSORS));
        return counters.transactions() == 0
                ? Double.POSITIVE_INFINITY
                : use.map(ResourceUse::busySeconds).orElse(0.0) / counters.transactions();
    }
}
