package org.debitcredit.journal;

import static org.debitcredit.Interleavings.join;
import static org.debitcredit.Interleavings.require;
import static org.debitcredit.Interleavings.start;

import java.io.IOException;
import java.util.List;
import org.debitcredit.Interleavings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No segment is written by one while another fills, deletes or takes it, and the pool's thread ends at the close. */
@Timeout(120)
class SegmentPoolInterleavingsTest {

    private static final long SEGMENT_BYTES = Segment.FIRST_DOCUMENT_AT + 128;

    @Test
    void a_segment_is_taken_by_one_and_only_when_it_is_whole() {
        Interleavings.tryOutSome(() -> {
            MemoryFolder folder = new MemoryFolder();
            // One segment is kept ready, not several.
            folder.usableBytes = 4 * SEGMENT_BYTES;
            SegmentPool pool = new SegmentPool(folder, SEGMENT_BYTES, List.of(), 0);
            Thread filling = start(pool);
            Segment first = take(pool);
            Thread removing = start(() -> {
                pool.add(List.of(first));
                pool.removed();
            });
            Segment second = take(pool);
            Segment third = take(pool);
            require(second != third, "a segment was taken twice");
            require(second.bytes() == SEGMENT_BYTES && third.bytes() == SEGMENT_BYTES, "a segment is not whole");
            join(removing);
            require(take(pool) != second, "a segment that is in use was taken");
            close(pool);
            join(filling);
            require(folder.names().stream().allMatch(name -> name.startsWith("segment-")), "one is unfinished");
        });
    }

    private static Segment take(SegmentPool pool) {
        try {
            return pool.take(1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void close(SegmentPool pool) {
        try {
            pool.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
