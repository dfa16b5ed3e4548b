package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.event.Progress;
import org.debitcredit.server.command.BankCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The way of an operator: back up a running bank, check the backup, make a bank of it. */
@Timeout(120)
class BackupTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":7}";

    @TempDir
    private Path folder;

    private static JsonNode json(String text) {
        return JsonMapper.shared()
                .readTree(text.lines().toList().get((int) text.lines().count() - 1));
    }

    private static String run(int expectedCode, String... arguments) {
        PrintStream stdout = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            assertThat(new CommandLine(new BankCommand()).execute(arguments)).isEqualTo(expectedCode);
        } finally {
            System.setOut(stdout);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_running_bank_is_backed_up_at_the_second_attempt_and_restored_to_a_position_before_its_end()
            throws IOException {
        Path backups = folder.resolve("backups");
        String key = TestServer.newKey();
        String name;
        try (TestServer server =
                TestServer.open(folder.resolve("data"), "bank.ledger=memory", "bank.backup.directory=" + backups)) {
            server.execute(key, DEPOSIT);
            server.execute(DEPOSIT);
            server.execute(DEPOSIT);
            Files.createFile(backups);
            ProblemAssert.assertProblem(takeBackup(server), 500, "internal");
            Files.delete(backups);
            HttpResponse<String> taken = takeBackup(server);
            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
            assertThat(json(taken.body()).get("position").asLong()).isEqualTo(3);
            name = json(taken.body()).get("name").asString();
            server.execute(DEPOSIT);
        }
        Path backup = backups.resolve(name);
        assertThat(BankAudit.of(backup, Progress.NONE).firstFault()).isNull();
        assertThat(json(run(0, "verify", backup.toString(), "--json"))
                        .get("transactions")
                        .asLong())
                .isEqualTo(3);

        Path restored = folder.resolve("restored");
        run(1, "restore", backup.toString(), "--data", restored.toString(), "--position", "4");
        assertThat(restored).doesNotExist();
        run(0, "restore", backup.toString(), "--data", restored.toString(), "--position", "2", "--journal", "file");
        try (TestServer server = TestServer.open(restored, "bank.journal.kind=file", "bank.journal.fill-ahead=20MB")) {
            assertThat(json(server.get("/v1/accounts/5").body()).get("balance").asLong())
                    .isEqualTo(14);
            assertThat(json(server.execute(key, DEPOSIT).body()).get("balance").asLong())
                    .as("the first deposit's answer, not a new deposit")
                    .isEqualTo(7);
            assertThat(json(server.get("/v1/accounts/5").body()).get("balance").asLong())
                    .isEqualTo(14);
        }
    }

    @Test
    void a_cursor_from_before_a_restore_is_refused_when_its_position_is_filled_anew() {
        String statement = "/v1/accounts/5/statement?limit=1";
        String backup = folder.resolve("backup").toString();
        Path data = folder.resolve("data");
        String cursor;
        try (TestServer server = TestServer.open(data)) {
            for (int i = 0; i < 4; i++) {
                server.execute(DEPOSIT);
            }
            cursor = json(server.get(statement).body()).get("next").asString();
            assertThat(server.get(statement + "&cursor=" + cursor).statusCode()).isEqualTo(200);
        }
        run(0, "backup", "--data", data.toString(), "--to", backup);
        String restored = folder.resolve("restored").toString();
        run(0, "restore", backup, "--data", restored, "--position", "2");
        try (TestServer server = TestServer.open(Path.of(restored))) {
            for (int i = 0; i < 3; i++) {
                server.execute(DEPOSIT);
            }
            HttpResponse<String> refused = server.get(statement + "&cursor=" + cursor);
            assertThat(ProblemAssert.assertProblem(refused, 400, "malformed")
                            .path("detail")
                            .asString())
                    .contains("the history has no posting of account 5 at position 4", "Start again");
        }
    }

    @Test
    void a_stopped_bank_is_backed_up_from_its_files_and_a_damaged_one_restored_up_to_the_damage() throws IOException {
        Path data = folder.resolve("data");
        try (TestServer server =
                TestServer.open(data, "bank.ledger=memory", "bank.journal.kind=file", "bank.journal.fill-ahead=20MB")) {
            for (int i = 0; i < 3; i++) {
                server.execute(DEPOSIT);
            }
        }
        String backup = folder.resolve("backup").toString();
        assertThat(json(run(0, "backup", "--data", data.toString(), "--to", backup, "--json"))
                        .get("position")
                        .asLong())
                .isEqualTo(3);
        run(0, "verify", backup);
        run(1, "backup", "--data", data.toString(), "--to", backup);
        run(2, "backup", "--data", folder.resolve("nothing").toString(), "--to", backup + "2");
        run(2, "backup", "--data", data.toString());

        flipInLastBatch(data.resolve("journal/segment-000001"));
        String restored = folder.resolve("restored").toString();
        assertThat(refusal("backup", "--data", data.toString(), "--to", backup + "2"))
                .startsWith("bank: damaged journal: ");
        assertThat(refusal("restore", data.toString(), "--data", restored))
                .startsWith("bank: damaged journal: ")
                .endsWith("; the last good position is 2. --position 2 restores up to there");
        run(0, "restore", data.toString(), "--data", restored, "--position", "2");
        run(0, "verify", restored);
    }

    /** The other copy may have been used alone since. A server refuses to start with one of them for that reason. */
    @Test
    void a_copy_of_a_mirrored_bank_is_used_with_a_warning_that_names_the_other() throws IOException {
        Path data = folder.resolve("data");
        String mirror = folder.resolve("mirror").toString();
        try (TestServer server =
                TestServer.open(data, "bank.ledger=memory", "bank.journal.mirror.directory=" + mirror)) {
            server.execute(DEPOSIT);
        }
        String restored = folder.resolve("restored").toString();
        String warning = "bank: warning: " + data + " is one of the two copies of a mirrored bank; the other is "
                + mirror + ". ";
        assertThat(warnings("verify", data.toString())).contains(warning);
        assertThat(warnings("backup", "--data", data.toString(), "--to", folder.resolve("copy") + "/b"))
                .contains(warning);
        assertThat(warnings("restore", data.toString(), "--data", restored)).contains(warning);
        assertThat(warnings("verify", restored)).doesNotContain("warning");
    }

    @Test
    void a_backup_without_a_damaged_snapshot_says_so() throws IOException {
        Path data = folder.resolve("data");
        try (TestServer server = TestServer.open(data, "bank.ledger=memory")) {
            server.execute(DEPOSIT);
            assertThat(json(takeBackup(server).body()).get("snapshotsLacking").asInt())
                    .isZero();
            Path damaged;
            try (Stream<Path> snapshots = Files.list(data.resolve("snapshots"))) {
                damaged = snapshots
                        .filter(path -> path.getFileName().toString().matches("snapshot-\\d+"))
                        .min(Comparator.naturalOrder())
                        .orElseThrow();
            }
            flipInPage(damaged);
            server.execute(DEPOSIT);
            assertThat(json(takeBackup(server).body()).get("snapshotsLacking").asInt())
                    .isEqualTo(1);
        }
        String backup = folder.resolve("stopped").toString();
        assertThat(warnings("backup", "--data", data.toString(), "--to", backup))
                .contains("bank: warning: damaged snapshot: ", "page 1 is damaged", "it lacks damaged snapshots: 1");
        run(0, "verify", backup);
    }

    private static void flipInPage(Path snapshot) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(snapshot.toFile(), "rw")) {
            file.seek(65_536 + 100);
            int was = file.read();
            file.seek(65_536 + 100);
            file.write(~was);
        }
    }

    private static HttpResponse<String> takeBackup(TestServer server) {
        return takeBackup(server, TestServer.newKey());
    }

    private static HttpResponse<String> takeBackup(TestServer server, String key) {
        return TestServer.send(server.request("/v1/backups", "Idempotency-Key", key, "Content-Type", TestServer.JSON)
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build());
    }

    @Test
    void a_backup_needs_a_key_and_json_and_a_repeat_takes_no_other() throws IOException {
        Path backups = folder.resolve("backups");
        try (TestServer server =
                TestServer.open(folder.resolve("data"), "bank.ledger=memory", "bank.backup.directory=" + backups)) {
            ProblemAssert.assertProblem(
                    TestServer.send(server.request("/v1/backups", "Content-Type", TestServer.JSON)
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build()),
                    400,
                    "missing-key");
            ProblemAssert.assertProblem(
                    TestServer.send(server.request("/v1/backups", "Idempotency-Key", TestServer.newKey())
                            .POST(HttpRequest.BodyPublishers.ofString("x=1"))
                            .build()),
                    415,
                    "unsupported-media-type");
            String key = TestServer.newKey();
            HttpResponse<String> first = takeBackup(server, key);
            assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
            assertThat(takeBackup(server, key).body()).isEqualTo(first.body());
            try (Stream<Path> taken = Files.list(backups)) {
                assertThat(taken).hasSize(1);
            }
        }
    }

    @Test
    void the_newest_backup_that_is_shown_is_of_this_bank() throws IOException {
        Path backups = Files.createDirectory(folder.resolve("backups"));
        Path other = folder.resolve("other");
        TestServer.open(other, "bank.ledger=memory").close();
        Path foreign = backups.resolve("backup-20000101T000000000Z");
        run(0, "backup", "--data", other.toString(), "--to", foreign.toString());
        try (TestServer server =
                TestServer.open(folder.resolve("data"), "bank.ledger=memory", "bank.backup.directory=" + backups)) {
            server.execute(DEPOSIT);
            String name = json(takeBackup(server).body()).get("name").asString();
            long hourAgo = System.currentTimeMillis() - TimeUnit.HOURS.toMillis(1);
            Files.setLastModifiedTime(backups.resolve(name), FileTime.fromMillis(hourAgo));
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(server.get("/actuator/prometheus").body())
                                    .containsPattern("\nbank_backup_age_seconds 3[67]\\d\\d\\.0"));
        }
    }

    @Test
    void a_new_backup_deletes_the_oldest_of_its_kind_and_nothing_else() throws IOException {
        Path backups = Files.createDirectory(folder.resolve("backups"));
        Files.createDirectories(backups.resolve("backup-20000101T000000000Z/archive"));
        Files.createDirectories(backups.resolve("backup-20000102T000000000Z/of-mine"));
        Files.createDirectories(backups.resolve("weekly-20000103T000000000Z/archive"));
        List<String> taken = new ArrayList<>();
        try (TestServer server = TestServer.open(
                folder.resolve("data"),
                "bank.ledger=memory",
                "bank.backup.directory=" + backups,
                "bank.backup.keep=2")) {
            for (int i = 0; i < 4; i++) {
                server.execute(DEPOSIT);
                HttpResponse<String> backup = takeBackup(server);
                assertThat(backup.statusCode()).as(backup.body()).isEqualTo(200);
                taken.add(json(backup.body()).get("name").asString());
                if (i == 0) {
                    // As if the clock had been set back since.
                    Files.move(backups.resolve(taken.get(0)), backups.resolve("backup-29990101T000000000Z"));
                    // It cannot be deleted while this is there, and does not keep the others from it.
                    Files.createDirectories(backups.resolve("backup-29990101T000000000Z.unfinished/of-mine"));
                }
            }
        }
        try (Stream<Path> left = Files.list(backups)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "backup-20000101T000000000Z",
                            "backup-20000102T000000000Z",
                            "weekly-20000103T000000000Z",
                            "backup-29990101T000000000Z",
                            "backup-29990101T000000000Z.unfinished",
                            taken.get(2),
                            taken.get(3));
        }
        assertThat(BankAudit.of(backups.resolve(taken.get(2)), Progress.NONE).firstFault())
                .isNull();
    }

    @Test
    void a_service_that_has_removed_all_epochs_of_its_last_backup_deletes_it_but_none_of_before_its_start()
            throws IOException {
        Path backups = folder.resolve("backups");
        List<String> settings = List.of(
                "bank.ledger=memory",
                "bank.backup.directory=" + backups,
                "bank.backup.keep=1",
                "bank.history.retention=0s",
                "bank.key-window=1");
        String before;
        try (TestServer server = TestServer.open(folder.resolve("data"), settings.toArray(new String[0]))) {
            before = takeBackupAfterSnapshots(server);
        }
        try (TestServer server = TestServer.open(folder.resolve("data"), settings.toArray(new String[0]))) {
            String second = takeBackupAfterSnapshots(server);
            List<String> epochs = names(backups.resolve(second).resolve("archive"));
            String newest = takeBackupAfterSnapshots(server);
            assertThat(names(backups.resolve(newest).resolve("archive"))).doesNotContainAnyElementsOf(epochs);
            assertThat(names(backups)).containsExactlyInAnyOrder(before, newest);
        }
    }

    /** Each snapshot lets the epochs before the one before it go. */
    private static String takeBackupAfterSnapshots(TestServer server) {
        for (int i = 0; i < 4; i++) {
            server.execute(DEPOSIT);
            HttpResponse<String> snapshot = TestServer.send(server.request(
                            "/v1/snapshots", "Idempotency-Key", TestServer.newKey(), "Content-Type", TestServer.JSON)
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build());
            assertThat(snapshot.statusCode()).as(snapshot.body()).isEqualTo(200);
        }
        return json(takeBackup(server).body()).get("name").asString();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(path -> path.getFileName().toString()).toList();
        }
    }

    @Test
    void the_oldest_backup_is_deleted_although_the_client_of_the_new_one_has_hung_up() throws IOException {
        Path backups = folder.resolve("backups");
        try (TestServer server = TestServer.open(
                folder.resolve("data"),
                "bank.ledger=memory",
                "bank.backup.directory=" + backups,
                "bank.backup.keep=1")) {
            Path oldest =
                    backups.resolve(json(takeBackup(server).body()).get("name").asString());
            // Sparse, and deleted in pieces with pauses.
            try (RandomAccessFile large =
                    new RandomAccessFile(oldest.resolve("archive/large").toFile(), "rw")) {
                large.setLength(512L << 20);
            }
            server.execute(DEPOSIT);
            try (Socket client = new Socket("127.0.0.1", server.port())) {
                client.getOutputStream()
                        .write(("POST /v1/backups HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + TestServer.JSON
                                        + "\r\nContent-Length: 2\r\nIdempotency-Key: " + TestServer.newKey()
                                        + "\r\n\r\n{}")
                                .getBytes(StandardCharsets.ISO_8859_1));
                await().until(() -> !Files.exists(oldest));
            }
            Path renamed = Path.of(oldest + ".unfinished");
            assertThat(renamed).as("the deletion is under way").exists();
            await().atMost(Duration.ofSeconds(60)).until(() -> !Files.exists(renamed));
        }
    }

    @Test
    void a_backup_during_which_the_writer_stops_is_answered_and_so_is_the_next_one() throws Exception {
        try (TestServer server = TestServer.start(folder.resolve("data"), List.of(FaultyLedger.Configuration.class))) {
            FaultyLedger.Faults faults = server.context.getBean(FaultyLedger.Faults.class);
            faults.mayOpen.countDown();
            server.awaitOpen();
            faults.stepwise = true;
            CompletableFuture<HttpResponse<String>> deposit = TestServer.sendAsync(server.post(DEPOSIT)
                    .headers("Idempotency-Key", TestServer.newKey(), "Content-Type", TestServer.JSON)
                    .build());
            assertThat(faults.executing.await(60, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<HttpResponse<String>> backup = CompletableFuture.supplyAsync(() -> takeBackup(server));
            faults.breaksAtExecute = true;
            faults.turns.release(100);
            deposit.get(60, TimeUnit.SECONDS);
            ProblemAssert.assertProblem(backup.get(60, TimeUnit.SECONDS), 503, "not-executed");
            ProblemAssert.assertProblem(takeBackup(server), 503, "not-executed");
        }
    }

    /** Documents begin at multiples of 64 with the same word; the last one is the end record. */
    private static void flipInLastBatch(Path segment) throws IOException {
        byte[] bytes = Files.readAllBytes(segment);
        List<Integer> documents = new ArrayList<>();
        for (int at = 4_096; at < bytes.length; at += 64) {
            if (Arrays.equals(bytes, at, at + 4, bytes, 4_096, 4_100) && bytes[at] != 0) {
                documents.add(at);
            }
        }
        bytes[documents.get(documents.size() - 2) + 100] ^= 1;
        Files.write(segment, bytes);
    }

    /** What a command says on stderr that ends with exit code 1. */
    private static String refusal(String... arguments) {
        return stderr(1, arguments);
    }

    /** What a command says on stderr that ends well. */
    private static String warnings(String... arguments) {
        return stderr(0, arguments);
    }

    private static String stderr(int expectedCode, String... arguments) {
        PrintStream stderr = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            run(expectedCode, arguments);
        } finally {
            System.setErr(stderr);
        }
        return err.toString(StandardCharsets.UTF_8).strip();
    }
}
