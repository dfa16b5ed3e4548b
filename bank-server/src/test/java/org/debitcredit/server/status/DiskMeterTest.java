package org.debitcredit.server.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskMeterTest {

    @TempDir
    private Path folder;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong millis = new AtomicLong(10_000_000);

    private static final UUID BANK = new UUID(0, 1);

    /** What is read of a backup; all are of this bank unless a test says otherwise. */
    private final Map<String, Optional<UUID>> banks = new HashMap<>();

    private DiskMeter meter(Path backups, DiskMeter.Epochs epochs) {
        return new DiskMeter(
                folder.resolve("data"),
                folder.resolve("mirror"),
                backups,
                epochs,
                () -> BANK,
                backup -> banks.getOrDefault(backup.getFileName().toString(), Optional.of(BANK))
                        .orElse(null),
                nanos::get,
                millis::get);
    }

    private static void write(Path file, int bytes, long millis) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.write(file, new byte[bytes]);
        Files.setLastModifiedTime(file, FileTime.fromMillis(millis));
    }

    @Test
    void bytes_are_counted_by_kind_and_the_newest_snapshot_and_backup_are_found() throws IOException {
        Path data = folder.resolve("data");
        write(data.resolve("journal/epoch-000001/data"), 1_000, 1);
        write(data.resolve("archive/epoch-000000"), 200, 1);
        write(data.resolve("snapshots/snapshot-1"), 30, 4_000);
        write(data.resolve("snapshots/snapshot-2.unfinished"), 7, 9_000);
        write(data.resolve("journal-aside-1/x"), 5, 1);
        write(folder.resolve("mirror/journal/y"), 11, 1);
        write(folder.resolve("backups/backup-0/z"), 6, 1);
        Files.setLastModifiedTime(folder.resolve("backups/backup-0"), FileTime.fromMillis(5_000));
        write(folder.resolve("backups/backup-1/z"), 7, 1);
        Files.setLastModifiedTime(folder.resolve("backups/backup-1"), FileTime.fromMillis(6_000));
        try (DiskMeter meter = meter(folder.resolve("backups"), () -> 3)) {
            meter.measure();
            DiskUse use = Objects.requireNonNull(meter.latest());
            assertThat(use.bytesOfData())
                    .containsEntry("journal", 1_000L)
                    .containsEntry("archive", 200L)
                    .containsEntry("snapshots", 37L)
                    .containsEntry("backups", 13L)
                    .containsEntry("other", 5L);
            assertThat(use.snapshotMillis()).isEqualTo(4_000);
            assertThat(use.backupMillis()).isEqualTo(6_000);
            assertThat(use.backupBytes()).isEqualTo(7);
            DiskUse.Space ofBackups = Objects.requireNonNull(use.backupSpace());
            assertThat(ofBackups.freeBytes()).isPositive().isLessThanOrEqualTo(ofBackups.totalBytes());
            assertThat(use.epochs()).isEqualTo(3);
            assertThat(use.places()).extracting(DiskUse.Place::name).containsExactly("data", "mirror");
            assertThat(use.places())
                    .allMatch(place -> place.freeBytes() > 0 && place.totalBytes() >= place.freeBytes());
        }
    }

    @Test
    void a_mirror_that_is_gone_is_left_out() throws IOException {
        Files.createDirectories(folder.resolve("data"));
        try (DiskMeter meter = meter(folder.resolve("data/backups"), () -> {
            throw new IOException("the disk is gone");
        })) {
            meter.measure();
            DiskUse use = Objects.requireNonNull(meter.latest());
            assertThat(use.places()).extracting(DiskUse.Place::name).containsExactly("data");
            assertThat(use.epochs()).isZero();
            assertThat(use.backupMillis()).isEqualTo(DiskUse.NEVER);
            assertThat(use.backupBytes()).isNull();
            assertThat(use.backupSpace())
                    .as("of a directory that is not there yet")
                    .isNull();
        }
    }

    @Test
    void a_backup_directory_that_cannot_be_found_for_another_reason_is_not_one_without_a_backup() throws IOException {
        write(folder.resolve("data/journal/x"), 3, 1);
        // A path through a file: the system does not say that nothing is there.
        try (DiskMeter meter = meter(folder.resolve("data/journal/x/backups"), () -> 0)) {
            meter.measure();
            assertThat(Objects.requireNonNull(meter.latest()).backupMillis()).isNull();
        }
    }

    /** The data directory hangs, because its epochs cannot be counted. */
    @Test
    void a_disk_that_hangs_does_not_silence_the_others() throws IOException {
        write(folder.resolve("data/journal/x"), 3, 1);
        write(folder.resolve("mirror/journal/x"), 3, 1);
        write(folder.resolve("backups/backup-1/z"), 13, 1);
        CountDownLatch answers = new CountDownLatch(1);
        try (DiskMeter meter = meter(folder.resolve("backups"), () -> awaited(answers))) {
            meter.start(() -> true);
            await().until(
                            meter::latest,
                            use -> use != null
                                    && use.backupMillis() != null
                                    && !use.places().isEmpty());
            DiskUse use = Objects.requireNonNull(meter.latest());
            assertThat(use.places()).extracting(DiskUse.Place::name).containsExactly("mirror");
            assertThat(use.epochs()).isNull();
            assertThat(use.snapshotMillis()).isNull();
            assertThat(use.bytesOfData()).isEmpty();
            answers.countDown();
            await().until(meter::latest, later -> later != null && Objects.equals(later.epochs(), 3));
        } finally {
            answers.countDown();
        }
    }

    private static int awaited(CountDownLatch answers) throws IOException {
        try {
            answers.await();
            return 3;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** On the disk of the bank a backup is made of further names of the archive's files. */
    @Test
    void what_the_newest_backup_shares_with_the_archive_takes_no_room_for_the_next_one() throws IOException {
        Path backups = folder.resolve("data/backups");
        write(folder.resolve("data/archive/epoch-000000"), 200, 1);
        write(backups.resolve("backup-1/journal"), 13, 1);
        Files.createLink(backups.resolve("backup-1/epoch-000000"), folder.resolve("data/archive/epoch-000000"));
        Files.setLastModifiedTime(backups.resolve("backup-1"), FileTime.fromMillis(6_000));
        try (DiskMeter meter = meter(backups, () -> 1)) {
            meter.measure();
            DiskUse use = Objects.requireNonNull(meter.latest());
            assertThat(use.backupBytes()).isEqualTo(13);
            assertThat(use.bytesOfData()).containsEntry("backups", 213L);
        }
    }

    @Test
    void a_finished_backup_is_measured_once() throws IOException {
        Path backups = folder.resolve("backups");
        write(folder.resolve("data/journal/x"), 3, 1);
        write(backups.resolve("backup-1/z"), 13, 1);
        write(backups.resolve("backup-2.unfinished/z"), 5, 1);
        Files.setLastModifiedTime(backups.resolve("backup-1"), FileTime.fromMillis(6_000));
        try (DiskMeter meter = meter(backups, () -> 1)) {
            meter.measure();
            assertThat(Objects.requireNonNull(meter.latest()).bytesOfData()).containsEntry("backups", 18L);
            write(backups.resolve("backup-1/z"), 1_000, 1);
            write(backups.resolve("backup-2.unfinished/z"), 7, 1);
            meter.measure();
            assertThat(Objects.requireNonNull(meter.latest()).bytesOfData()).containsEntry("backups", 20L);
        }
    }

    /** A backup that was made while the clock was ahead does not hide that none has been made since. */
    @Test
    void a_backup_of_the_future_is_not_the_newest() throws IOException {
        Path backups = folder.resolve("backups");
        write(backups.resolve("backup-1/z"), 13, 1);
        write(backups.resolve("backup-2/z"), 17, 1);
        Files.setLastModifiedTime(backups.resolve("backup-1"), FileTime.fromMillis(9_000_000));
        Files.setLastModifiedTime(backups.resolve("backup-2"), FileTime.fromMillis(10_060_001));
        try (DiskMeter meter = meter(backups, () -> 1)) {
            meter.measure();
            assertThat(Objects.requireNonNull(meter.latest()).backupMillis()).isEqualTo(9_000_000);
            assertThat(Objects.requireNonNull(meter.latest()).backupBytes()).isEqualTo(13);
            millis.incrementAndGet();
            meter.measure();
            assertThat(Objects.requireNonNull(meter.latest()).backupMillis())
                    .as("of clocks that differ by a minute at most")
                    .isEqualTo(10_060_001);
        }
    }

    /** A snapshot that was written while the clock was ahead is not shown as just written until then. */
    @Test
    void a_snapshot_of_the_future_is_not_the_newest() throws IOException {
        Path data = folder.resolve("data");
        write(data.resolve("snapshots/snapshot-2"), 17, 10_060_001);
        try (DiskMeter meter = meter(folder.resolve("backups"), () -> 1)) {
            meter.measure();
            assertThat(Objects.requireNonNull(meter.latest()).snapshotMillis()).isEqualTo(DiskUse.NEVER);
            write(data.resolve("snapshots/snapshot-1"), 13, 9_000_000);
            meter.measure();
            assertThat(Objects.requireNonNull(meter.latest()).snapshotMillis()).isEqualTo(9_000_000);
            millis.incrementAndGet();
            meter.measure();
            assertThat(Objects.requireNonNull(meter.latest()).snapshotMillis())
                    .as("of clocks that differ by a minute at most")
                    .isEqualTo(10_060_001);
        }
    }

    /** Two banks may share a directory: the backups of one do not hide that the other one has none. */
    @Test
    void a_backup_of_another_bank_or_one_that_cannot_be_read_is_not_the_newest() throws IOException {
        Path backups = folder.resolve("backups");
        write(backups.resolve("backup-1/z"), 13, 1);
        write(backups.resolve("backup-2/z"), 17, 1);
        write(backups.resolve("backup-3/z"), 19, 1);
        for (int i = 1; i <= 3; i++) {
            Files.setLastModifiedTime(backups.resolve("backup-" + i), FileTime.fromMillis(1_000 * i));
        }
        banks.put("backup-2", Optional.of(new UUID(0, 2)));
        banks.put("backup-3", Optional.empty());
        try (DiskMeter meter = meter(backups, () -> 1)) {
            meter.measure();
            assertThat(Objects.requireNonNull(meter.latest()).backupMillis()).isEqualTo(1_000);
            assertThat(Objects.requireNonNull(meter.latest()).backupBytes()).isEqualTo(13);
            banks.remove("backup-3");
            meter.measure();
            assertThat(Objects.requireNonNull(meter.latest()).backupMillis())
                    .as("once it can be read")
                    .isEqualTo(3_000);
        }
    }

    @Test
    void a_measurement_that_is_too_old_is_not_shown() throws IOException {
        Files.createDirectories(folder.resolve("data"));
        try (DiskMeter meter = meter(folder.resolve("backups"), () -> 1)) {
            assertThat(meter.latest()).isNull();
            meter.measure();
            assertThat(meter.latest()).isNotNull();
            nanos.addAndGet(Duration.ofSeconds(31).toNanos());
            assertThat(meter.latest()).isNull();
        }
    }
}
