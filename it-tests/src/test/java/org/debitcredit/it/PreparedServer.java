package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.debitcredit.transaction.Transaction;

/**
 * The packaged server, prepared to start in a third of the time: taken out of its jar as Spring Boot does that, and the
 * classes that a start loads in an archive of the JVM's (dynamic class data sharing). A build starts a hundred servers.
 * It is prepared once for each jar, by whichever of the test processes comes first.
 */
final class PreparedServer {

    /** It writes the archive when it ends, which takes minutes of a processor where several builds share two. */
    private static final int ARCHIVE_SECONDS_MAX = 300;

    private static final Path DIRECTORY = prepared();

    private PreparedServer() {}

    /** The arguments after {@code java} and its options. */
    static List<String> program() {
        return program("serve");
    }

    static List<String> program(String command) {
        return List.of(archive(DIRECTORY), "-jar", jar(DIRECTORY), command);
    }

    /** The same with more on the class path, started by another main class. */
    static List<String> program(String mainClass, Path... more) {
        String classPath = Stream.concat(
                        Stream.of(jar(DIRECTORY)), Stream.of(more).map(Path::toString))
                .collect(Collectors.joining(File.pathSeparator));
        return List.of(archive(DIRECTORY), "-cp", classPath, mainClass, "serve");
    }

    /**
     * Options for the JVM of a command with terminals that starts servers itself: it starts this one, for a short life.
     */
    static List<String> started() {
        List<String> options = new ArrayList<>(ServerCommand.SHORT_LIVED);
        options.addAll(List.of("-Xmx512m", archive(DIRECTORY)));
        return List.of(
                "-Dbank.server.jar=" + jar(DIRECTORY), "-Dbank.server.java-options=" + String.join("\n", options));
    }

    /** Runs a command of {@code bank}. */
    static CommandRun run(String... arguments) {
        List<String> command = java(DIRECTORY);
        command.addAll(List.of(arguments));
        return CommandRun.of(command, Map.of());
    }

    private static List<String> java(Path directory, String... options) {
        List<String> java = new ArrayList<>(List.of(Artifacts.java().toString()));
        java.addAll(ServerCommand.SHORT_LIVED);
        java.addAll(List.of(options));
        java.addAll(List.of(archive(directory), "-jar", jar(directory)));
        return java;
    }

    private static String archive(Path directory) {
        return "-XX:SharedArchiveFile=" + directory.resolve("classes.jsa");
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
            Path finished = directory.resolve("finished");
            if (!Files.exists(finished)) {
                if (Files.exists(directory)) {
                    Folders.delete(directory);
                }
                prepare(directory);
                Files.createFile(finished);
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
        TestedServer first = TestedServer.start(
                ServerCommand.small(directory.resolve("data"))
                        .jvm("-XX:ArchiveClassesAtExit=" + archive)
                        .program("-jar", jar(directory), "serve"),
                directory.resolve("log"));
        work(first.awaitReady());
        first.signalTerm();
        assertThat(first.awaitExit(ARCHIVE_SECONDS_MAX)).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        // An archive that does not suit, as after a move of the jar, is passed over in silence otherwise.
        List<String> command = java(directory, "-Xshare:on");
        command.add("--help");
        CommandRun help = CommandRun.of(command, Map.of());
        assertThat(help.exitCode()).as(help.toString()).isZero();
    }

    /** What the first request loads is of the archive, too. */
    private static void work(TestedServer server) throws IOException {
        server.rest().execute(Sent.of(Transaction.deposit(1, 1, 100)));
        try (GrpcBank grpc = server.grpc()) {
            grpc.execute(Sent.of(Transaction.deposit(1, 1, 100)));
        }
        assertThat(server.rest().totals().holds()).isTrue();
    }
}
