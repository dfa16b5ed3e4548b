package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices as Linux lists them in {@code /sys}. */
class StorageTest {

    @TempDir
    private Path folder = Path.of("");

    private Path disk(String name) throws IOException {
        return Files.createDirectories(folder.resolve("devices").resolve(name)).toRealPath();
    }

    private Path partition(Path disk, String name) throws IOException {
        Path partition = Files.createDirectory(disk.resolve(name));
        Files.createFile(partition.resolve("partition"));
        return partition;
    }

    private Path volume(String name, Path... parts) throws IOException {
        Path volume = disk(name);
        Path slaves = Files.createDirectory(volume.resolve("slaves"));
        for (Path part : parts) {
            Files.createSymbolicLink(slaves.resolve(part.getFileName()), part);
        }
        return volume;
    }

    /** By the number of the device, which is a link to it. */
    private Path numbered(String number, Path device) throws IOException {
        return Files.createSymbolicLink(folder.resolve(number), device);
    }

    @Test
    void partitionsAndVolumesOfADiskAreThatDisk() throws IOException {
        Path first = disk("sda");
        Path second = disk("sdb");
        Path one = partition(first, "sda1");
        Path two = partition(first, "sda2");
        assertThat(Storage.disksBelow(numbered("8:0", first))).containsExactly(first);
        assertThat(Storage.disksBelow(numbered("8:1", one))).containsExactly(first);
        assertThat(Storage.disksBelow(numbered("8:2", two))).containsExactly(first);
        assertThat(Storage.disksBelow(numbered("253:0", volume("dm-0", two, second))))
                .containsExactly(first, second);
        assertThat(Storage.disksBelow(folder.resolve("0:40"))).as("no device").isEmpty();
    }

    @Test
    void twoDirectoriesOfOneFileSystemAreNoTwoDisks() throws IOException {
        Storage data = Storage.of(folder.resolve("data"));
        Storage mirror = Storage.of(folder.resolve("mirror"));
        assertThat(data.sharedWith(mirror, folder)).contains("of one file system");
    }

    @Test
    void whereAFolderWillBeMadeIsTheNearestOneAbove() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(Storage.at(folder.resolve("a").resolve("b")).folder()).isEqualTo(folder);
        assertThat(Storage.at(folder).folder()).isEqualTo(folder);
        assertThat(Storage.at(file.resolve("in")).folder()).isEqualTo(file);
        assertThat(folder.resolve("a")).doesNotExist();
    }
}
