package org.debitcredit.journal;

/** The journal holds something it cannot hold if everything acknowledged is still there. The bank does not start. */
public final class JournalDamage extends RuntimeException {

    private static final long serialVersionUID = 1L;

    JournalDamage(String message) {
        super(message);
    }
}
