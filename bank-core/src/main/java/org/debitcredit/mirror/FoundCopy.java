package org.debitcredit.mirror;

import java.io.IOException;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.journal.JournalEnd;
import org.debitcredit.journal.JournalSource;
import org.jspecify.annotations.Nullable;

/**
 * One of the two copies as a start finds it.
 *
 * @param place its directory, for messages
 * @param record its record of the other copy; null if it has no intact record
 * @param contents its journal, with beginning and end; null if it is damaged
 * @param damage the reason why it is damaged; null if it is intact
 */
public record FoundCopy(
        String place,
        @Nullable MirrorRecord record,
        @Nullable Contents contents,
        @Nullable String damage) {

    /** A journal that was read from its beginning to its end. */
    public record Contents(JournalSource journal, JournalEnd end) {}

    /**
     * The copy as an operator would accept it.
     *
     * @throws IllegalStateException if it is damaged
     */
    public LoneCopy lone() {
        if (contents == null) {
            throw new IllegalStateException(place + " is damaged: " + damage);
        }
        return LoneCopy.of(record, contents.end().tail());
    }

    /** The bank that its journal or its record belongs to; null if neither names one. */
    @Nullable
    UUID bank() {
        BankIdentity identity = contents == null ? null : contents.end().identity();
        if (identity != null) {
            return identity.id();
        }
        return record == null || record.bank().equals(MirrorRecord.NOT_FOUNDED) ? null : record.bank();
    }

    /** Whether the bank may have continued on it alone. */
    boolean isAlone() {
        return record != null && !record.isDuplex();
    }

    /** The generation in the record; 0 without one. */
    long generation() {
        return record == null ? 0 : record.generation();
    }

    boolean isDuplex() {
        return record != null && record.isDuplex();
    }

    /** Whether the copy is empty and has no trace of an earlier bank, except a founding that was begun. */
    public boolean isNew() {
        return contents != null && contents.end().isEmpty() && (record == null || record.isOfFounding());
    }

    /** Whether a bank's journal was here and is gone, which is damage too. */
    boolean isGone() {
        return contents != null && contents.end().isEmpty() && !isNew();
    }

    /**
     * Whether this copy contains everything of another copy. Anything before the beginning of this copy cannot be
     * compared. In that case, the other's record must say that it was never used alone.
     */
    boolean holds(Contents other, boolean neverAlone) throws IOException {
        if (contents == null) {
            return false;
        }
        JournalEnd end = other.end();
        return end.isEmpty()
                || (neverAlone && end.end().position() <= contents.end().beginsAfter())
                || JournalEnd.isIn(contents.journal(), end.end());
    }
}
