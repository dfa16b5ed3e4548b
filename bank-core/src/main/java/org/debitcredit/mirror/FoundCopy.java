package org.debitcredit.mirror;

import java.io.IOException;
import org.debitcredit.journal.JournalEnd;
import org.debitcredit.journal.JournalSource;
import org.jspecify.annotations.Nullable;

/**
 * One of the two copies as a start finds it.
 *
 * @param place its directory, for messages
 * @param record what it knows of the other; null when it has no record, or not a whole one
 * @param contents its journal, and from where to where that reaches; null when it is damaged
 * @param damage why it is; null when it is sound
 */
public record FoundCopy(
        String place,
        @Nullable MirrorRecord record,
        @Nullable Contents contents,
        @Nullable String damage) {

    /** A journal that was read from its beginning to its end. */
    public record Contents(JournalSource journal, JournalEnd end) {}

    /** Of the record; 0 without one. */
    long generation() {
        return record == null ? 0 : record.generation();
    }

    boolean isDuplex() {
        return record != null && record.isDuplex();
    }

    /** Whether there is nothing here, and nothing says that there was: at most that founding the bank was begun. */
    boolean isNew() {
        return contents != null && contents.end().isEmpty() && (record == null || record.isOfFounding());
    }

    /** Whether a bank's journal was here and is not any more, which is damage too. */
    boolean isGone() {
        return contents != null && contents.end().isEmpty() && !isNew();
    }

    /**
     * Whether everything of another copy is here too. What a copy holds that lies before this one's beginning cannot be
     * compared any more: then the word of its record must do, that it never went on alone.
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
