package org.debitcredit.journal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.zip.CRC32C;
import net.bytebuddy.asm.Advice;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.debitcredit.Redefined;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalContract;
import org.debitcredit.journal.JournalCopy;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalFixture;
import org.debitcredit.journal.JournalFixture.Contents;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.journal.RawEpoch;
import org.debitcredit.storage.MediumWatch;
import org.debitcredit.transaction.TransactionBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Chronicle's files add to the contract. */
class ChronicleJournalTest extends JournalContract<ChronicleFixture> {

    @Override
    protected ChronicleFixture fixture(Path directory) {
        return new ChronicleFixture(directory);
    }

    @Test
    void an_epoch_larger_than_chronicles_block_is_read_back_whole() throws IOException {
        int[] sizes = new int[900];
        Arrays.fill(sizes, 1_000);
        Contents written = journal.live(false, sizes);
        assertThat(Files.size(journal.queueFile(1))).isGreaterThan(80L << 20);
        assertThat(journal.read().logPositions()).isEqualTo(written.logPositions());
    }

    @Test
    void our_reader_of_raw_bytes_delivers_what_chronicles_own_reader_delivers() throws IOException {
        journal.live(false, 10, 20, 30);
        List<Long> ours = new ArrayList<>();
        CRC32C crc = new CRC32C();
        try (DocumentSource source = ChronicleEpochSource.open(journal.epochDirectory(1), MediumWatch.NONE)) {
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
                    if (bytes.readRemaining() == Integer.BYTES) {
                        continue; // the prelude
                    }
                    crc.reset();
                    crc.update(bytes.toByteArray());
                    chronicles.add(crc.getValue());
                }
            }
        }
        assertThat(ours).hasSize(4).isEqualTo(chronicles);
    }

    /** Each snapshot ends an epoch, and the keys of a bank with little to do keep all of them. */
    @Test
    void an_epoch_that_ended_early_takes_little_more_than_was_written() throws IOException {
        try (ChronicleJournal running = ChronicleJournal.open(journal.directory, 4 << 20)) {
            running.beginEpoch(1);
            running.append(new RawEpoch(new UUID(3, 1)).next(500));
            running.force();
            running.beginEpoch(2);
        }
        assertThat(Files.size(journal.queueFile(1))).isBetween(500L, 1L << 20);
    }

    /** After a failed force, the system may count pages as clean that the medium does not hold. */
    @Test
    void a_start_writes_the_end_of_the_newest_epoch_again_before_an_epoch_follows_it() throws IOException {
        journal.live(false, 10, 20, 30);
        // Else the start would shorten it, which writes to the file as well.
        new ChronicleEpochs(journal.directory).shorten(1, () -> {});
        Path file = journal.queueFile(1);
        byte[] contents = Files.readAllBytes(file);
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        try (Journal next = journal.open()) {
            assertThat(Files.getLastModifiedTime(file)).isEqualTo(FileTime.fromMillis(0));
            next.beginEpoch(2);
            assertThat(Files.getLastModifiedTime(file)).isGreaterThan(FileTime.fromMillis(0));
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(contents);
    }

    @Test
    @Timeout(20)
    void without_zeros_ahead_the_writer_waits_for_nobody_and_everything_is_read_back() throws IOException {
        List<TransactionBatch> written = new ArrayList<>();
        try (Journal bare = ChronicleJournal.open(journal.directory, 0);
                JournalWriter writer = JournalWriter.begin(
                        bare, JournalFixture.BANK, JournalFixture.read(bare).tail(), JournalFixture.SETTINGS, 1)) {
            // The first force is begin's: from here on there would be a filler to wait for.
            for (int group = 0; group < 20; group++) {
                TransactionBatch batch = journal.batch(writer.logPosition().position() + 1, 500);
                writer.append(batch);
                writer.force();
                written.add(batch);
            }
        }
        assertSame(journal.read().batches(), written);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_removal_that_takes_long_does_not_keep_the_next_epochs_from_beginning() throws Exception {
        CountDownLatch deleting = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        Runnable rest = () -> {
            deleting.countDown();
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        try (ChronicleJournal slow = ChronicleJournal.open(journal.directory, 1 << 20, rest)) {
            slow.beginEpoch(1);
            slow.beginEpoch(2);
            slow.removeThrough(1);
            deleting.await();
            for (int epoch = 3; epoch <= 6; epoch++) {
                slow.beginEpoch(epoch);
                slow.append(new RawEpoch(new UUID(3, epoch)).next(500));
                slow.force();
            }
            slow.removeThrough(4);
            assertThat(slow.epochs()).containsExactly(5L, 6L);
            assertThat(mayGoOn.getCount()).isEqualTo(1);
            mayGoOn.countDown();
        }
        assertThat(journal.directory).isDirectoryNotContaining("glob:**/removed-*");
    }

    @Test
    void an_error_while_an_epoch_is_deleted_is_reported_and_the_journal_closes() throws Exception {
        CountDownLatch thrown = new CountDownLatch(1);
        ChronicleJournal dying = ChronicleJournal.open(journal.directory, 1 << 20, () -> {
            thrown.countDown();
            throw new OutOfMemoryError("planted");
        });
        dying.beginEpoch(1);
        dying.beginEpoch(2);
        dying.beginEpoch(3);
        assertThatThrownBy(() -> {
                    // Until the thread has left the Error with its task, which the first call may find already.
                    while (true) {
                        dying.removeThrough(1);
                    }
                })
                .isInstanceOf(IOException.class)
                .hasRootCauseInstanceOf(OutOfMemoryError.class);
        assertThat(thrown.getCount()).isZero();
        dying.close();
        assertThat(journal.directory).isDirectoryNotContaining("glob:**/removed-*");
    }

    /** A start that was interrupted leaves a number without an epoch, and a copy of the journal has to skip it. */
    @Test
    void a_number_may_be_skipped() throws IOException {
        try (ChronicleJournal skipping = ChronicleJournal.open(journal.directory, 1 << 20)) {
            skipping.beginEpoch(3);
            skipping.beginEpoch(5);
            skipping.beginEpoch(6);
            assertThat(skipping.epochs()).containsExactly(3L, 5L, 6L);
        }
    }

    @Test
    void an_error_while_the_next_queue_is_made_ends_the_epoch_that_waits_for_it_and_the_journal_closes()
            throws IOException {
        ChronicleJournal dying = ChronicleJournal.open(journal.directory, 1 << 20);
        dying.beginEpoch(1);
        dying.beginEpoch(2);
        Redefined planted = Redefined.method(
                "org.debitcredit.journal.chronicle.ChronicleEpoch", "fillFirst", RunsOutOfMemory.class);
        try {
            dying.beginEpoch(3);
            assertThatThrownBy(() -> dying.beginEpoch(4))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("next epoch could not be created")
                    .hasRootCauseInstanceOf(OutOfMemoryError.class);
        } finally {
            planted.close();
        }
        dying.close();
        assertThat(journal.directory).isDirectoryNotContaining("glob:**/next-*");
    }

    @Test
    void a_disk_that_was_full_when_the_next_queue_was_made_and_has_room_again_does_not_end_the_epoch()
            throws IOException {
        try (ChronicleJournal goesOn = ChronicleJournal.open(journal.directory, 1 << 20)) {
            goesOn.beginEpoch(1);
            goesOn.beginEpoch(2);
            // Waits for the queue of epoch 3, which must not be the one that fails.
            goesOn.makeAhead(0, 1);
            Redefined planted =
                    Redefined.method("org.debitcredit.journal.chronicle.ChronicleEpoch", "fillFirst", DiskFull.class);
            try {
                goesOn.beginEpoch(3);
                assertThatThrownBy(() -> goesOn.makeAhead(0, 1))
                        .as("waits for it")
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("planted");
            } finally {
                planted.close();
            }
            goesOn.beginEpoch(4);
            assertThat(journal.directory)
                    .as("what the first attempt took of the disk")
                    .isDirectoryNotContaining("glob:**/next-4-*");
            goesOn.append(new RawEpoch(new UUID(3, 4)).next(500));
            goesOn.force();
            goesOn.beginEpoch(5);
            assertThat(goesOn.epochs()).containsExactly(1L, 2L, 3L, 4L, 5L);
        }
    }

    /** Instead of the method. */
    static final class DiskFull {
        @Advice.OnMethodEnter
        static void enter() throws IOException {
            throw new IOException("planted: No space left on device");
        }
    }

    @Test
    void the_zeros_ahead_of_an_epoch_that_ended_are_given_back_when_the_next_one_begins() throws IOException {
        Contents first = journal.live(false, 10, 10);
        long whole = Files.size(journal.queueFile(1));
        journal.open().close();
        assertThat(Files.size(journal.queueFile(1)))
                .as("a start may still be refused")
                .isEqualTo(whole);
        Contents second = journal.live(true, 10);
        assertThat(Files.size(journal.queueFile(1))).isLessThan(1 << 20).isLessThan(whole / 4);
        assertThat(journal.read().logPositions())
                .containsAll(first.logPositions())
                .containsAll(second.logPositions());
        long shortened = Files.size(journal.queueFile(1));
        journal.live(true, 10);
        assertThat(Files.size(journal.queueFile(1))).as("once").isEqualTo(shortened);
    }

    @Test
    void a_file_with_anything_after_its_zeros_stays_as_it_is() throws IOException {
        journal.live(false, 10, 10);
        try (FileChannel file = FileChannel.open(journal.queueFile(1), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {1}), 2 << 20);
        }
        long whole = Files.size(journal.queueFile(1));
        journal.live(true, 10);
        assertThat(Files.size(journal.queueFile(1))).isEqualTo(whole);
    }

    @Test
    void a_copy_of_many_short_epochs_takes_as_little_as_they_do() throws IOException {
        for (int epoch = 0; epoch < 8; epoch++) {
            journal.live(true, 10);
        }
        ChronicleFixture copied = new ChronicleFixture(journal.directory.resolveSibling("copied"));
        try (Journal from = journal.open();
                Journal copy = copied.open()) {
            JournalCopy.copy(from, copy);
        }
        for (int epoch = 1; epoch < 8; epoch++) {
            assertThat(Files.size(copied.queueFile(epoch)))
                    .as("epoch %d", epoch)
                    .isLessThan(1 << 20);
        }
        assertThat(copied.read().logPositions()).isEqualTo(journal.read().logPositions());
    }

    /** This one has lost the lock to the other without knowing it yet. */
    @Test
    void an_epoch_that_was_not_there_when_the_journal_was_opened_is_not_shortened() throws IOException {
        try (ChronicleJournal overtaken = ChronicleJournal.open(journal.directory, 1 << 20);
                ChronicleJournal owner = ChronicleJournal.open(journal.directory, 1 << 20)) {
            owner.beginEpoch(1);
            owner.append(new RawEpoch(new UUID(3, 1)).next(500));
            owner.force();
            long whole = Files.size(journal.queueFile(1));
            overtaken.beginEpoch(2);
            assertThat(Files.size(journal.queueFile(1))).isEqualTo(whole);
        }
    }

    /** Instead of the method. */
    static final class RunsOutOfMemory {
        @Advice.OnMethodEnter
        static void enter() {
            throw new OutOfMemoryError("planted");
        }
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

    /** Killed processes leave either: the word of the frame is 0, or says that it is not finished. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_whole_last_document_whose_frame_was_never_finished_is_cut_and_not_taken_for_damage(boolean isZero)
            throws IOException {
        Contents written = journal.live(false, 10, 10, 10);
        long last = journal.spot(1, HEADER + 3).offset();
        try (FileChannel file =
                FileChannel.open(journal.queueFile(1), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer word = ByteBuffer.allocate(4);
            file.read(word, last - 4);
            word.put(3, (byte) (word.get(3) | 0x80)).rewind();
            file.write(isZero ? ByteBuffer.allocate(4) : word, last - 4);
        }
        assertThat(journal.read().logPositions())
                .isEqualTo(written.logPositions().subList(0, 2));
        assertThat(journal.live(false, 5).logPositions()).hasSize(3);
    }

    @Test
    void a_flipped_frame_length_in_the_middle_is_damage_though_chronicles_reader_ends_silently() throws IOException {
        journal.live(false, 10, 10, 10);
        journal.flipBit(journal.spot(1, HEADER + 2), -1);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class);
    }

    @Test
    void a_missing_epoch_is_named_by_the_one_after_it() throws IOException {
        journal.live(true, 10);
        journal.live(true, 10);
        journal.live(true, 10);
        journal.lose(2);
        assertThatThrownBy(journal::read)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("epoch 3")
                .hasMessageContaining("position 20");
    }
}
