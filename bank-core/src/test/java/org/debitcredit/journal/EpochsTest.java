package org.debitcredit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.debitcredit.journal.segment.FileFixture;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of four epochs of two batches of ten each, one cannot be read at all. */
class EpochsTest {

    @TempDir
    Path directory;

    private FileFixture fixture;

    @BeforeEach
    void four_epochs() throws IOException {
        fixture = new FileFixture(directory);
        for (int epoch = 1; epoch <= 4; epoch++) {
            fixture.live(true, 10, 10);
        }
    }

    private static List<Long> numbers(Epochs epochs) {
        List<Long> numbers = new ArrayList<>();
        for (int index = 0; index < epochs.size(); index++) {
            numbers.add(epochs.number(index));
        }
        return numbers;
    }

    @Test
    void what_leads_to_a_position_needs_no_epoch_after_it_and_none_before_a_gap() throws IOException {
        try (Journal journal = fixture.open()) {
            UnreadableEpoch source = new UnreadableEpoch(journal, 3);
            assertThatThrownBy(() -> Epochs.of(source)).hasMessage("planted in epoch 3");

            Epochs before = Epochs.leadingTo(source, 59);
            assertThat(numbers(before)).containsExactly(1L, 2L);
            assertThat(before.hasEarlier()).isFalse();
            assertThat(before.passedOver())
                    .hasMessageContaining("epoch 4 continues position 60")
                    .hasMessageContaining("epoch 3, which cannot be read: java.io.IOException: planted in epoch 3");

            Epochs after = Epochs.leadingTo(source, 60);
            assertThat(numbers(after)).containsExactly(4L);
            assertThat(after.hasEarlier()).isTrue();
            assertThat(after.brokenBeforeOldest()).contains("planted in epoch 3");
            assertThat(after.passedOver()).isNull();
        }
    }

    @Test
    void where_nothing_begins_before_a_position_there_are_the_oldest_ones() throws IOException {
        try (Journal journal = fixture.open()) {
            assertThat(numbers(Epochs.leadingTo(new UnreadableEpoch(journal, 1), 5)))
                    .containsExactly(2L, 3L, 4L);
        }
    }

    /** A year's archive has thousands of epochs, and the batch may have 17 MB. */
    @Test
    void the_copy_of_the_batch_before_an_epoch_is_read_only_when_it_is_needed() throws IOException {
        try (Journal journal = fixture.open()) {
            Epochs epochs = Epochs.of(journal);
            assertThat(epochs.start(0).readParentBatch(journal)).isNull();
            TransactionBatch copy = Objects.requireNonNull(epochs.start(1).readParentBatch(journal));
            assertThat(copy.firstPosition()).isEqualTo(11);
            assertThat(copy.lastPosition()).isEqualTo(epochs.positionBefore(1));
            UnreadableEpoch gone = new UnreadableEpoch(journal, 2);
            assertThatThrownBy(() -> epochs.start(1).readParentBatch(gone)).hasMessage("planted in epoch 2");
        }
    }

    @Test
    void reading_ends_as_soon_as_the_visitor_is_done() throws IOException {
        try (Journal journal = fixture.open()) {
            List<Long> ends = new ArrayList<>();
            UnreadableEpoch source = new UnreadableEpoch(journal, 3);
            JournalTail tail =
                    JournalReader.read(source, Epochs.leadingTo(source, 40), 1, new JournalReader.BatchVisitor() {
                        @Override
                        public void batch(TransactionBatch batch, LogPosition logPosition) {
                            ends.add(logPosition.position());
                        }

                        @Override
                        public boolean isDone() {
                            return ends.contains(30L);
                        }
                    });
            assertThat(ends).containsExactly(30L);
            assertThat(tail.position()).isEqualTo(30);
        }
    }
}
