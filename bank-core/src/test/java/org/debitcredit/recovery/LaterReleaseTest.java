package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Currency;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.backup.Backup;
import org.debitcredit.backup.Restore;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.WrittenByLaterRelease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An intact file of a later release, of a version that this one does not know, is refused by name. It does not count as
 * damaged, as the end of the journal, or as missing, and no older file is used instead. The same file with a wrong
 * checksum is damaged.
 */
class LaterReleaseTest {

    private static final int SLOT_BYTES = 4_096;
    private static final int PAGE_BYTES = 64 << 10;

    @TempDir
    Path temp;

    private Path data() {
        return temp.resolve("data");
    }

    private BankLives bank(JournalKind kind) {
        return new BankLives(data(), kind);
    }

    /** Some bytes of a file, changed and written back. */
    private interface Change {
        void on(ByteBuffer bytes);
    }

    private static void change(Path file, long at, int length, Change change) throws IOException {
        byte[] all = Files.readAllBytes(file);
        change.on(ByteBuffer.wrap(all, (int) at, length).slice().order(ByteOrder.LITTLE_ENDIAN));
        Files.write(file, all, StandardOpenOption.WRITE);
    }

    /** CRC32C of parts of some bytes: from, length, from, length. */
    private static int crc(ByteBuffer bytes, int... parts) {
        CRC32C crc = new CRC32C();
        for (int i = 0; i < parts.length; i += 2) {
            crc.update(bytes.slice(parts[i], parts[i + 1]));
        }
        return (int) crc.getValue();
    }

