package org.debitcredit.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditFileTest {

    @TempDir
    private Path directory;

    private Path path;

    @BeforeEach
    void name() {
        path = directory.resolve("audit.log");
    }

    private static void write(AuditFile file, String... lines) throws IOException {
        for (String line : lines) {
            file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> found = Files.list(directory)) {
            return found.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aFullFileIsRenamedAndTheOldestDeleted() throws IOException {
        try (AuditFile file = new AuditFile(path, 10, 3)) {
            write(file, "1111", "2222", "3333", "4444", "5555", "6666", "7777");
        }
        assertThat(files()).containsExactly("audit.log", "audit.log.1", "audit.log.2");
        assertThat(path).hasContent("7777");
        assertThat(directory.resolve("audit.log.1")).hasContent("5555\n6666");
        assertThat(directory.resolve("audit.log.2")).hasContent("3333\n4444");
    }

    @Test
    void aSingleFileBeginsAgain() throws IOException {
        try (AuditFile file = new AuditFile(path, 10, 1)) {
            write(file, "1111", "2222", "3333");
        }
        assertThat(files()).containsExactly("audit.log");
        assertThat(path).hasContent("3333");
    }

    @Test
    void aFileIsContinuedAfterALineThatWasCutOff() throws IOException {
        Files.writeString(path, "1111\n22");
        try (AuditFile file = new AuditFile(path, 20, 2)) {
            write(file, "3333");
        }
        assertThat(path).hasContent("1111\n22\n3333");
        try (AuditFile file = new AuditFile(path, 20, 2)) {
            write(file, "4444", "5555");
        }
        assertThat(path).hasContent("5555");
        assertThat(directory.resolve("audit.log.1")).hasContent("1111\n22\n3333\n4444");
    }

    @Test
    void onlyTheOwnerCanReadIt() throws IOException {
        Files.writeString(path, "");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        try (AuditFile file = new AuditFile(path, 5, 2)) {
            write(file, "1111", "2222");
        }
        for (String name : files()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
                    .as(name)
                    .isEqualTo("rw-------");
        }
        assertThat(files()).hasSize(2);
    }
}
