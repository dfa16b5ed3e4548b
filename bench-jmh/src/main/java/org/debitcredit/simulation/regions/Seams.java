package org.debitcredit.simulation.regions;

import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import org.debitcredit.region.ClearingBank;
import org.debitcredit.region.Settlement;
import org.debitcredit.region.SettlementCut;

/** Where a test puts a faulty part in place of a sound one, to check that the fault is found. */
interface Seams {

    /** Every part as it is. */
    Seams SOUND = new Seams() {};

    default ClearingBank.Own own(ClearingBank.Own sound, int region) {
        return sound;
    }

    /** @param issuerPosition the latest position of the issuer, which no acquirer can know */
    default ClearingBank.Remote remote(ClearingBank.Remote sound, LongSupplier issuerPosition, RandomGenerator random) {
        return sound;
    }

    /** From where the streams are read after a restart. */
    default SettlementCut mark(Settlement settlement, LongUnaryOperator acquirerFloor, LongUnaryOperator issuerFloor) {
        return settlement.cut(acquirerFloor, issuerFloor);
    }

    /** Whether a follower loses the portion that it has just read. */
    default boolean losesPortion(boolean isFirstAfterStart) {
        return false;
    }

    /** What headquarters take for in transit at a day cut. */
    default long inTransitMinor(long byMatchedHalvesMinor) {
        return byMatchedHalvesMinor;
    }
}