    private static void changeDocument(BankLives.Spot document, Change change) throws IOException {
        byte[] all = Files.readAllBytes(document.file());
        int length = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN).getInt((int) document.offset() + 8);
        change(document.file(), document.offset(), length, bytes -> {
            change.on(bytes);
            bytes.putInt(12, crc(bytes, 0, 12, 16, length - 16));
        });
    }

    private static void changeSegment(Path segment) throws IOException {
        change(segment, 0, 52, header -> header.putInt(4, 2).putInt(48, crc(header, 0, 48)));
    }

    private static void changePage(Path snapshot, int page) throws IOException {
        change(snapshot, (long) page * PAGE_BYTES, PAGE_BYTES, bytes -> {
            bytes.putShort(4, (short) 3).putInt(16, 0);
            bytes.putInt(16, crc(bytes, 0, PAGE_BYTES));
        });
    }

    /**
     * An entry as a later version may write it, with additional fields.
     *
     * @param crcAt where that version has its checksum
     */
    private static void changeRecord(Path data, int slot, int crcAt) throws IOException {
        change(
                data.resolve("bank"),
                (long) slot * SLOT_BYTES,
                SLOT_BYTES,
                bytes -> bytes.putInt(4, 4)
                        .putInt(crcAt - 4, 17)
                        .putInt(crcAt, crc(bytes.putInt(4, 4).putInt(crcAt - 4, 17), 0, crcAt)));
    }

    private static void changeMirror(Path record) throws IOException {
        int length = (int) Files.size(record);
        change(
                record,
                0,
                length,
                bytes -> bytes.putInt(4, 2).putInt(60, crc(bytes.putInt(4, 2), 0, 60, 64, length - 64)));
    }

    private static void assertRefused(ThrowingCallable work, Path file, String found) throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(work)
                .isInstanceOf(WrittenByLaterRelease.class)
                .hasMessageContainingAll(file.toString(), found, "this release", "Start that release, or a newer one");
        assertThat(Files.readAllBytes(file)).as("left as it is").isEqualTo(before);
    }

    /** Even if an operator accepts a loss, because nothing is lost. */
    private static void assertNotStarted(BankLives bank, Path file, String found) throws IOException {
        assertRefused(bank::recover, file, found);
        for (long accepted : new long[] {0, 50, 60, 100}) {
            bank.acceptLossAfter = OptionalLong.of(accepted);
            assertRefused(bank::recover, file, found);
        }
        bank.acceptLossAfter = OptionalLong.empty();
        assertRefused(() -> BankAudit.of(bank.data, Progress.NONE), file, found);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_batch_of_a_later_version_is_no_loss_that_can_be_accepted(JournalKind kind) throws IOException {
        BankLives bank = bank(kind).live(5).live(5);
        BankLives.Spot batch = bank.spot(2, 4);
        changeDocument(batch, document -> document.putShort(4, (short) 5));
        assertNotStarted(bank, batch.file(), "of version 5, and this release reads versions 2 to 4");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_document_of_an_unknown_type_is_not_skipped(JournalKind kind) throws IOException {
        BankLives bank = bank(kind).live(5).live(5);
        BankLives.Spot end = bank.spot(2, 0);
        changeDocument(end, document -> document.putShort(6, (short) 5));
        assertNotStarted(bank, end.file(), "of type 5, which this release does not know");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void the_header_of_an_epoch_of_a_later_version_is_no_unbegun_epoch(JournalKind kind) throws IOException {
        BankLives bank = bank(kind).live(5).live(5);
        BankLives.Spot header = bank.spot(2, 1);
        changeDocument(header, document -> document.putShort(4, (short) 5));
        assertNotStarted(bank, header.file(), "of version 5");
    }

    @Test
    void a_segment_of_a_later_version_is_no_damage() throws IOException {
        BankLives bank = bank(JournalKind.FILE).live(5).live(5);
        Path segment = bank.spot(2, 1).file();
        changeSegment(segment);
        assertNotStarted(bank, segment, "of version 2, and this release reads version 1");
        BankLives.flip(segment, 4);
        assertThatThrownBy(bank::recover).isInstanceOf(JournalDamage.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 120, 124, 300, 4_092})
    void an_entry_of_the_record_of_a_later_version_is_not_passed_over_for_the_one_before(int crcAt) throws IOException {
        for (int slot = 0; slot < 2; slot++) {
            BankLives bank = new BankLives(data().resolve("slot-" + slot), JournalKind.FILE).live(5);
            changeRecord(bank.data, slot, crcAt);
            Path record = bank.data.resolve("bank");
            assertNotStarted(bank, record, "of version 4, and this release reads versions 1 to 3");
            assertRefused(() -> BankFolders.open(bank.settings().founding(true), event -> {}), record, "version 4");
        }
    }

    @Test
    void an_entry_of_the_record_whose_version_is_damaged_is_damage() throws IOException {
        BankLives bank = bank(JournalKind.FILE).live(5);
        for (int slot = 0; slot < 2; slot++) {
            BankLives.flip(bank.data.resolve("bank"), slot * SLOT_BYTES + 4);
        }
        assertThatThrownBy(bank::recover)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("bank is missing or damaged");
    }

    /** A bank with two snapshots; returns the newer one. */
    private static Path newestSnapshot(BankLives bank) throws IOException {
        List<String> names = bank.names("snapshots").stream()
                .filter(name -> name.matches("snapshot-\\d+"))
                .toList();
        assertThat(names).hasSize(2);
        return bank.data.resolve("snapshots").resolve(names.get(1));
    }

    private BankLives withTwoSnapshots() throws IOException {
        BankLives bank = bank(JournalKind.FILE);
        bank.replayMax = BankLives.OFTEN;
        return bank.live(50);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4})
    void a_snapshot_of_a_later_version_is_not_replaced_by_an_older_one(int page) throws IOException {
        BankLives bank = withTwoSnapshots();
        Path newest = newestSnapshot(bank);
        changePage(newest, page);
        assertNotStarted(bank, newest, "at offset " + page * PAGE_BYTES + " is of version 3");
        assertThat(bank.passedOver).isEmpty();
        BankLives.flip(newest, page * PAGE_BYTES + 4);
        bank.recover().close();
        assertThat(bank.passedOver).singleElement().asString().contains("page " + page + " is damaged");
    }

    @Test
    void nothing_is_restored_from_a_backup_with_a_file_of_a_later_version() throws IOException {
        BankLives bank = withTwoSnapshots();
        Path newest = newestSnapshot(bank).getFileName();
        Path backup = temp.resolve("backup");
        Backup.offline(bank.data, backup, Progress.NONE);
        Path snapshot = backup.resolve("snapshots").resolve(newest);
        byte[] whole = Files.readAllBytes(snapshot);
        changePage(snapshot, 0);
        assertNotRestored(backup, snapshot);
        Files.write(snapshot, whole);
        Path epoch = backup.resolve("archive/epoch-000001");
        changeDocument(new BankLives.Spot(epoch, 0), document -> document.putShort(4, (short) 5));
        assertNotRestored(backup, epoch);
    }

    private void assertNotRestored(Path backup, Path file) throws IOException {
        Path to = temp.resolve("to");
        BankSettings settings = BankSettings.of(to, BankLives.SCALE, Currency.getInstance("USD"));
        assertRefused(
                () -> Restore.restore(backup, OptionalLong.empty(), settings, Progress.NONE), file, "is of version");
        assertThat(to).doesNotExist();
        assertRefused(() -> BankAudit.of(backup, Progress.NONE), file, "is of version");
    }

    /** A copy that is damaged is replaced by the other; one of a later release is not. */
    @Test
    void a_mirrors_copy_of_a_later_version_is_not_replaced() throws IOException {
        BankLives bank = bank(JournalKind.FILE);
        bank.mirror = temp.resolve("mirror");
        bank.live(5);
        Path record = bank.mirror.resolve("journal/mirror");
        byte[] whole = Files.readAllBytes(record);
        changeMirror(record);
        assertRefused(bank::recover, record, "of version 2, and this release reads version 1");
        Files.write(record, whole);
        BankLives.Spot batch = bank.spot(1, 3);
        Path copied = bank.mirror.resolve("journal").resolve(batch.file().getFileName());
        changeDocument(new BankLives.Spot(copied, batch.offset()), document -> document.putShort(4, (short) 5));
        assertRefused(bank::recover, copied, "of version 5");
        assertThat(bank.mirror.toFile().list()).noneMatch(name -> name.startsWith("journal-"));
    }
}
