package org.debitcredit.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

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
        public DocumentSource read(long epoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void beginEpoch(long epoch) {
            throw new UnsupportedOperationException();
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

    /** A kill in the middle leaves what was not removed yet: it must have no gap. */
    @Test
    void a_bank_that_changed_to_and_fro_loses_its_oldest_epochs_first() throws IOException {
        try (SwitchedJournal journal = new SwitchedJournal(new Shelf(1L, 2L, 5L, 6L), new Shelf(3L, 4L, 7L, 8L))) {
            journal.removeThrough(7);
            assertThat(removed).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
            assertThat(journal.epochs()).containsExactly(8L);
        }
    }
}
