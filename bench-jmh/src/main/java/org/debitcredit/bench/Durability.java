package org.debitcredit.bench;

/** Whether an answer waits for the disk. */
public enum Durability {
    /** Every answer comes after an fdatasync that covers its transaction. */
    FORCED,
    /** Documents are written to the page cache only, and survive a crash of the process but not of the machine. */
    UNFORCED
}
