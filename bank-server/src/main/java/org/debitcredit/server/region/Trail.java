package org.debitcredit.server.region;

import java.util.Map;
import java.util.TreeMap;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/** The cursors of a stream that was read, from which it can be read again. For use by any thread. */
final class Trail {

    private final TreeMap<Long, LogPosition> cursors = new TreeMap<>();

    /** The stream was read up to here. */
    synchronized void add(LogPosition cursor) {
        cursors.put(cursor.position(), cursor);
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
