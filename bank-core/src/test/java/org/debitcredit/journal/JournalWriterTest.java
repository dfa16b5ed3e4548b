package org.debitcredit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.journal.segment.FileFixture;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.storage.MemoryFolder;
import org.debitcredit.storage.WrittenByLaterRelease;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;

/** The writer's limits, and the readers' same ones. */
class JournalWriterTest {

    private static final int SEGMENT_BYTES = 64 << 10;

    private final MemoryFolder folder = new MemoryFolder();
    private final JournalFixture batches = new FileFixture(Path.of("not on disk"));

    private FileJournal open() throws IOException {
        return FileJournal.open(folder, SEGMENT_BYTES);
    }

    private static JournalWriter begin(Journal journal, long epochBytesMax, int rowsMax) throws IOException {
        return JournalWriter.begin(
                journal,
                JournalFixture.BANK,
                JournalFixture.read(journal).tail(),
                new JournalWriter.Settings(UUID::randomUUID, epochBytesMax, rowsMax),
                1);
    }

    @Test
    void the_largest_batch_is_the_last_whose_document_readers_accept() {
        assertThat(JournalWriter.documentBytesMax(JournalWriter.ROWS_MAX))
                .isLessThanOrEqualTo(DocumentLayout.DOCUMENT_BYTES_MAX);
        assertThat(JournalWriter.documentBytesMax(JournalWriter.ROWS_MAX + 1))
                .isGreaterThan(DocumentLayout.DOCUMENT_BYTES_MAX);
    }

    @Test
    void settings_beyond_what_readers_accept_are_refused() {
        new JournalWriter.Settings(UUID::randomUUID, 1, 1);
        new JournalWriter.Settings(UUID::randomUUID, Long.MAX_VALUE, JournalWriter.ROWS_MAX);
        for (int rows : new int[] {0, -1, JournalWriter.ROWS_MAX + 1, 400_000, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new JournalWriter.Settings(UUID::randomUUID, 1, rows))
                    .withMessageContaining("rowsMax is " + rows)
                    .withMessageContaining("1 to " + JournalWriter.ROWS_MAX);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JournalWriter.Settings(UUID::randomUUID, 0, 1))
                .withMessageContaining("epochBytesMax is 0");
    }

    @Test
    void a_batch_whose_document_readers_would_not_accept_is_refused_before_anything_is_written() throws IOException {
        int rows = DocumentLayout.DOCUMENT_BYTES_MAX / 70;
        TransactionBatch tooLong = batches.batch(11, rows);
        try (JournalWriter writer = begin(open(), Long.MAX_VALUE, 100)) {
            writer.append(batches.batch(1, 10));
            writer.force();
            long changes = folder.changes();
            assertThatThrownBy(() -> writer.append(tooLong))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("position 11")
                    .hasMessageContaining(rows + " rows")
                    .hasMessageContaining("at most " + DocumentLayout.DOCUMENT_BYTES_MAX);
            assertThat(folder.changes()).isEqualTo(changes);
            assertThat(writer.position()).isEqualTo(10);
            writer.append(batches.batch(11, 5));
            writer.beginNextEpoch();
        }
        try (Journal journal = open()) {
            assertThat(JournalFixture.read(journal).transactions()).isEqualTo(15);
        }
    }

    @Test
    void an_epoch_that_has_only_its_beginning_is_not_full_however_large_that_is() throws IOException {
        try (JournalWriter writer = begin(open(), 1_000, 100)) {
            writer.append(batches.batch(1, 100));
            assertThat(writer.isEpochFull()).isTrue();
            writer.beginNextEpoch();
            assertThat(writer.isEpochFull()).isFalse();
            writer.append(batches.batch(101, 1));
            assertThat(writer.isEpochFull()).isTrue();
        }
    }

    @Test
    void an_epoch_of_one_byte_is_full_at_once_and_every_batch_gets_its_own() throws IOException {
        try (JournalWriter writer = begin(open(), 1, 1)) {
            for (int position = 1; position <= 20; position++) {
                writer.append(batches.batch(position, 1));
                writer.force();
                assertThat(writer.isEpochFull()).isTrue();
                writer.beginNextEpoch();
            }
        }
        try (Journal journal = open()) {
            assertThat(journal.epochs()).hasSize(21);
            assertThat(JournalFixture.read(journal).transactions()).isEqualTo(20);
        }
    }

