package org.debitcredit.server.settings;

import org.debitcredit.directory.DiskSpace;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.ledger.sql.HistoryRows;

/** Rules between a setting, within its own {@link Limit}, and another one or the machine. */
enum Relation {
    GROUP_IN_FLIGHT("bank.in-flight-max", "at least bank.group-max, because a whole group must fit"),
    GROUP_IN_SEGMENT(
            "bank.journal.fill-ahead",
            "at least " + FileJournal.segmentBytesFor(JournalWriter.documentBytesMax(0)) + " bytes and "
                    + (JournalWriter.documentBytesMax(1) - JournalWriter.documentBytesMax(0))
                    + " for each transaction of bank.group-max, where bank.journal.kind is file. For a document that "
                    + "does not fit into a segment, the writer has to wait for a longer one"),
    FILES_AND_KEYS_IN_JOURNAL(
            "bank.journal.bytes-max",
            "at least eight times bank.journal.fill-ahead, and " + DiskSpace.journalBytesLeast(0, 1)
                    + " bytes for each key of bank.key-window. A start reads the keys of up to twice the window from "
                    + "the "
                    + "journal, and they may take half of it"),
    BACKLOG_IN_JOURNAL(
            "bank.projection.backlog-max",
            "at most half of bank.journal.bytes-max, because a snapshot, which frees the journal, begins at half"),
    KEYS_IN_HEAP(
            "bank.key-window",
            "at most what fits into half of the heap, at " + bytesEach((1 << 20) - 1) + " to " + bytesEach(1 << 20)
                    + " bytes for each key (-Xmx). The second half of the window is allocated only when the first is "
                    + "full"),
    HISTORY_IN_HEAP(
            "bank.history.rows-max",
            "at most what fits into half of the heap, at " + HistoryRows.BYTES_MOST
                    + " bytes for each row (-Xmx). More would leave too little for anything else"),
    KEYS_AND_HISTORY_IN_HEAP(
            "bank.history.rows-max",
            "small enough that, together with the keys of bank.key-window, the rows take at most three quarters of "
                    + "the heap (-Xmx)");

    final String property;
    /** Completes "PROPERTY must be". */
    final String rule;

    Relation(String property, String rule) {
        this.property = property;
        this.rule = rule;
    }

    private static long bytesEach(int keys) {
        return Math.round((double) IdempotencyWindow.heapBytes(keys) / keys);
    }

    /**
     * Checks the rule.
     *
     * @param values what the settings are, for the message
     * @throws IllegalArgumentException when the rule does not hold
     */
    void require(boolean holds, String values) {
        if (!holds) {
            throw new IllegalArgumentException(values + "; " + property + " must be " + rule);
        }
    }
}
