package org.debitcredit.journal;

/** The journal holds something it cannot hold if everything acknowledged is still there. The bank does not start. */
public final class JournalDamage extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The last good position is not known. */
    public static final long UNKNOWN = -1;

    private final long lastGoodPosition;

    /**
     * @param lastGoodPosition of the last transaction before the damage; negative when not known
     */
    public JournalDamage(String message, long lastGoodPosition) {
        super(message);
        this.lastGoodPosition = lastGoodPosition;
    }

    /** Position of the last transaction before the damage; negative when not known. */
    public long lastGoodPosition() {
        return lastGoodPosition;
    }
}
