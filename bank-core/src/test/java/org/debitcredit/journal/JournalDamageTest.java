package org.debitcredit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.debitcredit.journal.JournalFixture.Contents;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a crash leaves is cut and counted; what a crash cannot leave is damage, and refused. */
class JournalDamageTest {

    private static final int HEADER = 1;

    @TempDir
    Path temp;

    private JournalFixture journal;

    @BeforeEach
    void fixture() {
        journal = new JournalFixture(temp.resolve("journal"));
    }

    @Test
    void a_torn_last_document_is_cut_and_counted() throws IOException {
        Contents written = journal.live(false, 10, 10, 10);
        long last = journal.offsetOf(1, HEADER + 3);
        journal.zero(journal.queueFile(1), last + 400, 300);

        Contents read = journal.read();

        assertThat(read.marks()).isEqualTo(written.marks().subList(0, 2));
        assertThat(read.tail().documentsCut()).isEqualTo(1);
        assertThat(read.tail().endedInOrder()).isFalse();
    }

    @Test
    void a_whole_last_document_whose_frame_was_never_finished_is_cut_and_not_taken_for_damage() throws IOException {
        Contents written = journal.live(false, 10, 10, 10);
        long last = journal.offsetOf(1, HEADER + 3);
        try (FileChannel file =
                FileChannel.open(journal.queueFile(1), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer top = ByteBuffer.allocate(1);
            file.read(top, last - 1);
            top.put(0, (byte) (top.get(0) | 0x80)).rewind();
            file.write(top, last - 1);
        }
        assertThat(journal.read().marks()).isEqualTo(written.marks().subList(0, 2));
        assertThat(journal.live(false, 5).marks()).hasSize(3);
    }

    @Test
    void after_a_cut_the_bank_goes_on_and_the_cut_stays() throws IOException {
        journal.live(false, 10, 10, 10);
        journal.flipBit(journal.queueFile(1), journal.offsetOf(1, HEADER + 3) + 200);
        Contents second = journal.live(false, 5);
        assertThat(second.marks()).hasSize(3);
        // The cut document becomes readable again, as after a bad cable: the child's header is authoritative.
        journal.flipBit(journal.queueFile(1), journal.offsetOf(1, HEADER + 3) + 200);
        assertThat(journal.read().marks()).isEqualTo(second.marks());
        assertThat(journal.read().tail().position()).isEqualTo(25);
    }

    @Test
    void a_bit_flipped_in_the_middle_is_damage_and_named() throws IOException {
        journal.live(false, 10, 10, 10);
        journal.flipBit(journal.queueFile(1), journal.offsetOf(1, HEADER + 2) + 200);
        assertThatThrownBy(journal::read)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining(journal.queueFile(1).toString())
                .hasMessageContaining("document 3")
                .hasMessageContaining("position 10");
    }

    @Test
    void a_flipped_frame_length_in_the_middle_is_damage_though_chronicles_reader_ends_silently() throws IOException {
        journal.live(false, 10, 10, 10);
        journal.flipBit(journal.queueFile(1), journal.offsetOf(1, HEADER + 2) - 1);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class);
    }

    @Test
    void zeroed_pages_in_the_middle_are_damage() throws IOException {
        journal.live(false, 10, 10, 10);
        long second = journal.offsetOf(1, HEADER + 2);
        long third = journal.offsetOf(1, HEADER + 3);
        journal.zero(journal.queueFile(1), second - 4, (int) (third - 4 - second));
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class);
    }

    @Test
    void damage_in_an_earlier_epoch_is_refused_even_at_its_end() throws IOException {
        journal.live(true, 10, 10);
        journal.live(true, 10);
        journal.flipBit(journal.queueFile(1), journal.offsetOf(1, HEADER + 1) + 200);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class);
    }

    @Test
    void a_parents_last_batch_lost_from_the_page_cache_is_taken_from_the_childs_copy() throws IOException {
        journal.live(false, 10, 10);
        Contents written = journal.live(false, 10);
        long last = journal.offsetOf(1, HEADER + 2);
        journal.zero(journal.queueFile(1), last - 4, 2_000);

        Contents read = journal.read();

        assertThat(read.marks()).isEqualTo(written.marks());
        ChronicleJournalTest.assertSame(read.batches(), written.batches());
    }

    @Test
    void two_batches_lost_from_an_earlier_epoch_are_damage() throws IOException {
        journal.live(false, 10, 10, 10);
        journal.live(false, 10);
        journal.zero(journal.queueFile(1), journal.offsetOf(1, HEADER + 2) - 4, 4_000);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class);
    }

    @Test
    void an_epoch_that_was_cut_off_while_it_began_is_ignored() throws IOException {
        Contents written = journal.live(false, 10);
        journal.live(false);
        journal.zero(journal.queueFile(2), journal.offsetOf(2, HEADER) - 4, 8_000);
        assertThat(journal.read().marks()).isEqualTo(written.marks());
        Files.createDirectory(journal.directory.resolve("epoch-000003"));
        Contents next = journal.live(false, 3);
        assertThat(journal.read().marks()).isEqualTo(next.marks());
        assertThat(journal.queueFile(4)).exists();
    }

    @Test
    void a_destroyed_first_header_is_damage_and_not_a_new_bank() throws IOException {
        journal.live(false, 10, 10);
        journal.flipBit(journal.queueFile(1), journal.offsetOf(1, HEADER) + 30);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class).hasMessageContaining("beginning");
    }

    @Test
    void a_missing_epoch_in_the_middle_is_damage() throws IOException {
        journal.live(true, 10);
        journal.live(true, 10);
        journal.live(true, 10);
        Files.delete(journal.queueFile(2));
        assertThatThrownBy(journal::read)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("epoch 3")
                .hasMessageContaining("position 20");
    }

    @Test
    void an_end_record_that_is_missing_shows() throws IOException {
        journal.live(true, 10);
        assertThat(journal.read().tail().endedInOrder()).isTrue();
        journal.zero(journal.queueFile(1), journal.offsetOf(1, HEADER + 2) - 4, 8);
        Contents read = journal.read();
        assertThat(read.tail().endedInOrder()).isFalse();
        assertThat(read.transactions()).isEqualTo(10);
    }
}
