package org.debitcredit.laboratory;

import org.debitcredit.streams.StreamResult;
import org.debitcredit.streams.StreamSettings;

/**
 * The result of a bench, and its conditions.
 *
 * @param settings of the streams
 * @param isDurable whether the journal is on a disk
 * @param sumsHold whether the bank's four sums were equal at the end
 * @param isInProcess whether the bank was in this process; else the machine's figures are of the streams alone, and the
 *     longest force is not known
 */
record BenchFigures(
        StreamSettings settings,
        StreamResult result,
        String ledger,
        String journal,
        long accounts,
        boolean isDurable,
        boolean sumsHold,
        boolean isInProcess) {}
