package org.debitcredit.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.debitcredit.journal.JournalFixture.Contents;
import org.debitcredit.journal.JournalFixture.Spot;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.transaction.KeyHorizon;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds for a journal on any medium: what was appended is read back; what a crash leaves is cut and counted; what
 * a crash cannot leave is damage, and refused.
 */
public abstract class JournalContract<F extends JournalFixture> {

    protected static final int HEADER = 1;

    @TempDir
    protected Path temp;

    protected F journal;

    protected abstract F fixture(Path directory);

    @BeforeEach
    void beginFixture() {
        journal = fixture(temp.resolve("deep/journal"));
    }

    @Test
    void time_does_not_go_back_to_the_batch_that_an_epoch_repeats() throws IOException {
        journal.live(false, 10);
        Journal second = journal.open();
        try (JournalWriter writer = JournalWriter.begin(
                second, JournalFixture.BANK, JournalFixture.read(second).tail(), JournalFixture.SETTINGS, 9_000_000)) {
            assertThat(writer.timestampMicros()).isEqualTo(9_000_000);
        }
        assertThat(journal.read().tail().timestampMicros()).isEqualTo(9_000_000);
    }

    @Test
    void the_largest_batch_is_read_back_whatever_its_rows_and_keys_are() throws IOException {
        try (Journal open = journal.open();
                JournalWriter writer = begin(open, JournalWriter.ROWS_MAX)) {
            TransactionBatch largest = journal.batch(1, JournalWriter.ROWS_MAX);
            Reference longest = Reference.of("x".repeat(Reference.BYTES_MAX));
            for (int row = 0; row < JournalWriter.SECTION_BYTES_MAX / Reference.BYTES_MAX; row++) {
                largest.requests.refer(row, longest);
            }
            writer.append(largest);
            assertThat(writer.lastDocumentBytes()).isGreaterThan(DocumentLayout.DOCUMENT_BYTES_MAX - 20_000);
            writer.force();
        }
        Contents read = journal.read();
        assertThat(read.transactions()).isEqualTo(JournalWriter.ROWS_MAX);
        assertThat(read.tail().documentsCut()).isZero();
        journal.live(true, 1);
        assertThat(journal.read().transactions())
                .as("after a start, which repeats it")
                .isEqualTo(JournalWriter.ROWS_MAX + 1);
        EpochArchive archive = new EpochArchive(DiskFolder.open(temp.resolve("archive")));
        try (Journal open = journal.open()) {
            Epochs epochs = Epochs.of(open);
            for (int epoch = 0; epoch < epochs.size(); epoch++) {
                archive.keep(open, epochs, epoch, Long.MAX_VALUE, () -> {});
            }
        }
        assertThat(JournalReader.read(archive, Epochs.of(archive), 0, (batch, logPosition) -> {})
                        .position())
                .as("from an archive")
                .isEqualTo(JournalWriter.ROWS_MAX + 1);
    }

    @Test
    void the_forgotten_keys_of_the_most_clients_are_read_back() throws IOException {
        List<KeyHorizon.Client> clients = LongStream.rangeClosed(1, KeyHorizon.CLIENTS_MAX)
                .mapToObj(client -> new KeyHorizon.Client(-client, Long.MAX_VALUE - client))
                .toList();
        KeyHorizon horizon = new KeyHorizon(7, 8, clients, new KeyHorizon.Lowered(9, 10), 11, 12);
        JournalOwner owner = new JournalOwner() {
            @Override
            public KeyHorizon keyHorizon() {
                return horizon;
            }
        };
        try (Journal open = journal.open();
                JournalWriter writer = JournalWriter.begin(
                        open,
                        JournalFixture.BANK,
                        JournalFixture.read(open).tail(),
                        new JournalWriter.Settings(UUID::randomUUID, Long.MAX_VALUE, 1, owner),
                        1)) {
            writer.append(journal.batch(1, 1));
            writer.force();
            writer.beginNextEpoch();
        }
        try (Journal open = journal.open()) {
            Epochs epochs = Epochs.of(open);
            assertThat(epochs.keyHorizon(0)).isEqualTo(horizon);
            assertThat(epochs.keyHorizon(1)).isEqualTo(horizon);
        }
        assertThat(journal.read().transactions()).isEqualTo(1);
    }

