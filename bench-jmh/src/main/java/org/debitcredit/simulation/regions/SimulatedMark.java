package org.debitcredit.simulation.regions;

import java.util.List;
import org.debitcredit.region.SettlementCut;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * From where a region reads the two streams of a pair after a restart, as it is kept on its disk.
 *
 * @param acquirer null for the beginning
 * @param issuer null for the beginning
 */
record SimulatedMark(
        @Nullable LogPosition acquirer,
        @Nullable LogPosition issuer,
        long forgottenMillis,
        List<SettlementCut.Divided> divided) {

    static final SimulatedMark BEGINNING = new SimulatedMark(null, null, SettlementCut.NOTHING_FORGOTTEN, List.of());

    SettlementCut cut() {
        return new SettlementCut(
                acquirer == null ? 0 : acquirer.position(),
                issuer == null ? 0 : issuer.position(),
                forgottenMillis,
                divided);
    }
}
