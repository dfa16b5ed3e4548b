package org.debitcredit.journal;

import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Where a journal ends, as found by reading it: what the next epoch is chained to.
 *
 * @param identity the bank it belongs to; null when the journal is empty
 * @param lastEpochNumber number of the last epoch directory, complete or not; 0 when there is none
 * @param epoch id of the last complete epoch
 * @param sequence of its last valid document
 * @param position of the last transaction
 * @param crc checksum of the last valid document
 * @param timestampMicros the writer's time of the last valid document
 * @param lastBatch the last batch of all, which the next epoch repeats; null when there is none
 * @param endedInOrder whether the last epoch has its end record
 * @param documentsCut documents at the end that were not whole, and are cut off: unacknowledged, or damaged
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
        int documentsCut) {

    /** The tail of a journal that holds nothing. */
    static JournalTail empty(long lastEpochNumber) {
        return new JournalTail(null, lastEpochNumber, Mark.NO_EPOCH, 0, 0, 0, 0, null, true, 0);
    }
}
