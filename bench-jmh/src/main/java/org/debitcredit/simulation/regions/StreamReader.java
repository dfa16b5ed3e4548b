package org.debitcredit.simulation.regions;

import java.io.IOException;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.debitcredit.follow.CursorRefused;
import org.debitcredit.follow.PostingsReader;
import org.debitcredit.region.Decided;
import org.debitcredit.simulation.Violation;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/** Reads the change stream of a region in portions, and remembers the cursors from which it can be read again. */
final class StreamReader {

    private final TreeMap<Long, LogPosition> cursors = new TreeMap<>();
    private final Predicate<Integer> isLost;
    private @Nullable LogPosition cursor;
    private @Nullable PostingsReader reader;
    private int livesOfSource;
    private int portions;
    private long timeMicros;

    /**
     * @param after where it begins; null for the beginning
     * @param isLost whether the reader loses the portion of this number, counted from 0; losing one is a fault
     */
    StreamReader(@Nullable LogPosition after, Predicate<Integer> isLost) {
        this.cursor = after;
        this.isLost = isLost;
        if (after != null) {
            cursors.put(after.position(), after);
        }
    }

    /**
     * Reads the next portion of a running region.
     *
     * @return whether there was one
     */
    boolean read(Region source, int rowsMax, Consumer<Decided> each) {
        try {
            PostingsReader open = opened(source);
            PostingsReader.Part part = open.next(rowsMax);
            if (part == null) {
                return false;
            }
            if (!isLost.test(portions++)) {
                for (int row = part.fromRow(); row < part.toRow(); row++) {
                    each.accept(Decided.of(part.batch(), row));
                }
            }
            timeMicros = part.batch().timestampMicros();
            LogPosition read = open.cursor();
            cursor = read;
            cursors.put(read.position(), read);
            return true;
        } catch (IOException | CursorRefused e) {
            throw new Violation("the change stream of region " + source.number() + " cannot be read: " + e, e);
        }
    }

    private PostingsReader opened(Region source) throws IOException, CursorRefused {
        PostingsReader open = reader;
        if (open == null || livesOfSource != source.lives()) {
            LogPosition from = cursor;
            open = from == null
                    ? source.bank().postings().fromBeginning()
                    : source.bank().postings().after(from);
            reader = open;
            livesOfSource = source.lives();
        }
        return open;
    }

    /** The connection is closed. */
    void disconnect() {
        reader = null;
    }

    /** Position up to which it was read. */
    long position() {
        LogPosition read = cursor;
        return read == null ? 0 : read.position();
    }

    /** When the last transaction was decided that was read, milliseconds since 1970. */
    long timeMillis() {
        return timeMicros / 1_000;
    }

    /** The latest position at or before the given one from which it can be read again; 0 for its beginning. */
    long floor(long position) {
        Long floor = cursors.floorKey(position);
        return floor == null ? 0 : floor;
    }

    /** The cursor at a position; null for the beginning. */
    @Nullable
    LogPosition at(long position) {
        return cursors.get(position);
    }
}
