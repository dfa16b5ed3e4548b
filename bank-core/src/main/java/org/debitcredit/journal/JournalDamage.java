package org.debitcredit.journal;

/** The journal holds something it cannot hold if everything acknowledged is still there. The bank does not start. */
public final class JournalDamage extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The last good position is not known. */
    public static final long UNKNOWN = -1;

    private final long lastGoodPosition;
    private final long keysLostThrough;

    /**
     * @param lastGoodPosition of the last transaction before the damage; negative when not known
     */
    public JournalDamage(String message, long lastGoodPosition) {
        this(message, lastGoodPosition, UNKNOWN);
    }

    private JournalDamage(String message, long lastGoodPosition, long keysLostThrough) {
        super(message);
        this.lastGoodPosition = lastGoodPosition;
        this.keysLostThrough = keysLostThrough;
    }

    /**
     * Damage that takes away keys, and no money.
     *
     * @param through position of the last transaction whose key is lost
     */
    public static JournalDamage ofKeys(String message, long through) {
        return new JournalDamage(message, UNKNOWN, through);
    }

    /** Position of the last transaction whose key is lost, where nothing else is; else negative. */
    public long keysLostThrough() {
        return keysLostThrough;
    }

    /** Position of the last transaction before the damage; negative when not known. */
    public long lastGoodPosition() {
        return lastGoodPosition;
    }
}
