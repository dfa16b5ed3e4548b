package org.debitcredit.journal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.journal.JournalFixture;
import org.debitcredit.journal.JournalFixture.Contents;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.storage.MemoryFolder;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bank's own reader and writer on recycled segments: three servers' lives, power cut at every change of them. */
class FileJournalRecoveryTest {

    private static final int SEGMENT_BYTES = 10_000;
    private static final int[] BATCHES = {20, 40, 3, 50};

    private final JournalFixture batches = new FileFixture(Path.of("not on disk"));

    @ParameterizedTest(name = "torn in pieces of {0} bytes")
    @ValueSource(ints = {64, 512, 4096})
    void every_acknowledged_batch_is_read_back_and_never_refused(int pieceBytes) throws IOException {
        MemoryFolder whole = new MemoryFolder();
        assertThat(live(whole)).hasSize(3 * BATCHES.length);
        for (long change = 1; change <= whole.changes(); change++) {
            MemoryFolder folder = new MemoryFolder().stopAt(change);
            List<LogPosition> acknowledged = live(folder);
            MemoryFolder after = folder.cutPower(new SplittableRandom(change), pieceBytes);
            try (FileJournal journal = FileJournal.open(after, SEGMENT_BYTES)) {
                assertThat(JournalFixture.read(journal).logPositions())
                        .as("cut at change %d", change)
                        .hasSizeBetween(acknowledged.size(), acknowledged.size() + 1)
                        .containsAll(acknowledged);
            }
            assertThat(live(after)).containsAll(acknowledged);
        }
    }

    /** Three lives, or as much of them as the folder lets happen; answers what was acknowledged. */
    private List<LogPosition> live(MemoryFolder folder) {
        List<LogPosition> acknowledged = new ArrayList<>();
        try {
            for (int life = 0; life < 3; life++) {
                live(folder, acknowledged, life < 2);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("stopped at change");
        }
        return acknowledged;
    }

    private void live(MemoryFolder folder, List<LogPosition> acknowledged, boolean endInOrder) throws IOException {
        FileJournal journal = FileJournal.open(folder, SEGMENT_BYTES);
        Contents before = JournalFixture.read(journal);
        try (JournalWriter writer =
                JournalWriter.begin(journal, JournalFixture.BANK, before.tail(), JournalFixture.SETTINGS, 1_000_000)) {
            acknowledged.clear();
            acknowledged.addAll(before.logPositions());
            for (int size : BATCHES) {
                writer.append(batches.batch(writer.position() + 1, size));
                LogPosition logPosition = writer.logPosition();
                writer.force();
                acknowledged.add(logPosition);
            }
            if (endInOrder) {
                writer.end();
            }
        }
    }
}
