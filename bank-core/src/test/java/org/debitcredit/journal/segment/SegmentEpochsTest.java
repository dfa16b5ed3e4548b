package org.debitcredit.journal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.debitcredit.journal.RawEpoch;
import org.debitcredit.journal.RawEpoch.Found;
import org.debitcredit.storage.MemoryFolder;
import org.junit.jupiter.api.Test;

/** A reader sees of a folder of segments what the next start will see, and changes nothing. */
class SegmentEpochsTest {

    private static final int SEGMENT_BYTES = Segment.FIRST_DOCUMENT_AT + 1_024;

    private static UUID id(long epoch) {
        return new UUID(5, epoch);
    }

    private static FileJournal open(MemoryFolder folder) throws IOException {
        return FileJournal.open(folder, SEGMENT_BYTES);
    }

    /** Epochs 1 and 2 of two segments each, epoch 3 of one. */
    private static MemoryFolder threeEpochs() throws IOException {
        MemoryFolder folder = new MemoryFolder();
        try (FileJournal journal = open(folder)) {
            for (long epoch = 1; epoch <= 3; epoch++) {
                journal.beginEpoch(epoch);
                RawEpoch raw = new RawEpoch(id(epoch));
                for (int document = 0; document < (epoch == 3 ? 1 : 2); document++) {
                    journal.append(raw.next(600));
                }
                journal.force();
            }
        }
        return folder;
    }

    private static SegmentEpochs read(MemoryFolder folder) throws IOException {
        long changes = folder.changes();
        SegmentEpochs epochs = SegmentEpochs.read(folder);
        for (long epoch : epochs.epochs()) {
            epochs.read(epoch).close();
        }
        assertThat(folder.changes()).as("changes made by reading").isEqualTo(changes);
        return epochs;
    }

    @Test
    void wherever_a_removal_was_cut_short_the_reader_sees_what_a_start_sees() throws IOException {
        long before = threeEpochs().changes();
        boolean isRemoved = false;
        for (long cut = before + 1; !isRemoved; cut++) {
            MemoryFolder folder = threeEpochs();
            try (FileJournal journal = open(folder)) {
                folder.stopAt(cut);
                journal.removeThrough(2);
                isRemoved = true;
            } catch (IOException stopped) {
                assertThat(stopped).hasMessageContaining("stopped at change");
            }
            folder.stopAt(Long.MAX_VALUE);
            SegmentEpochs seen = read(folder);
            assertThat(seen.damage()).isNull();
            try (FileJournal started = open(folder)) {
                assertThat(seen.epochs()).as("interrupted at change %d", cut).isEqualTo(started.epochs());
            }
        }
    }

    @Test
    void an_epoch_that_says_so_in_one_segment_only_is_removed_for_the_reader_too() throws IOException {
        MemoryFolder folder = threeEpochs();
        try (SegmentInventory inventory = SegmentInventory.read(folder)) {
            inventory.standing().values().iterator().next().get(1).markRemoved();
        }
        SegmentEpochs epochs = read(folder);
        assertThat(epochs.epochs()).containsExactly(2L, 3L);
        assertThatThrownBy(() -> epochs.read(1)).hasMessageContaining("epoch 1");
    }

    @Test
    void damage_is_named_and_what_it_leaves_can_be_read() throws IOException {
        MemoryFolder folder = threeEpochs();
        folder.delete("segment-000003");
        SegmentEpochs epochs = read(folder);
        assertThat(epochs.damage()).hasMessageContaining("segment-000003 is missing");
        assertThat(epochs.epochs()).containsExactly(1L, 2L, 3L);
        assertThat(RawEpoch.read(epochs, 1, id(1))).isEqualTo(new Found(List.of(600, 600), false));
        assertThat(RawEpoch.read(epochs, 2, id(2)).lengths()).isEmpty();
        assertThat(RawEpoch.read(epochs, 3, id(3))).isEqualTo(new Found(List.of(600), false));
    }
}
