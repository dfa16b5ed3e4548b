package org.debitcredit.bench;

/** Whether an answer waits for the disk. */
public enum Durability {
    /** Every answer comes after an fdatasync that covers its transaction. */
    FORCED,
    /** Written to the page cache only: survives the death of the process, not of the machine. */
    UNFORCED
}