    @Test
    void a_document_of_a_whole_checksum_whose_counts_do_not_come_to_its_length_is_damage() throws IOException {
        TransactionBatch batch = batches.batch(1, 3);
        int runsAt = (int) BatchDocument.bytes(3, 0, BatchDocument.flags(batch)) - 8 - 2 * 3;
        int lengthsAt = runsAt + 8 + 3 * 8 * 3;
        assertDamage(batch, DocumentLayout.COUNT_AT, 4);
        assertDamage(batch, DocumentLayout.COUNT_AT, -1);
        assertDamage(batch, DocumentLayout.COUNT_AT, Integer.MAX_VALUE);
        assertDamage(batch, DocumentLayout.FLAGS_AT, BatchDocument.flags(batch) ^ BatchDocument.HAS_TRANSFERS);
        assertDamage(batch, runsAt, 2);
        assertDamage(batch, runsAt, -1);
        assertDamage(batch, runsAt + 4, 1);
        assertDamage(batch, lengthsAt, 0);
        assertDamage(batch, lengthsAt, 2);
        assertDamage(batch, lengthsAt, Integer.MAX_VALUE);
        assertThat(BatchDocument.decode(document(batch)).size()).isEqualTo(3);
    }

    @Test
    void references_are_read_as_they_were_written_in_documents_of_their_own_version() {
        TransactionBatch batch = batches.batch(1, 3);
        batch.requests.refer(0, Reference.of("ATM 17"));
        batch.requests.refer(2, Reference.of("\u20AC".repeat(21)));
        ByteBuffer document = document(batch);
        assertThat(document.getShort(DocumentLayout.VERSION_AT)).isEqualTo((short) 3);
        TransactionBatch read = BatchDocument.decode(document);
        for (int row = 0; row < 3; row++) {
            assertThat(read.requests.reference(row)).isEqualTo(batch.requests.reference(row));
            assertThat(read.requests.digest[row]).isEqualTo(batch.requests.digest[row]);
        }
        int lengthsAt = document.limit() - 3 - 6 - 63;
        assertDamage(batch, lengthsAt, 0x3F_00_07);
        assertDamage(batch, lengthsAt, 0x41_00_04);
        assertDamage(batch, lengthsAt, 0xBF_00_06);
    }

    @Test
    void the_first_reference_begins_an_epoch_that_19a8f2d_refuses_and_later_epochs_go_on_so() throws IOException {
        try (JournalWriter writer = begin(open(), Long.MAX_VALUE, 10)) {
            writer.append(batches.batch(1, 2));
            writer.force();
            TransactionBatch named = batches.batch(3, 2);
            named.requests.refer(1, Reference.of("ATM 17"));
            writer.append(named);
            writer.force();
        }
        try (Journal journal = open()) {
            JournalTail tail = JournalReader.read(journal, (batch, logPosition) -> {});
            assertThat(tail.position()).isEqualTo(4);
            assertThat(tail.takesReferences()).isTrue();
            assertThat(java.util.Objects.requireNonNull(tail.lastBatch())
                            .requests
                            .reference(1))
                    .isEqualTo(Reference.of("ATM 17"));
            Epochs epochs = Epochs.of(journal);
            assertThat(epochs.size()).isEqualTo(2);
            assertThat(epochs.start(0).header().takesReferences()).isFalse();
            assertThat(epochs.start(1).header().takesReferences()).isTrue();
            assertThat(epochs.identity()).isEqualTo(epochs.start(1).header().identity());
        }
    }

    @Test
    void the_first_reversal_begins_an_epoch_that_19a8f2d_refuses_and_has_a_version_of_its_own() throws IOException {
        TransactionBatch reversing = reversing(3);
        try (JournalWriter writer = begin(open(), Long.MAX_VALUE, 1)) {
            writer.append(batches.batch(1, 2));
            writer.force();
            writer.append(reversing);
            writer.force();
        }
        try (Journal journal = open()) {
            JournalTail tail = JournalReader.read(journal, (batch, logPosition) -> {});
            assertThat(tail.takesReferences()).isTrue();
            assertSame(java.util.Objects.requireNonNull(tail.lastBatch()), reversing);
            assertThat(Epochs.of(journal).start(1).header().takesReferences()).isTrue();
        }
        assertThat(document(reversing).getShort(DocumentLayout.VERSION_AT)).isEqualTo((short) 4);
        assertThat(document(batches.batch(1, 2)).getShort(DocumentLayout.VERSION_AT))
                .isEqualTo((short) 2);
    }

