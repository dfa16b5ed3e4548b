package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileModesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"rw-------, false", "rw-r--r--, false", "rw-rw-r--, true", "rw-r--rw-, true"})
    void aFileThatOthersMayWriteIsNoticed(String modes, boolean isWritable) throws IOException {
        assumeThat(Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class))
                .as("the file system has POSIX permissions")
                .isTrue();
        Path file = Files.writeString(folder.resolve("keys.json"), "{}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(modes));
        assertThat(FileModes.isWritableByOthers(file)).isEqualTo(isWritable);
        assertThat(FileModes.isWritableByOthers(folder.resolve("missing"))).isFalse();
    }
}
