package org.debitcredit.founding;

import java.util.OptionalLong;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalTail;
import org.jspecify.annotations.Nullable;

/**
 * Compares a journal with the bank's record: it must begin where the record says, and reach everything that it once
 * reached. Without this check, a lost newest epoch, or its lost end, would look like the regular end, and a lost oldest
 * epoch like one that was removed because it was no longer needed.
 *
 * @param record null where none was found
 * @param place of the record, for messages
 */
public record RecordCheck(@Nullable BankRecord record, String place) {

    /**
     * Checks a journal that was read to its end.
     *
     * @param accepted last position after which an operator accepts the loss
     * @return the tail, or what a new epoch continues after a loss that was accepted
     * @throws JournalDamage where something acknowledged may be missing
     */
    public JournalTail check(Epochs epochs, JournalTail tail, OptionalLong accepted) {
        requireNotOlder(tail);
        String lost = lost(epochs, tail);
        if (lost == null) {
            return tail;
        }
        if (accepted.isEmpty() || accepted.getAsLong() != tail.position()) {
            throw JournalDamage.ofEnd("damaged journal: " + lost, tail.position());
        }
        return tail.afterLoss(record == null ? 0 : record.epochNumber());
    }

    /**
     * A bank is being founded until its first epoch is on record, and executes nothing before that.
     *
     * @throws JournalDamage if the journal of a bank that is being founded has transactions, so that the record is an
     *     older one
     */
    public void requireNotOlder(JournalTail tail) {
        String older = older(tail);
        if (older != null) {
            throw new JournalDamage("damaged record: " + older, JournalDamage.UNKNOWN);
        }
    }

    /** Says that the record is from when the bank was being founded, though it has transactions; null if it is not. */
    @Nullable
    public String older(JournalTail tail) {
        boolean hasTransactions = tail.lastBatch() != null || tail.position() > 0;
        return record == null || !record.isFounding() || !hasTransactions
                ? null
                : "according to " + place + " the bank is still being founded, but its journal has transactions "
                        + "through position " + tail.position() + ", so this record is an older one. Put the newest "
                        + "one back. Or remove it: the start then says what may be missing and how to accept that";
    }

    /**
     * The part that is missing at the journal's end according to the record, as a clause for messages; null if nothing
     * is missing.
     */
    @Nullable
    public String lost(Epochs epochs, JournalTail tail) {
        if (epochs.isEmpty()) {
            return record == null || record.isFounding() ? null : "no epoch is left; " + begun(record);
        }
        int newest = epochs.size() - 1;
        if (record == null) {
            return epochs.keyHorizon(newest) == null
                    ? null
                    : place + " is missing or damaged, so it is unknown whether the journal, which ends at position "
                            + tail.position() + ", is complete";
        }
        if (record.isFounding()) {
            return null;
        }
        if (epochs.number(newest) < record.epochNumber()) {
            return "it ends at position " + tail.position() + " with epoch " + epochs.number(newest) + "; "
                    + begun(record);
        }
        int index = epochs.indexOf(record.epoch());
        if (index < 0 && epochs.number(0) <= record.epochNumber()) {
            return "its epoch " + record.epochNumber() + " is not the one that " + place
                    + " names. Is this another journal?";
        }
        boolean isEnd = tail.endedInOrder()
                && tail.sequence() == record.sequence()
                && tail.crc() == record.checksum()
                && tail.epoch().equals(record.epoch());
        if (index == newest && record.isClosed() && !isEnd) {
            return tail.position() == record.position()
                    ? "it ends at position " + tail.position() + " without its end record; according to " + place
                            + " it was closed cleanly there"
                    : "it ends at position " + tail.position() + "; according to " + place
                            + " it was closed cleanly at position " + record.position();
        }
        return null;
    }

    /**
     * The part that is missing before the journal's beginning, as a clause for messages; null if nothing is missing.
     */
    @Nullable
    public String lostBefore(Epochs epochs) {
        long oldest = epochs.isEmpty() ? 0 : epochs.number(0);
        return record != null && record.lacksEpochsBefore(oldest) && !record.isAccepted(oldest)
                ? "it begins with epoch " + oldest + " after position " + epochs.positionBefore(0) + "; according to "
                        + place
                        + " it begins with epoch " + record.oldestEpoch()
                        + ", so keys of transactions before that position are missing. Put the missing files back. Or"
                        + " accept that a request that is repeated under one of them is refused as key-expired"
                : null;
    }

    /**
     * The highest position after which an epoch that is not on record accepted a loss; {@link BankRecord#NONE} for
     * none. A start that ended between the epoch's header and its record leaves such an epoch.
     */
    public long lossAcceptedSince(Epochs epochs) {
        long position = BankRecord.NONE;
        for (int index = 0; index < epochs.size(); index++) {
            boolean isOnRecord = record != null && epochs.number(index) <= record.epochNumber();
            if (!isOnRecord && epochs.lossAccepted(index)) {
                position = Math.max(position, epochs.positionBefore(index));
            }
        }
        return position;
    }

    private String begun(BankRecord known) {
        return "according to " + place + ", epoch " + known.epochNumber() + " " + known.reached();
    }
}
