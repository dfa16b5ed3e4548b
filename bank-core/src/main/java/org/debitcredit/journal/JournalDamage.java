package org.debitcredit.journal;

/** The contents of the journal show that acknowledged transactions may be missing. The bank does not start. */
public final class JournalDamage extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The last good position is not known. */
    public static final long UNKNOWN = -1;

    private final long lastGoodPosition;
    private final long keysLostThrough;
    private final boolean isOfEnd;

    /**
     * @param lastGoodPosition of the last transaction before the damage; negative when not known
     */
    public JournalDamage(String message, long lastGoodPosition) {
        this(message, lastGoodPosition, UNKNOWN, false);
    }

    private JournalDamage(String message, long lastGoodPosition, long keysLostThrough, boolean isOfEnd) {
        super(message);
        this.isOfEnd = isOfEnd;
        this.lastGoodPosition = lastGoodPosition;
        this.keysLostThrough = keysLostThrough;
    }

    /**
     * The journal ends before a point that it once reached, although everything in it is intact.
     *
     * @param lastGoodPosition where it ends now
     */
    public static JournalDamage ofEnd(String message, long lastGoodPosition) {
        return new JournalDamage(message, lastGoodPosition, UNKNOWN, true);
    }

    /**
     * Damage that affects keys but no money.
     *
     * @param through position of the last transaction whose key is lost
     */
    public static JournalDamage ofKeys(String message, long through) {
        return new JournalDamage(message, UNKNOWN, through, false);
    }

    /** Whether only the end is missing, and everything that is there is intact. */
    public boolean isOfEnd() {
        return isOfEnd;
    }

    /** Position of the last transaction whose key is lost, if nothing else is lost; otherwise negative. */
    public long keysLostThrough() {
        return keysLostThrough;
    }

    /** Position of the last transaction before the damage; negative when not known. */
    public long lastGoodPosition() {
        return lastGoodPosition;
    }
}
