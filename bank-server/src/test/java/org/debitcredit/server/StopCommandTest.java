package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.debitcredit.storage.ProcessIdentity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bank stop} where there is nothing to stop, or where it cannot know. */
class StopCommandTest {

    @TempDir
    private Path folder;

    private PrintedRun stop(Path data) {
        return PrintedRun.of("stop", "--json", "--data", data.toString());
    }

    @Test
    void a_directory_or_a_file_without_a_journal_is_wrong_usage() throws IOException {
        for (Path data : new Path[] {folder, folder.resolve("nothing"), Files.createFile(folder.resolve("file"))}) {
            PrintedRun run = stop(data);
            assertThat(run.exitCode()).isEqualTo(2);
            String why = data + " holds no bank: it has no directory 'journal'";
            assertThat(run.err().strip()).isEqualTo("bank: " + why);
            assertThat(run.out().strip()).isEqualTo("{\"stopped\":false,\"detail\":\"" + why + "\"}");
        }
    }

    @Test
    void a_bank_without_a_server_is_stopped_already() throws IOException {
        Files.createFile(Files.createDirectory(folder.resolve("journal")).resolve("lock"));
        assertThat(stop(folder).out().strip()).isEqualTo("{\"wasRunning\":false,\"stopped\":true}");
    }

    /** Its parent never asks for its exit code, so that the system keeps it among the processes. */
    @Test
    void a_process_that_has_ended_and_stays_in_the_table_of_processes_is_stopped() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "not checked: this system has no /proc");
        Path journal = Files.createDirectory(folder.resolve("journal"));
        List<String> parented = new ArrayList<>(List.of("sh", "-c", "\"$@\" & exec sleep 60", "sh"));
        parented.addAll(lockHolder(journal));
        Process parent = started(parented);
        try {
            long pid = holder(journal).pid();
            PrintedRun run = PrintedRun.of("stop", "--json", "--timeout", "30s", "--data", folder.toString());
            assertThat(run.exitCode()).as(run.toString()).isZero();
            assertThat(run.out().strip()).isEqualTo("{\"wasRunning\":true,\"stopped\":true}");
            assertThat(Files.readString(Path.of("/proc", Long.toString(pid), "stat")))
                    .as("it has ended, and is still in the table")
                    .contains(") Z ");
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    /** As a server that still closes its network: its ports are not free yet. */
    @Test
    void a_process_that_has_given_the_lock_back_and_goes_on_has_not_stopped() throws Exception {
        Path journal = Files.createDirectory(folder.resolve("journal"));
        List<String> goingOn = new ArrayList<>(lockHolder(journal));
        goingOn.add("30");
        Process process = started(goingOn);
        try {
            holder(journal);
            PrintedRun run = PrintedRun.of("stop", "--json", "--timeout", "3s", "--data", folder.toString());
            assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
            assertThat(run.out()).contains("was signalled to stop and still runs after 3 s");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static List<String> lockHolder(Path journal) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LockHolder.class.getName(),
                journal.toString());
    }

    private static Process started(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Returns who holds the lock, once somebody does. */
    private static ProcessIdentity holder(Path journal) {
        Path lock = journal.resolve("lock");
        await().atMost(Duration.ofSeconds(30)).until(() -> read(lock).isPresent());
        try {
            return read(lock).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<ProcessIdentity> read(Path lock) throws IOException {
        return Files.exists(lock) ? ProcessIdentity.parse(Files.readString(lock).strip()) : Optional.empty();
    }

    /** Another user's lock: nobody may say that no server runs. Not checked as root, who may read every file. */
    @Test
    void where_the_lock_cannot_be_read_nothing_is_said_about_the_server() throws IOException {
        Path journal = Files.createDirectory(folder.resolve("journal"));
        Path lock = Files.createFile(journal.resolve("lock"));
        for (Path closed : new Path[] {lock, journal, folder}) {
            String before = PosixFilePermissions.toString(Files.getPosixFilePermissions(closed));
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
            try {
                assumeFalse(Files.isReadable(closed), "not checked: this user may read every file");
                PrintedRun run = stop(folder);
                assertThat(run.exitCode()).isEqualTo(1);
                assertThat(run.err()).contains("it is not known whether a server uses");
                assertThat(run.out()).startsWith("{\"stopped\":false,\"detail\":\"");
            } finally {
                Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString(before));
            }
        }
    }
}
