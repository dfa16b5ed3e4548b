package org.debitcredit.server.loop;

/** Why a question came back without an answer. */
public enum NotAnswered {
    /** The ring is full; nothing was executed. */
    BUSY,
    /** The bank is opening, closing or stopped; nothing was executed. */
    CLOSED,
    /** The answer did not come in time; what was asked may still be executed. */
    LATE
}
