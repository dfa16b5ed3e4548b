package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.counters.MachineReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDiskTest {

    @TempDir
    Path temp;

    private DataDisk probed(String diskstats) throws IOException {
        Files.writeString(temp.resolve("diskstats"), diskstats);
        return DataDisk.probed(temp, new MachineReader(temp, temp, temp), new Leftovers());
    }

    @Test
    void a_device_number_is_split_as_the_c_library_splits_it() {
        assertThat(DataDisk.number(65_024)).isEqualTo("254:0");
        assertThat(DataDisk.number(66_305)).isEqualTo("259:1");
        // 259:300: the minor number has bits above the major one.
        assertThat(DataDisk.number(1_114_924)).isEqualTo("259:300");
    }

    @Test
    void a_device_is_found_by_its_number_whatever_its_name_is() throws IOException {
        String number = DataDisk.number((Long) Files.getAttribute(temp, "unix:dev"));
        DataDisk disk = probed(number.replace(':', ' ') + " dm-7 1 2 3 4 5 6 7 8 0 9 10\n");
        assertThat(disk.device()).contains("dm-7");
        assertThat(disk.missing().isEmpty()).isEqualTo(disk.access().isPresent());
    }

    @Test
    void two_partitions_of_one_disk_are_shared_and_two_disks_are_not() throws IOException {
        Path other = Path.of("/proc");
        String rest = " 1 2 3 4 5 6 7 8 0 9 10\n";
        String data =
                DataDisk.number((Long) Files.getAttribute(temp, "unix:dev")).replace(':', ' ') + " vda1" + rest;
        String log =
                DataDisk.number((Long) Files.getAttribute(other, "unix:dev")).replace(':', ' ');
        String disks = data + "999 0 vda" + rest + "999 16 vdb" + rest;
        MachineReader machine = new MachineReader(temp, temp, temp);
        Files.writeString(temp.resolve("diskstats"), disks + log + " vda2" + rest);
        assertThat(DataDisk.isShared(temp, other, machine)).isTrue();
        Files.writeString(temp.resolve("diskstats"), disks + log + " vdb1" + rest);
        assertThat(DataDisk.isShared(temp, other, machine)).isFalse();
        Files.writeString(temp.resolve("diskstats"), "");
        assertThat(DataDisk.isShared(temp, other, machine)).as("not known").isFalse();
    }

    @Test
    void two_logical_volumes_of_one_disk_are_shared_and_of_two_disks_are_not() throws IOException {
        Path other = Path.of("/proc");
        String rest = " 1 2 3 4 5 6 7 8 0 9 10\n";
        String data = DataDisk.number((Long) Files.getAttribute(temp, "unix:dev"));
        String log = DataDisk.number((Long) Files.getAttribute(other, "unix:dev"));
        Files.writeString(
                temp.resolve("diskstats"),
                data.replace(':', ' ') + " dm-0" + rest + log.replace(':', ' ') + " dm-1" + rest + "999 0 vda" + rest
                        + "999 1 vda1" + rest + "999 2 vda2" + rest);
        MachineReader machine = new MachineReader(temp, temp, temp.resolve("block"));
        Files.createDirectories(temp.resolve("block/dm-0/slaves/vda1"));
        Path below = Files.createDirectories(temp.resolve("block/dm-1/slaves/vda2"));
        assertThat(DataDisk.isShared(temp, other, machine)).isTrue();
        Files.move(below, below.resolveSibling("vdb"));
        assertThat(DataDisk.isShared(temp, other, machine)).isFalse();
    }

    @Test
    void a_disk_whose_flushes_are_not_counted_is_not_known_if_they_take_most_of_the_time() throws IOException {
        String number = DataDisk.number((Long) Files.getAttribute(temp, "unix:dev"));
        DataDisk disk = probed(number.replace(':', ' ') + " dm-7 1 2 3 4 5 6 7 8 0 9 10\n");
        assertThat(disk.access().filter(DiskAccess::isMostlyFlush)).isEmpty();
        assertThat(new DiskAccess(1, 2, 3).isMostlyFlush()).isTrue();
        assertThat(new DiskAccess(1, 2, 2).isMostlyFlush()).isFalse();
    }

    @Test
    void a_device_that_is_not_listed_is_told() throws IOException {
        DataDisk disk = probed(" 7 0 loop0 1 2 3 4 5 6 7 8 0 9 10\n");
        assertThat(disk.device()).isEmpty();
        assertThat(disk.missing().orElseThrow()).contains("/proc/diskstats lists no device of " + temp);
    }

    @Test
    void a_probe_leaves_nothing_and_a_forced_write_is_no_quicker_than_a_plain_one() throws IOException {
        Path directory = Files.createDirectory(temp.resolve("data"));
        Leftovers leftovers = new Leftovers();
        DiskAccess.probed(directory, leftovers).ifPresent(access -> {
            assertThat(access.readNanos()).isPositive();
            assertThat(access.writeNanos()).isPositive();
            assertThat(access.flushNanos()).isNotNegative();
        });
        assertThat(directory).isEmptyDirectory();
        assertThat(leftovers.size())
                .as("its file, if the process is stopped meanwhile")
                .isEqualTo(1);
    }

    @Test
    void a_probe_makes_no_file_once_the_process_is_being_stopped() {
        Leftovers leftovers = new Leftovers();
        leftovers.close();
        assertThatThrownBy(() -> DiskAccess.probed(temp, leftovers)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> ForceTime.medianNanos(temp, leftovers)).isInstanceOf(IllegalStateException.class);
        assertThat(temp).isEmptyDirectory();
    }
}
