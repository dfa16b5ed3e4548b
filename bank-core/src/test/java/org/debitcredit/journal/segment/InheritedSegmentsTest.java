package org.debitcredit.journal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalCopy;
import org.debitcredit.journal.RawEpoch;
import org.debitcredit.journal.RawEpoch.Found;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.ForwardingFolder;
import org.debitcredit.storage.MemoryFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a start gives back of the segments in which earlier starts wrote little, and what it leaves alone. */
@Timeout(60)
class InheritedSegmentsTest {

    private static final int SEGMENT_BYTES = 256 << 10;

    @TempDir
    Path temp;

    private final MemoryFolder folder = new MemoryFolder();

    private FileJournal open() throws IOException {
        return FileJournal.open(folder, SEGMENT_BYTES);
    }

    /** A life that begins one epoch. */
    private void live(long epoch, int... lengths) throws IOException {
        try (FileJournal journal = open()) {
            write(journal, epoch, lengths);
        }
    }

    private static void write(FileJournal journal, long epoch, int... lengths) throws IOException {
        journal.beginEpoch(epoch);
        RawEpoch raw = new RawEpoch(id(epoch));
        for (int length : lengths) {
            journal.append(raw.next(length));
            journal.force();
        }
    }

    private static Found read(FileJournal journal, long epoch) throws IOException {
        return RawEpoch.read(journal, epoch, id(epoch));
    }

    private static UUID id(long epoch) {
        return new UUID(5, epoch);
    }

    private int length(int segment) throws IOException {
        return folder.bytes(Segment.name(segment)).length;
    }

    @Test
    void an_epoch_is_shortened_once_the_next_one_has_begun_and_reads_as_before() throws IOException {
        live(1, 300, 500);
        live(2, 300);
        assertThat(length(1)).as("its end may still decide something").isEqualTo(SEGMENT_BYTES);
        open().close();
        assertThat(length(1)).as("a start may still be refused").isEqualTo(SEGMENT_BYTES);
        try (FileJournal journal = open()) {
            write(journal, 3, 300);
            assertThat(length(1)).isLessThan(8 << 10);
            assertThat(length(2)).as("the newest before this start").isEqualTo(SEGMENT_BYTES);
            assertThat(read(journal, 1)).isEqualTo(new Found(List.of(300, 500), false));
            assertThat(read(journal, 2)).isEqualTo(new Found(List.of(300), false));
        }
        try (FileJournal journal = open()) {
            assertThat(read(journal, 1)).isEqualTo(new Found(List.of(300, 500), false));
            write(journal, 4, 300);
            journal.removeThrough(3);
            assertThat(journal.epochs()).containsExactly(4L);
        }
    }

    /** A start may not need that segment at all. */
    @Test
    void a_segment_that_cannot_be_copied_stays_as_it_is_and_the_start_goes_on() throws IOException {
        live(1, 300);
        live(2, 300);
        Folder full = new ForwardingFolder(folder) {
            @Override
            public DataFile create(String name) throws IOException {
                if (name.equals("shortened-segment")) {
                    throw new IOException("planted: No space left on device");
                }
                return super.create(name);
            }
        };
        try (FileJournal journal = FileJournal.open(full, SEGMENT_BYTES)) {
            write(journal, 3, 300);
            assertThat(length(1)).isEqualTo(SEGMENT_BYTES);
            assertThat(read(journal, 1)).isEqualTo(new Found(List.of(300), false));
        }
        live(4, 300);
        assertThat(length(1)).isLessThan(8 << 10);
    }

    @Test
    void a_copy_of_many_short_epochs_takes_as_little_as_they_do() throws IOException {
        FileFixture original = new FileFixture(temp);
        for (int epoch = 0; epoch < 12; epoch++) {
            original.live(true, 10);
        }
        try (Journal from = original.open();
                FileJournal copy = open()) {
            JournalCopy.copy(from, copy);
            assertThat(copy.epochs()).hasSize(12);
        }
        assertThat(taken()).isLessThan(4L * SEGMENT_BYTES);
    }

