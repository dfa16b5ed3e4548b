package org.debitcredit.journal.segment;

import static org.debitcredit.Interleavings.join;
import static org.debitcredit.Interleavings.require;
import static org.debitcredit.Interleavings.start;

import java.io.IOException;
import java.util.List;
import org.debitcredit.Interleavings;
import org.debitcredit.storage.MemoryFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No segment is written by one while another fills, deletes or takes it, and the pool's thread ends at the close. */
@Timeout(120)
class SegmentPoolInterleavingsTest {

    private static final long SEGMENT_BYTES = Segment.FIRST_DOCUMENT_AT + 128;

    @Test
    void a_segment_is_made_by_one_and_taken_by_one() {
        Interleavings.tryOut(() -> {
            SegmentPool pool = new SegmentPool(folder(), SEGMENT_BYTES, List.of(), 0);
            Thread filling = start(pool);
            Segment first = take(pool);
            Segment second = take(pool);
            require(first.number() != second.number(), "a segment was taken twice");
            require(first.bytes() == SEGMENT_BYTES && second.bytes() == SEGMENT_BYTES, "a segment is not whole");
            close(pool);
            join(filling);
        });
    }

    @Test
    void a_segment_that_comes_back_is_taken_once() {
        Interleavings.tryOut(() -> {
            SegmentPool pool = new SegmentPool(folder(), SEGMENT_BYTES, List.of(), 0);
            Segment first = take(pool);
            Thread removing = start(() -> {
                pool.add(List.of(first));
                pool.removed();
            });
            Segment second = take(pool);
            join(removing);
            Segment third = take(pool);
            require(second.number() != third.number(), "a segment was taken twice");
            close(pool);
        });
    }

    /** With room for one segment more, not for several. */
    private static MemoryFolder folder() {
        MemoryFolder folder = new MemoryFolder();
        folder.usableBytes = 4 * SEGMENT_BYTES;
        return folder;
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
