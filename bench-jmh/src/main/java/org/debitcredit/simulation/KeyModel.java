package org.debitcredit.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.debitcredit.transaction.TransactionKey;

/**
 * The rules for keys as the contract states them, for a bank that may forget but never errs:
 *
 * <ul>
 *   <li>A key that was executed is never executed again.
 *   <li>One of the latest keys, as many as the window in force has, gets its stored answer. A key that has left the
 *       window once may be forgotten: a wider window does not bring it back.
 *   <li>A key that was never executed may be refused as expired only if another key of the same client, not older by
 *       its time, may have been forgotten.
 *   <li>A key that is no UUIDv7, or of a time too far ahead, is not executed.
 * </ul>
 */
final class KeyModel {

    private final Map<TransactionKey, Long> executed = new HashMap<>();
    /** By client: the positions of its keys, and the highest key time up to each. */
    private final Map<Long, NavigableMap<Long, Long>> latestMillis = new HashMap<>();

    private int window = Integer.MAX_VALUE;
    private int narrowestTried = Integer.MAX_VALUE;
    /** What was executed up to here may be forgotten. */
    private long forgottenThrough;

    /**
     * A start is tried with a window, which is in force if it comes far enough, whether or not it becomes ready. The
     * previous window was in force for the last executed transactions, which were not answered.
     */
    void start(int newWindow) {
        narrowestTried = Math.min(narrowestTried, Math.min(window, newWindow));
        window = newWindow;
    }

    /** The start was the last one that was tried: the bank is ready at a position. */
    void ready(long position) {
        forgottenThrough = Math.max(forgottenThrough, position - narrowestTried);
        narrowestTried = Integer.MAX_VALUE;
    }

    /** A group begins after a position, or a copy is looked at, perhaps after starts that were tried in vain. */
    void at(long position) {
        forgottenThrough = Math.max(forgottenThrough, position - Math.min(window, narrowestTried));
    }

    void execute(TransactionKey key, long position) {
        executed.put(key, position);
        NavigableMap<Long, Long> latest = latestMillis.computeIfAbsent(key.client(), client -> new TreeMap<>());
        Map.Entry<Long, Long> before = latest.lastEntry();
        long millis = millis(key);
        if (before == null || millis > before.getValue()) {
            latest.put(position, millis);
        }
    }

    /** Position at which a key was executed; 0 for never. */
    long positionOf(TransactionKey key) {
        return executed.getOrDefault(key, 0L);
    }

    boolean mayBeForgotten(TransactionKey key) {
        long position = positionOf(key);
        return position > 0 && position <= forgottenThrough;
    }

    /**
     * Whether the bank may answer that the key is expired. It always may if the key is no UUIDv7 and was never
     * executed.
     */
    boolean mayBeExpired(TransactionKey key) {
        if (positionOf(key) > 0) {
            return mayBeForgotten(key);
        }
        if (!isUuidV7(key)) {
            return true;
        }
        NavigableMap<Long, Long> latest = latestMillis.get(key.client());
        Map.Entry<Long, Long> forgotten = latest == null ? null : latest.floorEntry(forgottenThrough);
        return forgotten != null && millis(key) <= forgotten.getValue();
    }

    /** By RFC 9562: the version is 7, and the variant's two bits are 10. */
    static boolean isUuidV7(TransactionKey key) {
        return key.uuid().version() == 7 && key.uuid().variant() == 2;
    }

    /** By RFC 9562 section 5.7: the upper 48 bits, milliseconds since 1970. */
    static long millis(TransactionKey key) {
        return key.uuid().getMostSignificantBits() >>> 16;
    }
}
