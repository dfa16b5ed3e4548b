package org.debitcredit.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileSystemKindTest {

    @ParameterizedTest
    @CsvSource({"tmpfs, true", "ramfs, true", "ext4, false", "xfs, false", "overlay, false"})
    void memory_is_told_by_its_type(String type, boolean memory) {
        assertThat(new FileSystemKind(type, "x", 1, 4_096).isMemory()).isEqualTo(memory);
    }

    @Test
    void a_memory_file_system_is_known_for_what_it_is() throws IOException {
        Path shared = Path.of("/dev/shm");
        assumeTrue(
                Files.isDirectory(shared) && Files.getFileStore(shared).type().equals("tmpfs"),
                "there is no tmpfs at /dev/shm");
        assertThat(FileSystemKind.of(shared).isMemory()).isTrue();
        assertThat(FileSystemKind.of(shared).toString()).startsWith("tmpfs on ");
    }

    @Test
    void a_directory_names_its_file_system_device_and_room(@TempDir Path temp) throws IOException {
        FileSystemKind medium = FileSystemKind.of(temp);
        assertThat(medium.type()).isNotBlank();
        assertThat(medium.device()).isNotBlank();
        assertThat(medium.usableBytes()).isPositive();
    }
}
