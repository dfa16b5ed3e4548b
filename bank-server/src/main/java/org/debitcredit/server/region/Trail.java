package org.debitcredit.server.region;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * The cursors of a stream that was read, from which it can be read again: the latest one, and one for each {@value
 * #SPACE_MILLIS} ms. All of the latest half hour are kept, and fewer of what is older. For use by any thread.
 */
final class Trail {

    /** Time between two cursors that are kept. */
    static final long SPACE_MILLIS = 200;

    /**
     * Most cursors. Beyond this number, every second cursor of the older half is dropped. The newer half spans 2,000 s,
     * and a settlement keeps a transaction for at most 1,800 s, with the longest {@code bank.region.call-max}.
     */
    private static final int CURSORS_MAX = 20_000;

    private final TreeMap<Long, LogPosition> cursors = new TreeMap<>();
    /** How far the stream was read. It is replaced by the next one unless it is among the {@link #cursors} too. */
    private @Nullable LogPosition latest;
    /** When the last of the cursors was added. */
    private long keptMillis = Long.MIN_VALUE;

    /** Adds a cursor from which the stream can be read, however recently another one was added. */
    synchronized void begin(LogPosition cursor) {
        cursors.put(cursor.position(), cursor);
    }

    /**
     * The stream was read up to here.
     *
     * @param nowMillis the time, milliseconds since 1970
     */
    synchronized void add(LogPosition cursor, long nowMillis) {
        latest = cursor;
        if (keptMillis <= nowMillis && nowMillis < keptMillis + SPACE_MILLIS) {
            return;
        }
        keptMillis = nowMillis;
        cursors.put(cursor.position(), cursor);
        if (cursors.size() > CURSORS_MAX) {
            thin();
        }
    }

    /** The first one stays. */
    private void thin() {
        Iterator<Long> each = cursors.keySet().iterator();
        each.next();
        for (int i = 1; i < CURSORS_MAX / 2; i++) {
            each.next();
            if (i % 2 == 1) {
                each.remove();
            }
        }
    }

    /** The latest position at or before the given one whose cursor is kept; 0 for the beginning of the stream. */
    synchronized long floor(long position) {
        Map.Entry<Long, LogPosition> entry = cursors.floorEntry(position);
        return entry == null ? 0 : entry.getKey();
    }

    /** The cursor that is kept at a position; null if there is none. */
    synchronized @Nullable LogPosition at(long position) {
        return cursors.get(position);
    }

    /** The latest cursor at or before a position, kept or not, to read on from there; null if there is none. */
    synchronized @Nullable LogPosition from(long position) {
        LogPosition last = latest;
        Map.Entry<Long, LogPosition> entry = cursors.floorEntry(position);
        if (last != null && last.position() <= position && (entry == null || entry.getKey() < last.position())) {
            return last;
        }
        return entry == null ? null : entry.getValue();
    }

    /** Cursors before a position are no longer needed. */
    synchronized void forgetBefore(long position) {
        cursors.headMap(position).clear();
    }

    /** How many cursors are kept. */
    synchronized int size() {
        return cursors.size();
    }
}