    @Test
    void a_batch_of_more_rows_than_were_expected_is_written_if_its_document_is_short_enough() throws IOException {
        TransactionBatch batch = new TransactionBatch(200_000);
        batch.begin(1, 1);
        batch.requests.keys.add(7, 7, 0, 200_000);
        for (int row = 0; row < 200_000; row++) {
            batch.requests.addContent(TransactionType.DEPOSIT.code(), 0, 1, Transaction.NO_TARGET, 1);
            batch.commit(row, row, 0, row, row);
        }
        try (Journal open = journal.open();
                JournalWriter writer = begin(open, 10)) {
            writer.append(batch);
            writer.force();
        }
        try (Journal open = journal.open()) {
            JournalReader.read(open, (read, logPosition) -> {
                assertThat(read.size()).isEqualTo(200_000);
                assertThat(read.balance).isEqualTo(batch.balance);
                assertThat(read.requests.keys.keyOf(199_999)).isEqualTo(new TransactionKey(7, 7, 199_999));
            });
            assertThat(JournalFixture.read(open).tail().position()).isEqualTo(200_000);
        }
    }

    /** What a batch holds is its clients' to choose, and everybody can compute a CRC32C. */
    @Test
    void a_batch_whose_amounts_look_like_a_document_of_a_later_release_is_no_such_document() throws IOException {
        ByteBuffer forged = DocumentLayout.allocate(DocumentLayout.HEADER_BYTES);
        while (forged.hasRemaining()) {
            forged.put((byte) 1);
        }
        forged.putInt(DocumentLayout.MAGIC_AT, DocumentLayout.MAGIC);
        forged.putShort(DocumentLayout.VERSION_AT, (short) (DocumentLayout.VERSION_WITH_REVERSALS + 1));
        DocumentLayout.seal(forged, DocumentLayout.HEADER_BYTES, new CRC32C());
        int rows = DocumentLayout.HEADER_BYTES / Long.BYTES;
        TransactionBatch batch = new TransactionBatch(rows);
        batch.begin(1, 1);
        batch.requests.keys.add(7, 7, 0, rows);
        for (int row = 0; row < rows; row++) {
            long amount = forged.getLong(row * Long.BYTES);
            batch.requests.addContent(TransactionType.DEPOSIT.code(), 0, 1, Transaction.NO_TARGET, amount);
            batch.commit(row, row, 0, row, row);
        }
        EpochArchive archive = new EpochArchive(DiskFolder.open(temp));
        try (Journal open = journal.open();
                JournalWriter writer = begin(open, rows)) {
            writer.append(batch);
            writer.force();
            archive.keep(open, Epochs.of(open), 0, Long.MAX_VALUE, () -> {});
        }
        assertThat(journal.read().transactions()).isEqualTo(rows);
        assertThat(JournalReader.read(archive, (read, logPosition) -> {}).position())
                .isEqualTo(rows);
    }

    private static JournalWriter begin(Journal journal, int rowsMax) throws IOException {
        return JournalWriter.begin(
                journal,
                JournalFixture.BANK,
                JournalFixture.read(journal).tail(),
                new JournalWriter.Settings(UUID::randomUUID, Long.MAX_VALUE, rowsMax),
                1);
    }

