package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The packaged server, prepared to start in a third of the time: taken out of its jar as Spring Boot does that, and the
 * classes that a start loads in an archive of the JVM's (dynamic class data sharing). A build starts a hundred servers. It is
 * prepared once for each jar, by whichever of the test processes comes first.
 */
final class PreparedServer {

    private static final Path DIRECTORY = prepared();

    private PreparedServer() {}

    /** What stands behind {@code java} and its options. */
    static List<String> program() {
        return List.of("-XX:SharedArchiveFile=" + DIRECTORY.resolve("classes.jsa"), "-jar", jar(DIRECTORY), "serve");
    }

    private static String jar(Path directory) {
        return directory.resolve(Artifacts.serverJar().getFileName()).toString();
    }

    private static Path prepared() {
        Path target = Artifacts.root().resolve("it-tests").resolve("target");
        try (FileChannel file = FileChannel.open(
                        target.resolve("prepared-server.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            assertThat(lock.isValid()).isTrue();
            Path directory = target.resolve("prepared-server-" + checksum(Artifacts.serverJar()));
            if (!Files.exists(directory)) {
                Path unfinished = target.resolve("prepared-server.unfinished");
                if (Files.exists(unfinished)) {
                    Folders.delete(unfinished);
                }
                prepare(unfinished);
                Files.move(unfinished, directory);
            }
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every build gives the jar the same time. */
    private static String checksum(Path jar) throws IOException {
        CRC32C checksum = new CRC32C();
        try (FileChannel file = FileChannel.open(jar, StandardOpenOption.READ)) {
            checksum.update(file.map(FileChannel.MapMode.READ_ONLY, 0, file.size()));
        }
        return Long.toHexString(checksum.getValue());
    }

    private static void prepare(Path directory) throws IOException {
        CommandRun extraction = CommandRun.of(
                Artifacts.java().toString(),
                "-Djarmode=tools",
                "-jar",
                Artifacts.serverJar().toString(),
                "extract",
                "--destination",
                directory.toString());
        assertThat(extraction.exitCode()).as(extraction.toString()).isZero();
        Path archive = directory.resolve("classes.jsa");
        ServerProcess first = ServerProcess.start(
                ServerCommand.small(directory.resolve("data"))
                        .jvm("-XX:ArchiveClassesAtExit=" + archive)
                        .program("-jar", jar(directory), "serve"),
                directory.resolve("log"));
        first.awaitReady();
        assertThat(first.terminate()).isEqualTo(ServerProcess.ENDED_BY_SIGTERM);
        assertThat(archive).exists();
    }
}
