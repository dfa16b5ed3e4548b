package org.debitcredit.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditFileTest {

    private static final String LOCK = ".audit.log.lock";

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
            return found.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(LOCK))
                    .sorted()
                    .toList();
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

    /** As logrotate does, with or without {@code copytruncate}. */
    @Test
    void aFileThatWasMovedDeletedOrEmptiedByAnotherProgramIsBegunAgain() throws IOException {
        try (AuditFile file = new AuditFile(path, 100, 2)) {
            write(file, "1111");
            Files.move(path, directory.resolve("moved"));
            write(file, "2222", "3333");
            assertThat(path).hasContent("2222\n3333");
            Files.delete(path);
            write(file, "4444");
            assertThat(path).hasContent("4444");
            Files.write(path, new byte[0]);
            write(file, "5555", "6666");
        }
        assertThat(path).hasContent("5555\n6666");
        assertThat(directory.resolve("moved")).hasContent("1111");
        assertThat(files()).containsExactly("audit.log", "moved");
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

    /** Two services would rename each other's files. */
    @Test
    void aFileThatAnotherServiceWritesIsRefusedUntilThatOneHasEnded() throws Exception {
        try (AuditFile first = new AuditFile(path, 20, 2)) {
            write(first, "1111");
            assertThatIOException()
                    .isThrownBy(() -> new AuditFile(path, 20, 2))
                    .withMessageContaining("another service writes it (process "
                            + ProcessHandle.current().pid() + ")");
            Path link = Files.createSymbolicLink(directory.resolve("link.log"), path);
            assertThatIOException()
                    .isThrownBy(() -> new AuditFile(link, 20, 2))
                    .withMessageContaining("another service");
            assertThat(triedByAnotherProcess()).contains("IOException: another service writes it");
            write(first, "2222");
        }
        assertThat(triedByAnotherProcess()).isEqualTo("opened");
        try (AuditFile file = new AuditFile(path, 20, 2)) {
            write(file, "3333");
        }
        assertThat(path).hasContent("1111\n2222\n3333");
    }

    private String triedByAnotherProcess() throws IOException, InterruptedException {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opening.class.getName(),
                        path.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        other.waitFor();
        return printed.strip();
    }

    /** Another process that opens the file. */
    static final class Opening {

        private Opening() {}

        public static void main(String[] args) {
            try (AuditFile file = new AuditFile(Path.of(args[0]), 20, 2)) {
                file.write(new byte[0]);
                System.out.println("opened");
            } catch (IOException refused) {
                System.out.println(refused);
            }
        }
    }

    /** {@code /dev/full} fails as a full disk does. What a full disk keeps of a line is put in its place. */
    @Test
    void aLineThatAFullDiskCutOffIsEndedBeforeTheNextOne() throws IOException {
        Path full = Path.of("/dev/full");
        Assumptions.assumeTrue(Files.exists(full), "this system has no /dev/full");
        Files.createSymbolicLink(path, full);
        try (AuditFile file = new AuditFile(path, 100, 2)) {
            assertThatIOException().isThrownBy(() -> write(file, "2222"));
            Files.delete(path);
            Files.writeString(path, "1111\n22");
            write(file, "3333");
        }
        assertThat(path).hasContent("1111\n22\n3333");
    }
}
