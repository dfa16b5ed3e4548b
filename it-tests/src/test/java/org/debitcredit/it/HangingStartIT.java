package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A start, and every command on a stopped bank, where a file's medium hangs: each is refused after 30 s, and names the
 * file. The commands wait at the same time, each on a copy of its own.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has leases on files")
class HangingStartIT {

    /** The limit, and what the processes need until they open their files. */
    private static final int SECONDS_MIN = 40;

    private static final String HANGS = " hangs: opening it did not finish within 30 s. ";
    private static final String NOT_STARTED = "The bank was not started. Check the disk, then start again";

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    @Test
    void aStartIsRefusedAndNamesTheFileThatHangs() throws IOException {
        Path bank = stoppedBank();
        FileLease lease = FileLease.on(journal(bank), SECONDS_MIN);
        try {
            assertNotStarted(SERVERS.start(ServerCommand.over(bank)), journal(bank));
        } finally {
            lease.close();
        }
        CommandRun again = PreparedServer.run("verify", bank.toString());
        assertThat(again.exitCode()).as(again.toString()).isZero();
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void everyCommandIsRefusedAndNamesTheFileThatHangs() throws IOException {
        Path bank = stoppedBank();
        Path recorded = copy(bank, "recorded");
        Path verified = copy(bank, "verified");
        Path restored = copy(bank, "restored");
        Path backedUp = copy(bank, "backed-up");
        Path to = folder.resolve("to");
        Path backup = folder.resolve("backup");
        ExecutorService threads = Executors.newCachedThreadPool();
        List<FileLease> leases = new ArrayList<>();
        try {
            for (Path file :
                    List.of(recorded.resolve("bank"), journal(verified), journal(restored), journal(backedUp))) {
                leases.add(FileLease.on(file, SECONDS_MIN));
            }
            TestedServer onRecord = SERVERS.start(ServerCommand.over(recorded));
            CompletableFuture<CommandRun> verify = run(threads, "verify", verified);
            CompletableFuture<CommandRun> restore = run(threads, "restore", restored, "--data", to);
            CompletableFuture<CommandRun> back = run(threads, "backup", "--data", backedUp, "--to", backup);

            assertRefused(verify, journal(verified), "The bank was not checked. Check the disk");
            assertRefused(restore, journal(restored), "Nothing was restored. Check the disk");
            assertRefused(back, journal(backedUp), "Nothing was backed up. Check the disk");
            assertNotStarted(onRecord, recorded.resolve("bank"));
        } finally {
            leases.forEach(FileLease::close);
            threads.shutdown();
        }
        assertThat(to).doesNotExist();
        assertThat(backup).doesNotExist();
    }

    private Path stoppedBank() throws IOException {
        Path bank = folder.resolve("bank");
        TestedServer server = SERVERS.ready(bank);
        server.rest().execute(Sent.of(Transaction.deposit(1, 1, 100)));
        server.terminate();
        return bank;
    }

    private static void assertNotStarted(TestedServer server, Path file) {
        assertThat(RefusesToStartIT.refusal(server, 1)).isEqualTo("bank: " + file + HANGS + NOT_STARTED);
    }

    private Path copy(Path bank, String name) throws IOException {
        Path copy = folder.resolve(name);
        Folders.copy(bank, copy);
        return copy;
    }

    /** The file of its first epoch. */
    private static Path journal(Path bank) throws IOException {
        try (Stream<Path> files = Files.list(bank.resolve("journal/epoch-000001"))) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static CompletableFuture<CommandRun> run(ExecutorService threads, Object... command) {
        String[] arguments = Stream.of(command).map(Object::toString).toArray(String[]::new);
        return CompletableFuture.supplyAsync(() -> PreparedServer.run(arguments), threads);
    }

    private static void assertRefused(CompletableFuture<CommandRun> command, Path file, String remedy) {
        CommandRun run = command.join();
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
        assertThat(run.stderr()).contains("bank: " + file + HANGS + remedy);
        assertThat(run.stdout()).isEmpty();
    }
}
