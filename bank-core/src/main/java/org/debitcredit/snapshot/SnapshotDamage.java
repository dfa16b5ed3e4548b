package org.debitcredit.snapshot;

/** A snapshot file is damaged. Another one, or the journal from its start, has to be used. */
public final class SnapshotDamage extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SnapshotDamage(String message) {
        super(message);
    }
}
