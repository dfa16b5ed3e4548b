package org.debitcredit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.debitcredit.journal.JournalFixture.Contents;
import org.debitcredit.transaction.TransactionBatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ChronicleJournalTest {

    @TempDir
    Path temp;

    private JournalFixture journal;

    @BeforeEach
    void fixture() {
        journal = new JournalFixture(temp.resolve("deep/journal"));
    }

    @Test
    void an_empty_directory_is_an_empty_journal() throws IOException {
        Contents contents = journal.read();
        assertThat(contents.batches()).isEmpty();
        assertThat(contents.tail().identity()).isNull();
    }

    @Test
    void what_was_appended_is_read_back_in_order_over_several_epochs() throws IOException {
        journal.live(true, 1, 100, 7);
        journal.live(false, 3);
        journal.live(true);
        Contents written = journal.live(true, 500, 1);

        Contents read = journal.read();

        assertThat(read.tail().identity()).isEqualTo(JournalFixture.BANK);
        assertThat(read.tail().position()).isEqualTo(612);
        assertThat(read.tail().endedInOrder()).isTrue();
        assertThat(read.tail().documentsCut()).isZero();
        assertThat(read.marks()).isEqualTo(written.marks());
        assertSame(read.batches(), written.batches());
    }

    @Test
    void an_epoch_larger_than_chronicles_block_is_read_back_whole() throws IOException {
        int[] sizes = new int[900];
        Arrays.fill(sizes, 1_000);
        Contents written = journal.live(false, sizes);
        assertThat(Files.size(journal.queueFile(1))).isGreaterThan(80L << 20);
        assertThat(journal.read().marks()).isEqualTo(written.marks());
    }

    @Test
    void our_reader_of_raw_bytes_delivers_what_chronicles_own_reader_delivers() throws IOException {
        journal.live(false, 10, 20, 30);
        List<Long> ours = new ArrayList<>();
        CRC32C crc = new CRC32C();
        try (DocumentSource source = ChronicleEpochSource.open(journal.epochDirectory(1))) {
            for (ByteBuffer document = source.next(); document != null; document = source.next()) {
                crc.reset();
                crc.update(document);
                ours.add(crc.getValue());
            }
        }
        List<Long> chronicles = new ArrayList<>();
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(journal.epochDirectory(1))
                        .rollCycle(RollCycles.FAST_DAILY)
                        .timeProvider(() -> 0)
                        .readOnly(true)
                        .build();
                ExcerptTailer tailer = queue.createTailer()) {
            while (true) {
                try (DocumentContext context = tailer.readingDocument()) {
                    if (!context.isPresent()) {
                        break;
                    }
                    Bytes<?> bytes = context.wire().bytes();
                    crc.reset();
                    crc.update(bytes.toByteArray());
                    chronicles.add(crc.getValue());
                }
            }
        }
        assertThat(ours).hasSize(4).isEqualTo(chronicles);
    }

    @Test
    void a_second_server_is_kept_off_the_directory_and_told_so() throws IOException {
        try (Journal first = journal.open()) {
            assertThat(first.epochs()).isEmpty();
            assertThatThrownBy(journal::open)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use by another server")
                    .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        }
        journal.open().close();
    }

    @Test
    @Timeout(20)
    void without_zeros_ahead_the_writer_waits_for_nobody_and_everything_is_read_back() throws IOException {
        List<TransactionBatch> written = new ArrayList<>();
        try (Journal bare = ChronicleJournal.open(journal.directory, 0);
                JournalWriter writer = JournalWriter.begin(
                        bare, JournalFixture.BANK, JournalFixture.read(bare).tail(), UUID.randomUUID(), 1_000, 1)) {
            // The first force is begin's: from here on there would be a filler to wait for.
            for (int group = 0; group < 20; group++) {
                TransactionBatch batch = journal.batch(writer.mark().position() + 1, 500);
                writer.append(batch);
                writer.force();
                written.add(batch);
            }
        }
        assertSame(journal.read().batches(), written);
    }

    @Test
    void a_disk_too_full_to_begin_is_refused_before_anything_is_written() throws IOException {
        try (Journal greedy = ChronicleJournal.open(journal.directory, Long.MAX_VALUE / 2)) {
            assertThatThrownBy(() -> greedy.beginEpoch(1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("bytes free");
            assertThat(greedy.epochs()).isEmpty();
        }
    }

    static void assertSame(List<TransactionBatch> actual, List<TransactionBatch> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            TransactionBatch a = actual.get(i);
            TransactionBatch e = expected.get(i);
            assertThat(a.firstPosition()).isEqualTo(e.firstPosition());
            assertThat(a.timestampMicros()).isEqualTo(e.timestampMicros());
            assertThat(a.requests).usingRecursiveComparison().isEqualTo(e.requests);
            assertThat(a.outcome).isEqualTo(e.outcome);
            assertThat(a.balance).isEqualTo(e.balance);
            assertThat(a.tellerBalance).isEqualTo(e.tellerBalance);
            assertThat(a.branchBalance).isEqualTo(e.branchBalance);
        }
    }
}
