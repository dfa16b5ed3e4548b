package org.debitcredit.journal;

import java.io.IOException;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Beginning and end of a journal, found by reading all of it. This is enough to decide whether another journal is the
 * same, a beginning of it, or a different one. End records are not considered.
 *
 * @param tail where it ends
 * @param beginsAfter position that its oldest epoch continues
 * @param end its last log position
 * @param beforeEnd the one before it; the same when there is only one
 */
public record JournalEnd(JournalTail tail, long beginsAfter, LogPosition end, LogPosition beforeEnd) {

    /**
     * Reads a journal.
     *
     * @throws JournalDamage if something acknowledged may be missing or changed
     */
    public static JournalEnd of(JournalSource journal) throws IOException {
        Epochs epochs = Epochs.of(journal);
        LastTwo logPositions = new LastTwo();
        JournalTail tail = JournalReader.read(journal, epochs, 0, logPositions);
        return new JournalEnd(
                tail, epochs.isEmpty() ? 0 : epochs.positionBefore(0), logPositions.last, logPositions.before);
    }

    /** The bank; null when the journal holds nothing. */
    public @Nullable BankIdentity identity() {
        return tail.identity();
    }

    /** Whether the journal holds nothing. */
    public boolean isEmpty() {
        return tail.identity() == null;
    }

    /** Whether a journal passes through a log position. */
    public static boolean isIn(JournalSource journal, LogPosition logPosition) throws IOException {
        Search search = new Search(logPosition);
        JournalReader.read(journal, search);
        return search.found;
    }

    /**
     * Whether the beginning of the next epoch makes this journal equal to a longer one. It does if both end at the same
     * document, or if this one lacks only the last batch, which the next epoch repeats.
     */
    public boolean isHealedBehind(JournalEnd longer) {
        JournalTail there = longer.tail;
        if (tail.lastEpochNumber() > there.lastEpochNumber() || !tail.epoch().equals(there.epoch())) {
            return false;
        }
        boolean same = tail.sequence() == there.sequence() && tail.crc() == there.crc();
        boolean lacksOneBatch = tail.sequence() + 1 == there.sequence()
                && tail.crc() == longer.beforeEnd.chainChecksum()
                && there.crc() == longer.end.chainChecksum()
                && end.position() < longer.end.position();
        return same || lacksOneBatch;
    }

    private static final class LastTwo implements JournalReader.BatchVisitor {
        private LogPosition last = LogPosition.founding(LogPosition.NO_EPOCH);
        private LogPosition before = last;

        @Override
        public void batch(TransactionBatch batch, LogPosition logPosition) {
            before = last;
            last = logPosition;
        }

        @Override
        public void epochBegins(LogPosition logPosition) {
            before = last;
            last = logPosition;
        }
    }

    private static final class Search implements JournalReader.BatchVisitor {
        private final LogPosition sought;
        private boolean found;

        Search(LogPosition sought) {
            this.sought = sought;
        }

        @Override
        public void batch(TransactionBatch batch, LogPosition logPosition) {
            found |= logPosition.equals(sought);
        }

        @Override
        public void epochBegins(LogPosition logPosition) {
            found |= logPosition.equals(sought);
        }
    }
}
