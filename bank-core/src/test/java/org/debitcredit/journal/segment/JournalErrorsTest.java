package org.debitcredit.journal.segment;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.debitcredit.journal.RawEpoch;
import org.debitcredit.storage.DyingFolder;
import org.debitcredit.storage.MemoryFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An {@link Error} in one of the journal's own threads, at any call that the thread makes: the writer's next call
 * throws, nobody waits for ever, and the journal can be closed.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JournalErrorsTest {

    private static final int SEGMENT_BYTES = Segment.FIRST_DOCUMENT_AT + 1_024;
    private static final UUID EPOCH = new UUID(5, 1);

    @Test
    void the_writer_stops_after_an_error_of_the_segments_filler_whatever_it_was_doing() throws Exception {
        // Making one segment takes it ten calls; after that it does the same again.
        for (int call = 1; call <= 20; call++) {
            DyingFolder.Planted planted = DyingFolder.atCall(
                    call, new MemoryFolder(), thread -> thread.getName().equals("bank-journal-fill"));
            FileJournal journal = FileJournal.open(planted.folder(), SEGMENT_BYTES);
            journal.beginEpoch(1);
            journal.startFilling();
            planted.died().get().join();
            assertThatThrownBy(() -> journal.append(new RawEpoch(EPOCH).next(900)))
                    .as("call %d", call)
                    .isInstanceOf(IOException.class)
                    .hasRootCauseInstanceOf(OutOfMemoryError.class)
                    .hasMessageContaining("OutOfMemoryError: planted");
            assertThatThrownBy(journal::force).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> journal.beginEpoch(2)).isInstanceOf(IOException.class);
            journal.close();
        }
    }

    @Test
    void the_writer_stops_after_an_error_of_the_segments_filler_that_deletes_what_is_not_needed() throws Exception {
        int deletions = 0;
        for (int call = 1; deletions < 4; call++) {
            MemoryFolder disk = new MemoryFolder();
            FileJournal before = FileJournal.open(disk, SEGMENT_BYTES);
            backlog(before);
            before.close();
            int segments = Segment.names(disk).size();
            DyingFolder.Planted planted =
                    DyingFolder.atCall(call, disk, thread -> thread.getName().equals("bank-journal-fill"));
            FileJournal journal = FileJournal.open(planted.folder(), SEGMENT_BYTES);
            journal.beginEpoch(11);
            journal.removeThrough(10);
            journal.removeThrough(10);
            journal.startFilling();
            planted.died().get().join();
            assertThatThrownBy(() -> journal.append(new RawEpoch(EPOCH).next(900)))
                    .as("call %d", call)
                    .isInstanceOf(IOException.class)
                    .hasRootCauseInstanceOf(OutOfMemoryError.class);
            journal.close();
            FileJournal.open(disk, SEGMENT_BYTES).close();
            deletions = segments - Segment.names(disk).size();
        }
    }

    /** Ten epochs of two segments each. */
    private static void backlog(FileJournal journal) throws IOException {
        for (int epoch = 1; epoch <= 10; epoch++) {
            journal.beginEpoch(epoch);
            RawEpoch raw = new RawEpoch(new UUID(6, epoch));
            journal.append(raw.next(900));
            journal.append(raw.next(900));
            journal.force();
        }
    }

    @Test
    void an_error_while_epochs_are_removed_stops_the_writer_too() throws Exception {
        // Two segments: each is marked and forced, then wiped and forced.
        for (int call = 1; call <= 8; call++) {
            AtomicInteger removing = new AtomicInteger();
            DyingFolder.Planted planted = DyingFolder.atCall(call, new MemoryFolder(), thread -> removing.get() > 0);
            FileJournal journal = FileJournal.open(planted.folder(), SEGMENT_BYTES);
            backlog(journal);
            removing.set(1);
            assertThatThrownBy(() -> journal.removeThrough(1)).isInstanceOf(OutOfMemoryError.class);
            removing.set(0);
            assertThatThrownBy(() -> journal.append(new RawEpoch(EPOCH).next(100)))
                    .isInstanceOf(IOException.class)
                    .hasRootCauseInstanceOf(OutOfMemoryError.class);
            journal.close();
        }
    }
}
