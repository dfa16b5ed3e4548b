package org.debitcredit.lab.run;

import java.io.IOException;
import java.util.Optional;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;

/**
 * Loads a service that has just started until its code is compiled: until some turns in a row save hardly any processor
 * time of a transaction. Otherwise the first steps would measure the compiler, and the line through the steps would
 * predict a limit of the processors that a warm service does not have.
 *
 * @param turnsMax the most turns: a service with a slow line executes too little to be compiled
 */
record ServiceWarmUp(int turnsMax) {

    /** Turns without a gain after which it ends. */
    private static final int TURNS_WITHOUT_GAIN = 2;

    /** A turn has a gain if a transaction takes less than this part of the least time before. */
    private static final double GAIN = 0.9;

    /** Transactions in flight. A service whose groups take long executes many only if many share a group. */
    private static final int IN_FLIGHT = 1_024;

    /** The same before a slow line, on which as many would wait for longer than a turn. */
    private static final int IN_FLIGHT_ON_LINE = 128;

    /** One turn of load. */
    @FunctionalInterface
    interface Turn {
        StepCounters counted(Setting setting) throws IOException;
    }

    /** Loads it, and returns the number of turns. */
    int run(Setting setting, Turn turn) throws IOException {
        Setting busy = busier(setting);
        double least = Double.POSITIVE_INFINITY;
        int turns = 0;
        for (int without = 0; without < TURNS_WITHOUT_GAIN && turns < turnsMax; turns++) {
            double taken = processorSeconds(turn.counted(busy));
            without = taken < GAIN * least ? 0 : without + 1;
            least = Math.min(least, taken);
        }
        return turns;
    }

    /** The same with more in flight, but with no more transactions than it may have to hold anyway. */
    static Setting busier(Setting setting) {
        int inFlight = setting.lineBytesPerSecond() > 0 ? IN_FLIGHT_ON_LINE : IN_FLIGHT;
        return setting.but(draft -> draft.inFlight = Math.max(setting.inFlight(), inFlight / setting.batch()));
    }

    /** Processor time of a transaction, seconds; infinite if there was none. */
    private static double processorSeconds(StepCounters counters) {
        Optional<ResourceUse> use = Optional.ofNullable(counters.uses().get(Resource.PROCESSORS));
        return counters.transactions() == 0
                ? Double.POSITIVE_INFINITY
                : use.map(ResourceUse::busySeconds).orElse(0.0) / counters.transactions();
    }
}
