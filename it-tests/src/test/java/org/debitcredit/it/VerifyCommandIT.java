package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.debitcredit.client.BankClient;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify} on what a real server left, on a damaged copy of it, and where there is no bank. */
class VerifyCommandIT {

    private static final int BATCHES = 5;
    private static final int BATCH = 100;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    private static Path data;
    private static List<Sent> sent;

    @TempDir
    Path folder;

    @BeforeAll
    static void work(@TempDir Path shared) {
        data = shared.resolve("data");
        sent = new ArrayList<>();
        TestedServer server = SERVERS.ready(data);
        try (BankClient bank = BankClient.plaintext("127.0.0.1", server.grpcPort(), BankClient.Options.NONE)) {
            for (int batch = 0; batch < BATCHES; batch++) {
                List<Sent> some = Stream.generate(() -> Sent.of(Transaction.deposit(1, 2, 3)))
                        .limit(BATCH)
                        .toList();
                bank.executeBatch(Sent.requests(some)).join();
                sent.addAll(some);
            }
        }
        server.terminate();
    }

    @Test
    void aJournalAsTheServerLeftItHolds() {
        CommandRun run = verify(data);
        assertThat(run.exitCode()).as(run.toString()).isZero();
        JsonNode finding = run.json();
        assertThat(finding.required("holds").booleanValue()).isTrue();
        assertThat(finding.required("transactions").intValue()).isEqualTo(sent.size());
        assertThat(finding.required("accounts").longValue()).isEqualTo(3L * sent.size());
        assertThat(finding.required("endedInOrder").booleanValue()).isTrue();
        assertThat(finding.required("firstFault").isNull()).isTrue();
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aFlippedBitInTheMiddleIsDamageThatIsNamedAndWhoeverAcceptsTheLossGoesOn() throws IOException {
        Path copy = folder.resolve("data");
        Folders.copy(data, copy);
        String epoch = flipBitAt(copy, sent.get(sent.size() / 2));
        CommandRun run = verify(copy);
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
        assertThat(run.json().required("holds").booleanValue()).isFalse();
        assertThat(run.json().required("firstFault").asText()).contains(epoch);
        TestedServer server = SERVERS.start(ServerCommand.over(copy));
        String refusal = RefusesToStartIT.refusal(server, 1);
        long position = (long) BATCH * (sent.size() / 2 / BATCH);
        assertThat(refusal)
                .contains(epoch)
                .endsWith(". --accept-loss-after " + position
                        + " starts anyway and DISCARDS every transaction after that position");
        TestedServer accepted = SERVERS.ready(ServerCommand.over(copy).option("--accept-loss-after", position));
        assertThat(accepted.rest().totals().position()).isEqualTo(position);
        accepted.terminate();
        assertThat(verify(copy).exitCode()).isZero();
    }

    /** Flips one bit of a transaction's key in the journal; answers the name of its epoch. */
    private static String flipBitAt(Path bank, Sent victim) throws IOException {
        byte[] half = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(victim.key().getLeastSignificantBits())
                .array();
        try (Stream<Path> files = Files.walk(bank)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".cq4")).toList()) {
                int at = indexOf(Files.readAllBytes(file), half);
                if (at >= 0) {
                    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
                        raw.seek(at);
                        raw.write(half[0] ^ 1);
                    }
                    return file.getName(file.getNameCount() - 2).toString();
                }
            }
        }
        throw new AssertionError("no journal file holds the key of " + victim);
    }

    private static int indexOf(byte[] all, byte[] part) {
        for (int at = 0; at <= all.length - part.length; at++) {
            if (Arrays.equals(all, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        return -1;
    }

    @Test
    void aDirectoryWithoutABankIsWrongUsage() {
        CommandRun run = verify(folder);
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
        assertThat(run.stderr()).contains(folder.toString());
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).as("nothing is made where there was nothing").isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aRunningServersFilesAreRefusedAndAKilledOnesAreReadFromAReadOnlyMountAndNotChanged() throws IOException {
        Path killed = folder.resolve("killed");
        TestedServer server = SERVERS.ready(killed);
        for (int i = 0; i < 2; i++) {
            CommandRun run = verify(killed);
            assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
            assertThat(run.stderr()).contains("is in use by a server (process " + server.pid() + ")");
        }
        try (BankClient bank = BankClient.plaintext("127.0.0.1", server.grpcPort(), BankClient.Options.NONE)) {
            bank.executeBatch(Sent.requests(sent)).join();
        }
        server.kill9();
        Path journal = killed.resolve("journal");
        try (DirectoryStream<Path> madeAhead = Files.newDirectoryStream(journal, "next-2-*")) {
            assertThat(madeAhead).hasSize(1);
        }
        Files.write(Files.createDirectory(journal.resolve("removed-0")).resolve("19700101F.cq4"), new byte[100]);
        Files.write(journal.resolve("unfinished-segment"), new byte[100]);
        Map<String, String> before = Folders.image(killed);
        try (ReadOnlyMount mount = ReadOnlyMount.of(killed, folder.resolve("mount"))) {
            String source = mount.path().toString();
            String backup = folder.resolve("backup").toString();
            String restored = folder.resolve("restored").toString();
            assertThat(verify(mount.path()).json().required("transactions").intValue())
                    .isEqualTo(sent.size());
            assertThat(bank("backup", "--data", source, "--to", backup).exitCode())
                    .isZero();
            CommandRun restore = bank("restore", source, "--data", restored, "--position", "100", "--journal", "file");
            assertThat(restore.exitCode()).as(restore.toString()).isZero();
        }
        assertThat(Folders.image(killed)).isEqualTo(before);
        assertThat(verify(folder.resolve("restored")).exitCode()).isZero();
    }

    private static CommandRun verify(Path directory) {
        return bank("verify", directory.toString());
    }

    private static CommandRun bank(String... command) {
        return PreparedServer.run(
                Stream.concat(Stream.of(command), Stream.of("--json")).toArray(String[]::new));
    }
}