    @Test
    void epochs_that_cannot_be_shortened_do_not_keep_later_ones_from_it() throws IOException {
        for (int epoch = 1; epoch <= 6; epoch++) {
            live(epoch, 300, 500, 400);
            folder.bytes(Segment.name(epoch))[Segment.FIRST_DOCUMENT_AT + 400] ^= 1;
        }
        for (int epoch = 7; epoch <= 9; epoch++) {
            live(epoch, 300);
        }
        assertThat(length(1)).isEqualTo(SEGMENT_BYTES);
        assertThat(length(7)).isLessThan(8 << 10);
    }

    @Test
    void what_a_crash_left_of_a_shorter_copy_is_deleted() throws IOException {
        live(1, 300);
        folder.create("shortened-segment").close();
        live(2, 300);
        live(3, 300);
        assertThat(folder.names()).doesNotContain("shortened-segment");
        assertThat(length(1)).isLessThan(8 << 10);
    }

    @Test
    void many_starts_take_little_and_a_start_shortens_a_few() throws IOException {
        for (int epoch = 1; epoch <= 40; epoch++) {
            live(epoch, 300);
        }
        assertThat(taken()).isLessThan(4L * SEGMENT_BYTES);
    }

    private long taken() throws IOException {
        long taken = 0;
        for (String name : Segment.names(folder)) {
            taken += folder.bytes(name).length;
        }
        return taken;
    }

    @Test
    void an_epoch_whose_end_is_torn_or_damaged_stays_as_it_is() throws IOException {
        int second = Segment.FIRST_DOCUMENT_AT + (int) Segment.align(300);
        for (int harm = 0; harm < 3; harm++) {
            for (String name : folder.names()) {
                folder.delete(name);
            }
            live(1, 300, 500, 400);
            byte[] bytes = folder.bytes(Segment.name(1));
            switch (harm) {
                case 0 -> bytes[second + 200] ^= 1;
                case 1 -> bytes[second] ^= 1;
                default -> Arrays.fill(bytes, second, second + 500, (byte) 0);
            }
            live(2, 300);
            live(3, 300);
            assertThat(length(1)).as("harm %d", harm).isEqualTo(SEGMENT_BYTES);
        }
    }

    @Test
    void the_end_of_an_epoch_stays_while_the_next_one_has_no_whole_header() throws IOException {
        live(1, 300);
        live(2, 300);
        folder.bytes(Segment.name(2))[Segment.FIRST_DOCUMENT_AT + 100] ^= 1;
        live(3, 300);
        assertThat(length(1)).isEqualTo(SEGMENT_BYTES);
    }

    @Test
    void a_start_that_shortens_one_also_finishes_a_removal_and_counts_what_that_freed() throws IOException {
        try (FileJournal journal = open()) {
            for (int epoch = 1; epoch <= 4; epoch++) {
                write(journal, epoch, 300);
            }
            journal.removeThrough(1);
        }
        try (FileJournal journal = open()) {
            write(journal, 5, 300, 200_000, 200_000, 200_000);
            for (int epoch = 2; epoch <= 4; epoch++) {
                assertThat(read(journal, epoch)).isEqualTo(new Found(List.of(300), false));
            }
            assertThat(read(journal, 5).lengths()).hasSize(4);
        }
    }

    /** They have the lowest numbers, and only the segment of the highest number can be deleted. */
    @Test
    void short_segments_that_are_free_again_do_not_have_others_made_and_deleted_without_end() throws IOException {
        for (int epoch = 1; epoch <= 20; epoch++) {
            live(epoch, 300);
        }
        try (FileJournal journal = open()) {
            write(journal, 21, 300);
            journal.removeThrough(20);
            write(journal, 22, 300);
            journal.removeThrough(21);
            write(journal, 23, 300);
            journal.removeThrough(22);
            int steps = 0;
            while (journal.fillOnce()) {
                assertThat(++steps).isLessThan(100);
            }
            assertThat(Segment.names(folder))
                    .as("those that nobody needs are gone")
                    .hasSizeLessThan(8);
            write(journal, 24, 300, 100_000);
            assertThat(read(journal, 24)).isEqualTo(new Found(List.of(300, 100_000), false));
        }
    }
}
