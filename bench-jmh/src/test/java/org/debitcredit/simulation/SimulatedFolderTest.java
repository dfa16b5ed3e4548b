package org.debitcredit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.debitcredit.storage.DataFile;
import org.junit.jupiter.api.Test;

class SimulatedFolderTest {

    private static final String NAME = "epoch-000001";

    private final Trace trace = new Trace();

    private SimulatedDisk disk(long seed) throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new SplittableRandom(seed), trace);
        SimulatedFolder archive = folder(disk, "archive");
        try (DataFile file = archive.create(NAME)) {
            file.write(ByteBuffer.wrap(new byte[] {7}), 0);
            file.force();
        }
        archive.force();
        return disk;
    }

    private SimulatedFolder folder(SimulatedDisk disk, String path) throws IOException {
        return SimulatedFolder.open(
                disk,
                new SimulatedProcess(new SplittableRandom(1), trace, EnumSet.noneOf(Mode.class), ProcessFaults.NONE),
                path);
    }

    private static byte read(SimulatedFolder folder) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(1);
        try (DataFile file = folder.open(NAME)) {
            file.read(read, 0);
        }
        return read.get(0);
    }

    @Test
    void a_file_exists_until_both_of_its_names_are_deleted() throws IOException {
        SimulatedDisk disk = disk(1);
        SimulatedFolder archive = folder(disk, "archive");
        SimulatedFolder backup = folder(disk, "backup");
        assertThat(archive.link(NAME, backup)).isTrue();
        backup.force();
        archive.delete(NAME);
        archive.force();
        disk.cutPower();
        assertThat(archive.names()).isEmpty();
        assertThat(read(backup)).isEqualTo((byte) 7);
        backup.delete(NAME);
        assertThat(backup.names()).isEmpty();
    }

    @Test
    void both_names_are_of_one_file_also_in_a_copy_of_the_disk() throws IOException {
        SimulatedDisk original = disk(1);
        folder(original, "archive").link(NAME, folder(original, "backup"));
        SimulatedDisk copy = original.copy();
        try (DataFile file = folder(copy, "archive").open(NAME)) {
            file.write(ByteBuffer.wrap(new byte[] {8}), 0);
        }
        assertThat(read(folder(copy, "backup"))).isEqualTo((byte) 8);
        assertThat(read(folder(original, "backup"))).isEqualTo((byte) 7);
    }

    @Test
    void a_power_cut_may_lose_a_link_that_was_not_forced() throws IOException {
        Set<Boolean> found = new HashSet<>();
        for (long seed = 1; seed <= 20; seed++) {
            SimulatedDisk disk = disk(seed);
            SimulatedFolder backup = folder(disk, "backup");
            folder(disk, "archive").link(NAME, backup);
            disk.cutPower();
            found.add(backup.names().contains(NAME));
            assertThat(read(folder(disk, "archive"))).isEqualTo((byte) 7);
        }
        assertThat(found).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void nothing_is_linked_to_another_disk_or_over_another_file() throws IOException {
        SimulatedDisk disk = disk(1);
        SimulatedFolder archive = folder(disk, "archive");
        assertThat(archive.link(NAME, folder(new SimulatedDisk(new SplittableRandom(2), trace), "backup")))
                .isFalse();
        SimulatedFolder backup = folder(disk, "backup");
        backup.create(NAME).close();
        assertThatThrownBy(() -> archive.link(NAME, backup)).isInstanceOf(FileAlreadyExistsException.class);
    }
}
