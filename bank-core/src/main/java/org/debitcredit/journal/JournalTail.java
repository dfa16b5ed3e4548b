package org.debitcredit.journal;

import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Where a journal ends, as found by reading it: the point to which the next epoch is chained.
 *
 * @param identity the bank it belongs to; null when the journal is empty
 * @param lastEpochNumber number of the last epoch, complete or not; 0 when there is none
 * @param epoch id of the last complete epoch
 * @param sequence of its last valid document
 * @param position of the last transaction
 * @param crc checksum of the last valid document
 * @param timestampMicros the latest of the writer's times in what was read, microseconds since 1970 UTC; 0 if nothing
 *     was read
 * @param lastBatch the last batch of all, which the next epoch repeats; null when there is none
 * @param endedInOrder whether the last epoch has its end record
 * @param documentsCut incomplete documents at the end, which are cut off: they are unacknowledged, or damaged
 * @param lossAccepted whether everything after it is damaged or lost, and an operator accepted that
 * @param takesReferences whether an epoch that was read {@linkplain EpochHeader#TAKES_REFERENCES takes references}
 */
public record JournalTail(
        @Nullable BankIdentity identity,
        long lastEpochNumber,
        UUID epoch,
        long sequence,
        long position,
        int crc,
        long timestampMicros,
        @Nullable TransactionBatch lastBatch,
        boolean endedInOrder,
        int documentsCut,
        boolean lossAccepted,
        boolean takesReferences) {

    /**
     * The tail that a new lineage continues. It has no journal, but its bank is at a position of another history, whose
     * transactions may have references.
     *
     * @param position of the last transaction before
     */
    public static JournalTail newLineage(BankIdentity identity, long position) {
        return new JournalTail(identity, 0, LogPosition.NO_EPOCH, 0, position, 0, 0, null, true, 0, false, true);
    }

    /**
     * The same tail, after which an operator has accepted a loss.
     *
     * @param epochNumber of the newest epoch that there ever was
     */
    public JournalTail afterLoss(long epochNumber) {
        return new JournalTail(
                identity,
                Math.max(lastEpochNumber, epochNumber),
                epoch,
                sequence,
                position,
                crc,
                timestampMicros,
                lastBatch,
                endedInOrder,
                documentsCut,
                true,
                takesReferences);
    }
}
