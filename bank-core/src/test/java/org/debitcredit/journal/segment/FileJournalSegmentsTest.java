package org.debitcredit.journal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.RawEpoch;
import org.debitcredit.journal.RawEpoch.Found;
import org.debitcredit.storage.MemoryFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What recycled segments add to the contract: laps, spares, and segments that are not what they were. */
@Timeout(60)
class FileJournalSegmentsTest {

    private static final int ROOM = 1_024;
    private static final int SEGMENT_BYTES = Segment.FIRST_DOCUMENT_AT + ROOM;

    private final MemoryFolder folder = new MemoryFolder();

    private FileJournal open() throws IOException {
        return FileJournal.open(folder, SEGMENT_BYTES);
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

    @Test
    void a_document_that_does_not_fit_goes_whole_to_the_next_segment() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 600, 600, 300, 1_024, 88);
            assertThat(read(journal, 1)).isEqualTo(new Found(List.of(600, 600, 300, 1_024, 88), false));
            assertThat(folder.names())
                    .containsExactly("segment-000001", "segment-000002", "segment-000003", "segment-000004");
        }
    }

    @Test
    void no_segment_is_made_or_deleted_while_those_made_ahead_last() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 600);
            journal.makeAhead(10L * SEGMENT_BYTES, SEGMENT_BYTES);
            List<String> made = folder.names();
            assertThat(made)
                    .as("one in use, and the last of an epoch is never filled")
                    .hasSize(1 + 10 + 10 + 2 + 4);
            for (int epoch = 2; epoch <= 11; epoch++) {
                write(journal, epoch, 600, 600);
                while (journal.fillOnce()) {
                    continue;
                }
            }
            assertThat(folder.names()).isEqualTo(made);
            write(journal, 12, 600, 600, 600, 600, 600, 600, 600);
            assertThat(folder.names()).as("one too few").hasSizeGreaterThan(made.size());
        }
    }

    @Test
    void an_old_lap_right_after_the_last_document_is_neither_new_nor_damage() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 300, 300, 300);
            write(journal, 2, 300);
            journal.removeThrough(1);
            for (int documents = 1; documents <= 3; documents++) {
                int[] lengths = new int[documents];
                Arrays.fill(lengths, 300);
                write(journal, 2 + documents, lengths);
                Found found = read(journal, 2 + documents);
                assertThat(found.lengths()).hasSize(documents);
                assertThat(found.damaged()).isFalse();
                journal.removeThrough(1 + documents);
            }
            assertThat(folder.names()).as("laps, not growth").hasSizeLessThanOrEqualTo(3);
        }
    }

    @Test
    void a_document_lost_at_the_end_of_a_segment_is_damage_when_the_next_segment_continues() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 600, 600);
        }
        folder.bytes("segment-000001")[Segment.FIRST_DOCUMENT_AT] ^= 1;
        try (FileJournal journal = open()) {
            assertThat(read(journal, 1)).isEqualTo(new Found(List.of(), true));
        }
    }

    /** It did not fit where the one before ended, so there are only zeros there. */
    @Test
    void a_last_document_that_is_damaged_at_the_beginning_of_a_segment_is_no_blank_end() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 600, 600);
        }
        folder.bytes("segment-000002")[Segment.FIRST_DOCUMENT_AT] ^= 1;
        try (FileJournal journal = open();
                DocumentSource source = journal.read(1)) {
            assertThat(source.next()).isNotNull();
            assertThat(source.next()).isNull();
            assertThat(source.endsBlank()).isFalse();
        }
    }

    @Test
    void a_flipped_bit_in_a_segments_header_is_damage_wherever_the_segment_stands() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 600, 600);
            write(journal, 2, 600);
        }
        for (String name : Segment.names(folder)) {
            for (int at : new int[] {0, 8, 20, 32, 40, 48}) {
                folder.bytes(name)[at] ^= 4;
                assertThatThrownBy(this::open).isInstanceOf(JournalDamage.class).hasMessageContaining(name);
                folder.bytes(name)[at] ^= 4;
            }
        }
        open().close();
    }

    @Test
    void a_zeroed_start_is_damage_and_not_a_fresh_segment() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 300, 300);
        }
        Arrays.fill(folder.bytes("segment-000001"), 0, Segment.FIRST_DOCUMENT_AT + 300, (byte) 0);
        assertThatThrownBy(this::open).isInstanceOf(JournalDamage.class).hasMessageContaining("segment-000001");
    }

    @Test
    void the_rest_of_a_document_whose_beginning_was_zeroed_is_damage_though_no_document_begins_there()
            throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 600);
        }
        Arrays.fill(folder.bytes("segment-000001"), 0, Segment.FIRST_DOCUMENT_AT + 512, (byte) 0);
        assertThatThrownBy(this::open)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("segment-000001")
                .hasMessageContaining("no document begins in it")
                .hasMessageContaining("from offset " + (Segment.FIRST_DOCUMENT_AT + 512));
    }

    @Test
    void a_spare_segment_with_a_flipped_bit_is_set_right_wherever_the_bit_stands() throws IOException {
        for (int at = 0; at < SEGMENT_BYTES; at += at % 64 == 63 ? 450 : 9) {
            MemoryFolder disk = new MemoryFolder();
            try (FileJournal journal = FileJournal.open(disk, SEGMENT_BYTES)) {
                journal.fillOnce();
            }
            disk.bytes("segment-000001")[at] ^= 4;
            try (FileJournal journal = FileJournal.open(disk, SEGMENT_BYTES)) {
                write(journal, 1, 300, 300);
                assertThat(read(journal, 1)).as("byte %d", at).isEqualTo(new Found(List.of(300, 300), false));
            }
            try (FileJournal journal = FileJournal.open(disk, SEGMENT_BYTES)) {
                assertThat(read(journal, 1)).as("byte %d", at).isEqualTo(new Found(List.of(300, 300), false));
            }
        }
    }

    @Test
    void a_power_cut_while_a_spare_segment_is_set_right_leaves_one_that_opens() throws IOException {
        for (int change = 1; change <= 4; change++) {
            for (int seed = 0; seed < 4; seed++) {
                MemoryFolder disk = new MemoryFolder();
                try (FileJournal journal = FileJournal.open(disk, SEGMENT_BYTES)) {
                    journal.fillOnce();
                }
                disk.bytes("segment-000001")[Segment.FIRST_DOCUMENT_AT + 3] = 1;
                disk.stopAt(disk.changes() + change);
                try (FileJournal journal = FileJournal.open(disk, SEGMENT_BYTES)) {
                    write(journal, 1, 300);
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("stopped at change");
                }
                MemoryFolder after = disk.cutPower(new SplittableRandom(seed), 8);
                FileJournal.open(after, SEGMENT_BYTES).close();
            }
        }
    }

    @Test
    void a_spare_segment_with_more_than_a_flipped_bit_is_refused_and_not_said_to_hold_documents() throws IOException {
        try (FileJournal journal = open()) {
            journal.fillOnce();
        }
        byte[] bytes = folder.bytes("segment-000001");
        bytes[Segment.FIRST_DOCUMENT_AT + 700] = 1;
        bytes[Segment.FIRST_DOCUMENT_AT + 701] = 1;
        assertThatThrownBy(this::open)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("segment-000001")
                .hasMessageContaining("no document begins in it")
                .hasMessageContaining(SEGMENT_BYTES + " zeros, the bank starts")
                .hasMessageNotContaining("holds documents");
        assertThat(bytes[Segment.FIRST_DOCUMENT_AT + 700]).isEqualTo((byte) 1);
    }

    @Test
    void a_missing_segment_is_damage() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 600, 600, 600);
        }
        folder.delete("segment-000002");
        assertThatThrownBy(this::open).isInstanceOf(JournalDamage.class).hasMessageContaining("segment-000002");
    }

    @Test
    void a_segment_cut_short_is_damage() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 300);
        }
        byte[] bytes = folder.bytes("segment-000001").clone();
        for (int length : new int[] {0, 100, Segment.FIRST_DOCUMENT_AT, bytes.length - 1}) {
            folder.delete("segment-000001");
            folder.create("segment-000001").write(ByteBuffer.wrap(bytes, 0, length), 0);
            assertThatThrownBy(this::open)
                    .isInstanceOf(JournalDamage.class)
                    .hasMessageContaining("it has " + length + " bytes");
        }
    }

    @Test
    void files_of_others_stay_and_a_segment_left_unfinished_goes() throws IOException {
        folder.create("lock").close();
        folder.create("unfinished-segment").close();
        try (FileJournal journal = open()) {
            assertThat(folder.names()).containsExactly("lock");
            write(journal, 1, 100);
            assertThat(folder.names()).containsExactly("lock", "segment-000001");
        }
    }

    @Test
    void a_document_larger_than_a_segment_gets_one_of_its_own_length() throws IOException {
        try (FileJournal journal = open()) {
            journal.fillOnce();
            write(journal, 1, ROOM + 1, 100, 3 * ROOM, 200);
        }
        try (FileJournal journal = open()) {
            assertThat(read(journal, 1)).isEqualTo(new Found(List.of(ROOM + 1, 100, 3 * ROOM, 200), false));
        }
        assertThat(folder.bytes("segment-000001"))
                .as("the spare, for the second")
                .hasSize(SEGMENT_BYTES);
        assertThat(folder.bytes("segment-000002")).hasSize(SEGMENT_BYTES + 1);
        assertThat(folder.bytes("segment-000003")).hasSize(Segment.FIRST_DOCUMENT_AT + 3 * ROOM);
    }

    @Test
    void segments_of_another_length_are_read_and_used_on() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 600, 600);
            journal.fillOnce();
        }
        try (FileJournal larger = FileJournal.open(folder, 2 * SEGMENT_BYTES)) {
            assertThat(read(larger, 1).lengths()).containsExactly(600, 600);
            write(larger, 2, 500, 3_000);
            assertThat(read(larger, 2)).isEqualTo(new Found(List.of(500, 3_000), false));
            assertThat(folder.bytes("segment-000003")).hasSize(SEGMENT_BYTES);
            assertThat(folder.bytes("segment-000004")).hasSize(2 * SEGMENT_BYTES);
        }
    }

    @Test
    void a_spare_is_made_ahead_and_only_one() throws IOException {
        try (FileJournal journal = open()) {
            assertThat(journal.fillOnce()).isTrue();
            assertThat(journal.fillOnce()).isFalse();
            long changes = folder.changes();
            write(journal, 1, 100);
            assertThat(folder.changes() - changes)
                    .as("header, zeros after the document, and document, written and forced")
                    .isEqualTo(5);
            assertThat(journal.fillOnce()).isTrue();
            assertThat(folder.names()).containsExactly("segment-000001", "segment-000002");
        }
    }

    @Test
    void the_thread_makes_a_spare_whenever_the_last_one_was_taken() throws IOException {
        try (FileJournal journal = open()) {
            journal.startFilling();
            awaitSegments(1);
            write(journal, 1, 100);
            awaitSegments(2);
            write(journal, 2, 100);
            awaitSegments(3);
        }
    }

    @Test
    void the_thread_keeps_more_ready_where_the_disk_has_room_for_many() throws IOException {
        try (FileJournal journal = open()) {
            journal.startFilling();
            awaitSegments(4);
            write(journal, 1, 100);
            awaitSegments(5);
        }
        assertThat(Segment.names(folder)).hasSize(5);
    }

    @Test
    void more_than_one_is_kept_ready_only_where_the_disk_has_room_for_eight() throws IOException {
        for (int room = 7; room <= 8; room++) {
            MemoryFolder disk = new MemoryFolder();
            disk.usableBytes = room * SEGMENT_BYTES;
            try (SegmentPool pool = new SegmentPool(disk, SEGMENT_BYTES, List.of(), 0)) {
                while (pool.fillOnce(4)) {
                    continue;
                }
            }
            assertThat(Segment.names(disk)).hasSize(room == 7 ? 1 : 4);
        }
    }

    private void awaitSegments(int count) throws IOException {
        while (Segment.names(folder).size() < count) {
            Thread.yield();
        }
    }

    @Test
    void the_lowest_free_segment_is_taken_first() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 900, 900, 900);
            write(journal, 2, 900, 900);
            journal.removeThrough(1);
            write(journal, 3, 100);
        }
        assertThat(SegmentHeader.decode(
                        ByteBuffer.wrap(folder.bytes("segment-000001")).order(ByteOrder.LITTLE_ENDIAN)))
                .isNotNull()
                .extracting(SegmentHeader::epoch)
                .isEqualTo(3L);
    }

    private static void lap(FileJournal journal, long epoch, int documents) throws IOException {
        int[] lengths = new int[documents];
        Arrays.fill(lengths, 900);
        write(journal, epoch, lengths);
        journal.removeThrough(epoch - 1);
        while (journal.fillOnce()) {
            continue;
        }
    }

    @Test
    void segments_that_a_whole_lap_did_not_need_are_deleted() throws IOException {
        try (FileJournal journal = open()) {
            lap(journal, 1, 100);
            lap(journal, 2, 3);
            assertThat(Segment.names(folder)).as("the backlog's own lap").hasSize(103);
            for (int epoch = 3; epoch <= 6; epoch++) {
                lap(journal, epoch, 3);
                assertThat(Segment.names(folder))
                        .as("3 in use, and as many free as were in use at most")
                        .hasSize(3 + 6);
            }
            assertThat(Segment.names(folder)).hasSize(3 + 6);
            assertThat(read(journal, 6).lengths()).containsExactly(900, 900, 900);
        }
        try (FileJournal journal = open()) {
            assertThat(journal.epochs()).containsExactly(6L);
            assertThat(folder.names()).hasSize(9).allMatch(name -> name.startsWith("segment-"));
        }
    }

    @Test
    void laps_that_need_as_much_as_before_delete_nothing() throws IOException {
        try (FileJournal journal = open()) {
            for (int epoch = 1; epoch <= 4; epoch++) {
                lap(journal, epoch, 10);
            }
            List<String> names = folder.names();
            for (int epoch = 5; epoch <= 20; epoch++) {
                lap(journal, epoch, 5 + epoch % 2 * 5);
                assertThat(folder.names()).isEqualTo(names);
            }
        }
    }

    @Test
    void a_restart_deletes_nothing_before_a_whole_lap_has_shown_what_is_needed() throws IOException {
        try (FileJournal journal = open()) {
            lap(journal, 1, 30);
        }
        int segments = folder.names().size();
        try (FileJournal journal = open()) {
            lap(journal, 2, 2);
            assertThat(folder.names()).hasSizeGreaterThanOrEqualTo(segments);
            lap(journal, 3, 2);
            assertThat(folder.names()).hasSizeLessThan(segments);
        }
    }

    @Test
    void the_segment_of_the_highest_number_stays_while_it_is_in_use_and_all_below_it_with_it() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 900, 900, 900, 900, 900, 900, 900, 900, 900, 900, 900, 900);
            write(journal, 2, 900);
            journal.removeThrough(1);
            for (int i = 0; i < 4; i++) {
                journal.removeThrough(1);
                while (journal.fillOnce()) {
                    continue;
                }
            }
            assertThat(Segment.names(folder)).hasSize(13);
        }
    }

    @Test
    void a_segment_left_half_deleted_goes_when_the_journal_is_opened() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 100);
            folder.create("deleted-segment-000002").close();
            folder.create("deleted-by-hand").close();
        }
        open().close();
        assertThat(folder.names()).containsExactly("deleted-by-hand", "segment-000001");
    }

    @Test
    void a_segment_that_was_being_made_while_others_were_deleted_gets_the_number_that_is_then_next()
            throws IOException {
        long bytes = Segment.FIRST_DOCUMENT_AT + 2L * SegmentMaker.CHUNK_BYTES;
        MemoryFolder disk = new MemoryFolder();
        try (FileJournal journal = FileJournal.open(disk, bytes)) {
            for (int epoch = 1; epoch <= 6; epoch++) {
                journal.beginEpoch(epoch);
                journal.append(new RawEpoch(id(epoch)).next(900));
            }
            assertThat(journal.fillOnce()).as("begins segment 7").isTrue();
            for (int i = 0; i < 3; i++) {
                journal.removeThrough(5);
            }
            journal.beginEpoch(7);
            journal.append(new RawEpoch(id(7)).next(900));
            journal.removeThrough(6);
            journal.removeThrough(6);
            while (journal.fillOnce()) {
                continue;
            }
            for (int epoch = 8; epoch <= 12; epoch++) {
                journal.beginEpoch(epoch);
                journal.append(new RawEpoch(id(epoch)).next(900));
            }
        }
        FileJournal.open(disk, bytes).close();
    }

    @Test
    void a_disk_too_full_for_a_segment_says_so_before_anything_is_written() throws IOException {
        folder.usableBytes = 1_000;
        try (FileJournal journal = open()) {
            journal.beginEpoch(1);
            assertThatThrownBy(() -> journal.append(new RawEpoch(id(1)).next(100)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("1000 bytes free")
                    .hasMessageContaining(Integer.toString(SEGMENT_BYTES));
            assertThat(folder.names()).isEmpty();
        }
    }

    @Test
    void a_spare_that_cannot_be_made_fails_the_writers_next_append_though_there_is_room() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 100);
            folder.usableBytes = 0;
            assertThatThrownBy(journal::fillOnce).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> journal.append(new RawEpoch(id(1)).next(100)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("bytes free");
        }
    }

    @Test
    void a_failed_force_is_never_tried_again() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 100);
            journal.append(new RawEpoch(id(1)).next(100));
            folder.stopAt(folder.changes() + 1);
            assertThatThrownBy(journal::force).isInstanceOf(IOException.class);
            long changes = folder.changes();
            folder.stopAt(Long.MAX_VALUE);
            assertThatThrownBy(journal::force).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> journal.beginEpoch(2)).isInstanceOf(IOException.class);
            assertThat(folder.changes()).isEqualTo(changes);
        }
    }

    @Test
    void the_epoch_being_written_cannot_be_removed() throws IOException {
        try (FileJournal journal = open()) {
            write(journal, 1, 100);
            assertThatThrownBy(() -> journal.removeThrough(1)).isInstanceOf(IllegalArgumentException.class);
            assertThat(read(journal, 1).lengths()).containsExactly(100);
        }
    }

    @Test
    void epochs_are_read_and_removed_by_another_thread_while_the_writer_appends() throws Exception {
        int epochs = 200;
        BlockingQueue<Long> complete = new ArrayBlockingQueue<>(4);
        try (FileJournal journal = open()) {
            journal.startFilling();
            CompletableFuture<Void> remover = CompletableFuture.runAsync(() -> {
                try {
                    assertThat(complete.take()).isZero();
                    for (long epoch = complete.take(); epoch < epochs - 1; epoch = complete.take()) {
                        assertThat(read(journal, epoch)).isEqualTo(new Found(List.of(500, 500, 500), false));
                        journal.removeThrough(epoch);
                    }
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            for (long epoch = 1; epoch <= epochs; epoch++) {
                write(journal, epoch, 500, 500, 500);
                while (!complete.offer(epoch - 1) && !remover.isDone()) {
                    Thread.yield();
                }
            }
            remover.get();
            assertThat(journal.epochs()).containsExactly(epochs - 1L, (long) epochs);
            assertThat(read(journal, epochs).lengths()).hasSize(3);
        }
        assertThat(Segment.names(folder))
                .as("a few in flight, not one per epoch")
                .hasSizeLessThan(30);
        try (FileJournal journal = open()) {
            assertThat(journal.epochs()).containsExactly(epochs - 1L, (long) epochs);
        }
    }

    @Test
    void a_segments_number_is_read_as_it_is_written_and_decides_the_order() throws IOException {
        for (int number : List.of(1, 999_999, 1_000_000, 999_999_999)) {
            folder.create(Segment.name(number)).close();
        }
        folder.create("segment-1000000000").close();
        assertThat(Segment.names(folder))
                .containsExactly("segment-000001", "segment-999999", "segment-1000000", "segment-999999999");
        assertThatThrownBy(() -> Segment.name(1_000_000_000)).isInstanceOf(IllegalStateException.class);
    }
}