    @Test
    void what_is_written_where_digits_are_not_ascii_is_found_again() throws IOException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            journal.live(true, 3);
            assertThat(journal.read().transactions()).isEqualTo(3);
        } finally {
            Locale.setDefault(before);
        }
        assertThat(journal.read().transactions()).isEqualTo(3);
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
        assertThat(read.logPositions()).isEqualTo(written.logPositions());
        assertSame(read.batches(), written.batches());
    }

    @Test
    void appending_leaves_the_buffer_as_it_was() throws IOException {
        try (Journal open = journal.open()) {
            open.beginEpoch(1);
            ByteBuffer document = new RawEpoch(new UUID(3, 4)).next(500);
            open.append(document);
            assertThat(document.position()).isZero();
            assertThat(document.limit()).isEqualTo(500);
            open.force();
        }
    }

    @Test
    void the_bytes_that_it_takes_are_known_while_epochs_grow_end_and_go() throws IOException {
        try (Journal open = journal.open()) {
            assertThat(open.bytes()).isZero();
        }
        journal.live(true, 10);
        long afterOne;
        try (Journal open = journal.open()) {
            afterOne = open.bytes();
            assertThat(afterOne).isPositive();
        }
        try (Journal open = journal.open();
                JournalWriter writer = begin(open, 1_000)) {
            assertThat(open.bytes()).as("another epoch begun").isGreaterThan(afterOne);
            long documents = 0;
            for (int i = 0; i < 100; i++) {
                writer.append(journal.batch(writer.position() + 1, 1_000));
                documents += writer.lastDocumentBytes();
            }
            assertThat(open.bytes() - afterOne).isGreaterThanOrEqualTo(documents);
            long afterTwo = open.bytes();
            writer.beginNextEpoch();
            assertThat(open.bytes()).as("a third").isGreaterThan(afterTwo);
            open.removeThrough(2);
            assertThat(open.bytes()).as("the third alone").isPositive().isLessThan(documents);
        }
        try (Journal open = journal.open()) {
            assertThat(open.bytes()).isPositive();
            open.removeThrough(3);
            assertThat(open.bytes()).isZero();
        }
    }

    @Test
    void what_is_made_ahead_is_written_to_epoch_after_epoch_and_left_by_nobody() throws IOException {
        try (Journal open = journal.open();
                JournalWriter writer = begin(open, 1_000)) {
            open.makeAhead(6 << 20, 2 << 20);
            for (int epoch = 0; epoch < 5; epoch++) {
                for (int i = 0; i < 20; i++) {
                    writer.append(journal.batch(writer.position() + 1, 1_000));
                    writer.force();
                }
                writer.beginNextEpoch();
            }
        }
        assertThat(journal.read().transactions()).isEqualTo(100_000);
        try (Journal open = journal.open()) {
            assertThat(open.epochs()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        }
    }

    @Test
    void removed_epochs_are_gone_and_the_later_ones_are_whole() throws IOException {
        journal.live(true, 10);
        journal.live(true, 20);
        journal.live(true, 30);
        try (Journal open = journal.open()) {
            open.removeThrough(2);
            assertThat(open.epochs()).containsExactly(3L);
        }
        try (Journal open = journal.open()) {
            assertThat(open.epochs()).containsExactly(3L);
            try (DocumentSource source = open.read(3)) {
                int documents = 0;
                while (source.next() != null) {
                    documents++;
                }
                assertThat(documents).as("header, copy, batch, end").isEqualTo(4);
            }
        }
    }

    @Test
    void a_torn_last_document_is_cut_and_counted() throws IOException {
        Contents written = journal.live(false, 10, 10, 10);
        Spot last = journal.spot(1, HEADER + 3);
        JournalFixture.zero(last.file(), last.offset() + 400, 300);

        Contents read = journal.read();

        assertThat(read.logPositions()).isEqualTo(written.logPositions().subList(0, 2));
        assertThat(read.tail().documentsCut()).isEqualTo(1);
        assertThat(read.tail().endedInOrder()).isFalse();
    }

    @Test
    void after_a_cut_the_bank_goes_on_and_the_cut_stays() throws IOException {
        journal.live(false, 10, 10, 10);
        Spot last = journal.spot(1, HEADER + 3);
        journal.flipBit(last, 200);
        Contents second = journal.live(false, 5);
        assertThat(second.logPositions()).hasSize(3);
        // The cut document becomes readable again, as after a bad cable: the child's header is authoritative.
        journal.flipBit(last, 200);
        assertThat(journal.read().logPositions()).isEqualTo(second.logPositions());
        assertThat(journal.read().tail().position()).isEqualTo(25);
    }

    @Test
    void a_bit_flipped_in_the_middle_is_damage_and_named() throws IOException {
        journal.live(false, 10, 10, 10);
        Spot second = journal.spot(1, HEADER + 2);
        journal.flipBit(second, 200);
        assertThatThrownBy(journal::read)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining(second.file().toString())
                .hasMessageContaining("document 3")
                .hasMessageContaining("position 10");
    }

    @Test
    void zeroed_pages_in_the_middle_are_damage() throws IOException {
        journal.live(false, 10, 10, 10);
        Spot second = journal.spot(1, HEADER + 2);
        Spot third = journal.spot(1, HEADER + 3);
        journal.zero(second, (int) (third.offset() - second.offset()));
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class);
    }

    @Test
    void damage_in_an_earlier_epoch_is_refused_even_at_its_end() throws IOException {
        journal.live(true, 10, 10);
        journal.live(true, 10);
        journal.flipBit(journal.spot(1, HEADER + 1), 200);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class);
    }

    @Test
    void a_parents_last_batch_lost_from_the_page_cache_is_taken_from_the_childs_copy() throws IOException {
        journal.live(false, 10, 10);
        Contents written = journal.live(false, 10);
        journal.zero(journal.spot(1, HEADER + 2), 2_000);

        Contents read = journal.read();

        assertThat(read.logPositions()).isEqualTo(written.logPositions());
        assertSame(read.batches(), written.batches());
    }

    @Test
    void two_batches_lost_from_an_earlier_epoch_are_damage() throws IOException {
        journal.live(false, 10, 10, 10);
        journal.live(false, 10);
        journal.zero(journal.spot(1, HEADER + 2), 4_000);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class);
    }

    @Test
    void a_destroyed_first_header_is_damage_and_not_a_new_bank() throws IOException {
        journal.live(false, 10, 10);
        journal.flipBit(journal.spot(1, HEADER), 30);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class).hasMessageContaining("beginning");
    }

    @Test
    void an_end_record_that_is_missing_shows() throws IOException {
        journal.live(true, 10);
        assertThat(journal.read().tail().endedInOrder()).isTrue();
        journal.zero(journal.spot(1, HEADER + 2), 8);
        Contents read = journal.read();
        assertThat(read.tail().endedInOrder()).isFalse();
        assertThat(read.transactions()).isEqualTo(10);
    }

    @Test
    void a_flipped_bit_in_a_documents_own_length_is_damage() throws IOException {
        journal.live(false, 10, 10, 10);
        journal.flipBit(journal.spot(1, HEADER + 2), DocumentLayout.LENGTH_AT + 3);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class);
    }

    @Test
    void an_epoch_that_was_cut_off_while_it_began_is_ignored() throws IOException {
        Contents written = journal.live(false, 10);
        journal.live(false);
        journal.zero(journal.spot(2, HEADER), 8_000);
        assertThat(journal.read().logPositions()).isEqualTo(written.logPositions());
        journal.beginOnly(3);
        Contents next = journal.live(false, 3);
        assertThat(next.logPositions()).hasSize(2);
        assertThat(journal.read().logPositions()).isEqualTo(next.logPositions());
    }

    @Test
    void a_damaged_beginning_of_the_oldest_epoch_is_damage_and_not_an_epoch_removed() throws IOException {
        journal.live(true, 10);
        journal.live(true, 10);
        journal.flipBit(journal.spot(1, 1), 100);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class).hasMessageContaining("epoch 1");
    }

    @Test
    void a_missing_epoch_in_the_middle_is_damage() throws IOException {
        journal.live(true, 10);
        journal.live(true, 10);
        journal.live(true, 10);
        journal.lose(2);
        assertThatThrownBy(journal::read).isInstanceOf(JournalDamage.class);
    }

    @Test
    void a_follower_reads_on_from_any_log_position_over_all_epochs() throws IOException {
        journal.live(true, 3, 1, 70);
        journal.live(false, 1, 1, 500);
        Contents contents = journal.live(true, 2, 900, 1);
        try (Journal open = journal.open()) {
            for (int from = -1; from < contents.logPositions().size(); from++) {
                LogPosition logPosition = from < 0
                        ? LogPosition.founding(JournalFixture.BANK.id())
                        : contents.logPositions().get(from);
                try (JournalFollower follower = Objects.requireNonNull(JournalFollower.at(open, logPosition))) {
                    for (int i = from + 1; i < contents.logPositions().size(); i++) {
                        TransactionBatch expected = contents.batches().get(i);
                        assertThat(follower.next(expected.firstPosition() - 1)).isNull();
                        TransactionBatch batch = Objects.requireNonNull(follower.next(expected.lastPosition()));
                        assertSame(List.of(batch), List.of(expected));
                        assertThat(follower.logPosition())
                                .isEqualTo(contents.logPositions().get(i));
                    }
                    assertThat(follower.next(contents.transactions())).isNull();
                }
            }
            LogPosition elsewhere = new LogPosition(JournalFixture.BANK.id(), UUID.randomUUID(), 3, 4);
            assertThat(JournalFollower.at(open, elsewhere)).isNull();
            LogPosition first = contents.logPositions().get(0);
            assertThat(JournalFollower.at(open, new LogPosition(first.bank(), first.epoch(), first.position(), 5)))
                    .isNull();
        }
    }

    @Test
    void a_follower_reads_what_is_written_after_it_was_opened() throws IOException {
        Journal open = journal.open();
        JournalTail empty = JournalFixture.read(open).tail();
        try (JournalWriter writer =
                JournalWriter.begin(open, JournalFixture.BANK, empty, JournalFixture.SETTINGS, 1_000_000)) {
            LogPosition founding = LogPosition.founding(JournalFixture.BANK.id());
            try (JournalFollower follower = Objects.requireNonNull(JournalFollower.at(open, founding))) {
                for (int round = 0; round < 100; round++) {
                    if (round % 20 == 19) {
                        writer.beginNextEpoch();
                    }
                    TransactionBatch batch = journal.batch(writer.position() + 1, 1 + round % 7 * 90);
                    writer.append(batch);
                    assertThat(follower.next(writer.position() - batch.size())).isNull();
                    writer.force();
                    TransactionBatch read = Objects.requireNonNull(follower.next(writer.position()));
                    assertSame(List.of(read), List.of(batch));
                    assertThat(follower.logPosition()).isEqualTo(writer.logPosition());
                }
            }
        }
    }

    @Test
    void a_follower_takes_a_lost_last_batch_from_the_childs_copy() throws IOException {
        journal.live(false, 10, 10);
        Contents written = journal.live(false, 10);
        journal.zero(journal.spot(1, HEADER + 2), 2_000);
        for (int from = -1; from < 2; from++) {
            LogPosition logPosition = from < 0
                    ? LogPosition.founding(JournalFixture.BANK.id())
                    : written.logPositions().get(from);
            try (Journal open = journal.open();
                    JournalFollower follower = Objects.requireNonNull(JournalFollower.at(open, logPosition))) {
                for (int i = from + 1; i < 3; i++) {
                    TransactionBatch batch = Objects.requireNonNull(follower.next(30));
                    assertSame(List.of(batch), List.of(written.batches().get(i)));
                    assertThat(follower.logPosition())
                            .isEqualTo(written.logPositions().get(i));
                }
                assertThat(follower.next(30)).isNull();
            }
        }
    }

    @Test
    void a_follower_that_cannot_be_opened_holds_nothing_open() throws IOException {
        Contents contents = journal.live(true, 5, 6, 7);
        try (Journal open = journal.open()) {
            FailingSource failing = new FailingSource(open, 3);
            assertThatThrownBy(() ->
                            JournalFollower.at(failing, contents.logPositions().get(2)))
                    .hasMessageContaining("planted");
            assertThat(failing.opened).isEqualTo(failing.closed).isPositive();
        }
    }

    @Test
    void a_follower_that_cannot_read_what_is_durable_says_so() throws IOException {
        journal.live(true, 5, 6, 7);
        journal.flipBit(journal.spot(1, HEADER + 2), 100);
        try (Journal open = journal.open();
                JournalFollower follower = Objects.requireNonNull(
                        JournalFollower.at(open, LogPosition.founding(JournalFixture.BANK.id())))) {
            assertThat(follower.next(18)).isNotNull();
            assertThatThrownBy(() -> follower.next(18))
                    .isInstanceOf(JournalDamage.class)
                    .hasMessageContaining("position 5");
        }
    }

    protected static void assertSame(List<TransactionBatch> actual, List<TransactionBatch> expected) {
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
