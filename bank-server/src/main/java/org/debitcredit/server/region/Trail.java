package org.debitcredit.server.region;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/** The cursors of a stream that was read, from which it can be read again. For use by any thread. */
final class Trail {

    /** Beyond it, cursors are dropped: a stream can then be read again only from an earlier one. */
    private static final int CURSORS_MAX = 20_000;

    private final TreeMap<Long, LogPosition> cursors = new TreeMap<>();

    /** The stream was read up to here. */
    synchronized void add(LogPosition cursor) {
        cursors.put(cursor.position(), cursor);
        if (cursors.size() > CURSORS_MAX) {
            thin();
        }
    }

    /** Every second one is enough, except the first and the last. */
    private void thin() {
        Long first = cursors.firstKey();
        Long last = cursors.lastKey();
        boolean isKept = true;
        for (Iterator<Long> each = cursors.keySet().iterator(); each.hasNext(); isKept = !isKept) {
            Long position = each.next();
            if (!isKept && !position.equals(first) && !position.equals(last)) {
                each.remove();
            }
        }
    }

    /** The latest position at or before the given one from which the stream can be read again; 0 for its beginning. */
    synchronized long floor(long position) {
        Map.Entry<Long, LogPosition> entry = cursors.floorEntry(position);
        return entry == null ? 0 : entry.getKey();
    }

    /** The cursor at a position; null for the beginning. */
    synchronized @Nullable LogPosition at(long position) {
        return cursors.get(position);
    }

    /** Cursors before a position are no longer needed. */
    synchronized void forgetBefore(long position) {
        cursors.headMap(position).clear();
    }
}