    @Test
    void a_document_whose_reversals_do_not_fit_it_is_damage() {
        int at = document(reversing(1)).limit() - 3 * 46 - 4 - 8;
        assertSame(BatchDocument.decode(document(reversing(1))), reversing(1));
        for (int count : new int[] {-1, 0, 2, 4, Integer.MAX_VALUE}) {
            assertDamage(reversing(1), at, count);
            assertDamage(reversing(1), at + 4, count == 0 ? 3 : count);
        }
        for (int row : new int[] {-1, 5}) {
            assertDamage(reversing(1), at + 8, row);
            assertDamage(reversing(1), at + 8 + 3 * 46, row);
        }
        assertDamage(reversing(1), at + 8, 4);
    }

    /** A transfer with a reference, its reversal, a tombstone with its reversal, and a reversal of before. */
    private static TransactionBatch reversing(long firstPosition) {
        TransactionBatch batch = new TransactionBatch(5);
        batch.begin(firstPosition, 1_000_000);
        Transaction transfer = Transaction.transfer(1, 2, 3, 40).with(Reference.of("ATM 17"));
        Transaction withdrawal = Transaction.withdrawal(1, 2, 50);
        batch.requests.add(transfer, key(1));
        batch.commit(0, 10, 20, 30, 40);
        batch.requests.addReversal(new Reversal(key(1), transfer, 0), key(2), firstPosition, Outcome.COMMITTED);
        batch.requests.amount[1] = 40;
        batch.commit(1, 50, -20, 30, 40);
        batch.requests.ownReversals().addTombstone(batch.requests.add(withdrawal, key(3)));
        batch.refuse(2, Refusal.REVERSED, 0);
        batch.requests.addReversal(
                new Reversal(key(3), withdrawal, 20), key(4), firstPosition + 2, Refusal.REVERSED.code());
        batch.commit(3, 50, 0, 0, 0);
        batch.requests.addReversal(new Reversal(key(5), withdrawal, 0), key(6), 1, Reversals.REVERSED_BEFORE);
        batch.refuse(4, Refusal.REVERSED, 0);
        return batch;
    }

    private static TransactionKey key(long number) {
        return NumberedKeys.key(1_000, number);
    }

    private static void assertSame(TransactionBatch read, TransactionBatch written) {
        assertThat(document(read)).isEqualTo(document(written));
        for (int row = 0; row < written.size(); row++) {
            assertThat(read.requests.digest[row]).isEqualTo(written.requests.digest[row]);
            assertThat(read.requests.ownReversals().isTombstone(row))
                    .isEqualTo(written.requests.ownReversals().isTombstone(row));
        }
    }

    @Test
    void a_document_of_a_later_version_is_named_and_not_taken_for_the_end() throws IOException {
        begin(open(), Long.MAX_VALUE, 10).close();
        ByteBuffer document = document(batches.batch(1, 1));
        document.putShort(DocumentLayout.VERSION_AT, (short) 5);
        DocumentLayout.seal(document, document.limit(), new CRC32C());
        try (DocumentSource source = open().read(1)) {
            assertThatThrownBy(() -> DocumentLayout.continues(document, source, new CRC32C(), new UUID(3, 4), 4, 0))
                    .isInstanceOf(WrittenByLaterRelease.class)
                    .hasMessageContaining("document 5 of epoch id")
                    .hasMessageContaining("is of version 5, and this release reads versions 2 to 4");
        }
    }

    private static ByteBuffer document(TransactionBatch batch) {
        ByteBuffer document = DocumentLayout.allocate(BatchDocument.bytesMax(batch.size()));
        int flags = BatchDocument.flags(batch);
        DocumentLayout.putHeader(
                document,
                DocumentLayout.KIND_BATCH,
                0,
                batch.size(),
                new UUID(1, 2),
                new UUID(3, 4),
                5,
                batch.firstPosition(),
                1,
                flags);
        int length = BatchDocument.encode(batch, flags, document, document.asLongBuffer());
        DocumentLayout.seal(document, length, new CRC32C());
        return document;
    }

    private static void assertDamage(TransactionBatch batch, int at, int value) {
        ByteBuffer document = document(batch);
        document.putInt(at, value);
        DocumentLayout.seal(document, document.limit(), new CRC32C());
        assertThat(DocumentLayout.isIntact(document, new CRC32C())).isTrue();
        assertThatThrownBy(() -> BatchDocument.decode(document))
                .as("%d at byte %d", value, at)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("document 5");
    }
}
