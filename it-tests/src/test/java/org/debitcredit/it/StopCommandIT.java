package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code stop}: the recorded process ends in order, and no other one is ever signalled. */
class StopCommandIT {

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    @Test
    void aServerStopsInOrderAndNoOtherProcessIsSignalled() throws Exception {
        Path data = folder.resolve("data");
        TestedServer server = SERVERS.ready(data);
        assertThat(server.rest().execute(Sent.of(Transaction.deposit(1, 2, 3)))).isInstanceOf(Outcome.Committed.class);
        Path lock = data.resolve("journal").resolve("lock");
        String recorded = Files.readString(lock);
        assertThat(recorded).startsWith(server.pid() + " ");

        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            // The id of another process, and a start that is not its own: the id was given to a later process.
            for (String record : List.of(other.pid() + " 1", Long.toString(other.pid()), "x", "")) {
                overwrite(lock, record);
                CommandRun refused = stop(data);
                assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(1);
                assertThat(refused.stderr()).contains("Nothing was signalled");
                assertThat(refused.json().required("stopped").booleanValue()).isFalse();
                assertThat(refused.json().required("detail").asText()).contains("Nothing was signalled");
            }
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
        assertThat(server.isAlive()).isTrue();

        overwrite(lock, recorded);
        CommandRun stopped = stop(data);
        assertThat(stopped.exitCode()).as(stopped.toString()).isZero();
        assertThat(stopped.json().required("wasRunning").booleanValue()).isTrue();
        assertThat(server.awaitExit()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        assertThat(server.log()).contains("bank closed at position 1");

        CommandRun again = stop(data);
        assertThat(again.exitCode()).as(again.toString()).isZero();
        assertThat(again.json().required("wasRunning").booleanValue()).isFalse();
    }

    @Test
    void whereThereIsNoBankTheUsageIsWrong() {
        CommandRun run = stop(folder);
        assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
        assertThat(run.stderr()).contains(folder.toString());
        assertThat(run.json().required("stopped").booleanValue()).isFalse();
    }

    /** By another process, as an operator would: the file is the same one, so that its lock stays. */
    private static void overwrite(Path lock, String record) throws IOException {
        try (FileChannel file =
                FileChannel.open(lock, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            file.write(ByteBuffer.wrap(record.getBytes(StandardCharsets.US_ASCII)));
        }
    }

    private static CommandRun stop(Path data) {
        return PreparedServer.run("stop", "--data", data.toString(), "--json");
    }
}
