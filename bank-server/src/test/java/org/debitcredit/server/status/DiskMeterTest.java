package org.debitcredit.server.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskMeterTest {

    @TempDir
    private Path folder;

    private final AtomicLong nanos = new AtomicLong();

    private DiskMeter meter(Path backups, DiskMeter.Epochs epochs) {
        return new DiskMeter(folder.resolve("data"), folder.resolve("mirror"), backups, epochs, nanos::get);
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
        write(folder.resolve("backups/backup-1/z"), 13, 1);
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
