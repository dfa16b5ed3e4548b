package org.debitcredit.journal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.RawEpoch;
import org.debitcredit.journal.SwitchedJournal;
import org.debitcredit.journal.chronicle.ChronicleJournal;
import org.debitcredit.storage.DiskFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchedJournalTest {

    private final List<Long> removed = new ArrayList<>();

    /** Has epochs, and notes the order in which they go. */
    private final class Shelf implements Journal {
        private final TreeSet<Long> epochs;

        private Shelf(Long... epochs) {
            this.epochs = new TreeSet<>(List.of(epochs));
        }

        @Override
        public List<Long> epochs() {
            return List.copyOf(epochs);
        }

        @Override
        public void removeThrough(long epoch) {
            while (!epochs.isEmpty() && epochs.first() <= epoch) {
                removed.add(epochs.pollFirst());
            }
        }

        @Override
        public long bytes() {
            return 10L * epochs.size();
        }

        @Override
        public long spareBytes() {
            return epochs.size();
        }

        @Override
        public DocumentSource read(long epoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void beginEpoch(long epoch) {
            epochs.add(epoch);
        }

        @Override
        public void append(ByteBuffer document) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void force() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    @Test
    void both_journals_take_bytes() throws IOException {
        try (SwitchedJournal journal = new SwitchedJournal(new Shelf(3L), new Shelf(1L, 2L), () -> {})) {
            assertThat(journal.bytes()).isEqualTo(30);
            assertThat(journal.spareBytes()).isEqualTo(3);
            journal.removeThrough(1);
            assertThat(journal.bytes()).isEqualTo(20);
        }
    }

    @Test
    void what_the_earlier_journal_holds_is_made_durable_once_and_before_an_epoch_follows_it() throws IOException {
        Shelf written = new Shelf();
        List<List<Long>> whenForced = new ArrayList<>();
        try (SwitchedJournal journal =
                new SwitchedJournal(written, new Shelf(1L), () -> whenForced.add(written.epochs()))) {
            assertThat(whenForced).isEmpty();
            journal.beginEpoch(2);
            journal.beginEpoch(3);
            assertThat(written.epochs()).containsExactly(2L, 3L);
            assertThat(whenForced).containsExactly(List.of());
        }
    }

    /** A kill in the middle leaves what was not removed yet: it must have no gap. */
    @Test
    void a_bank_that_changed_to_and_fro_loses_its_oldest_epochs_first() throws IOException {
        try (SwitchedJournal journal =
                new SwitchedJournal(new Shelf(1L, 2L, 5L, 6L), new Shelf(3L, 4L, 7L, 8L), () -> {})) {
            journal.removeThrough(7);
            assertThat(removed).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
            assertThat(journal.epochs()).containsExactly(8L);
        }
    }

    @Test
    void a_segment_left_half_deleted_keeps_neither_journal_of_the_directory_from_opening(@TempDir Path temp)
            throws IOException {
        DiskFolder folder = DiskFolder.open(temp);
        FileJournal journal = FileJournal.open(folder, 8_192);
        for (int epoch = 1; epoch <= 8; epoch++) {
            journal.beginEpoch(epoch);
            journal.append(new RawEpoch(new UUID(5, epoch)).next(500));
        }
        journal.beginEpoch(9);
        journal.removeThrough(8);
        journal.removeThrough(8);
        journal.fillOnce();
        journal.close();
        List<String> names = folder.names();
        assertThat(names).hasSize(7);
        // As a crash between the two leaves it: the name is another one, the bytes are still there.
        Segment.open(folder, "segment-000007").putOutOfSight(folder);
        ChronicleJournal.open(temp, 0).close();
        FileJournal.open(folder, 8_192).close();
        assertThat(folder.names()).isEqualTo(names.subList(0, 6));
    }
}
