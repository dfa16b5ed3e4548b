package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.client.BankClient;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A server whose snapshots were damaged while it was down: it uses the next older one, or the journal, or refuses. */
class SnapshotDamageIT {

    private static final int BATCH = 1_000;
    private static final int BATCHES_MAX = 100;
    private static final int A_BALANCE = 70_000;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    /** All keys are remembered, so all of the journal is kept. */
    private ServerCommand keepingItsJournal() {
        return ServerCommand.over(folder.resolve("data"))
                .cuttingItsJournal("chronicle", "memory")
                .property("bank.key-window", 1_000_000);
    }

    private ServerCommand cuttingItsJournal() {
        return ServerCommand.over(folder.resolve("data")).cuttingItsJournal("chronicle", "memory");
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aDamagedNewestSnapshotIsPassedOverWithAWarningAndBothDamagedForTheWholeJournal() throws IOException {
        TestedServer server = SERVERS.ready(keepingItsJournal());
        workUntil(server, () -> snapshots().size() >= 2);
        RestTotals totals = server.rest().totals();
        server.terminate();

        List<Path> snapshots = snapshots();
        Path newest = snapshots.get(snapshots.size() - 1);
        Path older = snapshots.get(snapshots.size() - 2);
        damage(newest);
        TestedServer fromOlder = SERVERS.ready(keepingItsJournal());
        assertThat(fromOlder.rest().totals()).isEqualTo(totals);
        assertThat(fromOlder.log()).contains("recovered from the snapshot at position " + position(older));
        assertThatItWarnsOf(fromOlder, newest);
        fromOlder.terminate();

        damage(older);
        TestedServer fromFounding = SERVERS.ready(keepingItsJournal());
        assertThat(fromFounding.rest().totals()).isEqualTo(totals);
        assertThat(fromFounding.log()).doesNotContain("recovered from the snapshot");
        assertThatItWarnsOf(fromFounding, newest);
        assertThatItWarnsOf(fromFounding, older);
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void withBothSnapshotsDamagedAndAJournalCutBehindThemTheServerRefusesAndNamesBoth() throws IOException {
        TestedServer server = SERVERS.ready(cuttingItsJournal());
        Path first = folder.resolve("data/journal/epoch-000001");
        workUntil(server, () -> !Files.exists(first));
        server.terminate();

        List<Path> snapshots = snapshots();
        assertThat(snapshots).hasSize(2);
        for (Path snapshot : snapshots) {
            damage(snapshot);
        }
        assertThat(RefusesToStartIT.refusal(SERVERS.start(cuttingItsJournal()), 1))
                .contains(snapshots.get(0).toString())
                .contains(snapshots.get(1).toString())
                .contains("does not reach back to the founding");
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void workUntil(TestedServer server, Condition condition) throws IOException {
        try (BankClient bank = BankClient.plaintext("127.0.0.1", server.grpcPort(), BankClient.Options.NONE)) {
            for (int batch = 0; !condition.holds(); batch++) {
                assertThat(batch).as("batches").isLessThan(BATCHES_MAX);
                List<Sent> some = Stream.generate(() -> Sent.of(Transaction.deposit(1, 2, 3)))
                        .limit(BATCH)
                        .toList();
                bank.executeBatch(Sent.requests(some)).join();
            }
        }
    }

    /** Published ones, the oldest first. */
    private List<Path> snapshots() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("data/snapshots"))) {
            return files.filter(file -> !file.toString().endsWith(".unfinished"))
                    .sorted()
                    .toList();
        }
    }

    private static long position(Path snapshot) {
        return Long.parseLong(snapshot.getFileName().toString().substring("snapshot-".length()));
    }

    private static void damage(Path snapshot) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(snapshot.toFile(), "rw")) {
            file.seek(A_BALANCE);
            int one = file.read();
            file.seek(A_BALANCE);
            file.write(one ^ 1);
        }
    }

    private static void assertThatItWarnsOf(TestedServer server, Path snapshot) {
        assertThat(server.log().lines())
                .anyMatch(line -> line.contains(" WARN ") && line.contains("damaged snapshot: " + snapshot));
    }
}
