package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.BatchOutcomes;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A ledger on H2 in memory, in a heap that the history of this run would fill and more: it lets go of the oldest and
 * goes on.
 */
// Ten times what it takes: a stream that is left without a window for its next batch goes on with the next ping only.
@Timeout(130)
class SmallHeapIT {

    /** Room for about 230,000 postings besides what the service needs itself; most of it for long-lived objects. */
    private static final String[] HEAP = {"-Xmx112m", "-Xmn16m"};

    private static final int BATCH = 8_192;

    /** Of transfers, two postings each: 360,000 at about 270 bytes. */
    private static final int BATCHES = 22;

    private static final int IN_FLIGHT = 4;
    private static final int ACCOUNTS = 10_000;
    private static final int ANSWER_SECONDS_MAX = 60;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path data;

    @Test
    void aHeapThatCannotHoldTheHistoryHoldsTheLatestOfIt() throws IOException {
        TestedServer server = SERVERS.ready(ServerCommand.over(data)
                .jvm(HEAP)
                .property("bank.request-timeout", "60s")
                // Only this would wake a stream that gRPC has left without a window for what comes next.
                .property("bank.network.send-max", "5m")
                .property("bank.key-window", 50_000)
                .option("--journal", "file")
                .property("bank.journal.fill-ahead", "17MB"));
        try (BankClient bank = BankClient.plaintext("127.0.0.1", server.grpcPort(), BankClient.Options.NONE)) {
            assertCommitted(bank.executeBatch(batch(0, TransactionType.DEPOSIT)));
            Deque<CompletableFuture<BatchOutcomes>> inFlight = new ArrayDeque<>();
            for (int batch = 1; batch <= BATCHES; batch++) {
                inFlight.add(bank.executeBatch(batch(batch, TransactionType.TRANSFER)));
                if (inFlight.size() == IN_FLIGHT) {
                    assertCommitted(inFlight.remove());
                }
            }
            inFlight.forEach(SmallHeapIT::assertCommitted);
        }
        RestBank rest = server.rest();
        assertThat(rest.get("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(rest.totals().holds()).isTrue();
        JsonNode statement = rest.get("/v1/accounts/1/statement?limit=500").json();
        assertThat(statement.required("historyFrom").longValue()).isGreaterThan(BATCH);
        assertThat(statement.required("postings")).isNotEmpty();
        assertThat(server.log()).containsOnlyOnce("the maximum (bank.history.rows-max)");
    }

    /** Transactions of 1 between the accounts, none of which any lacks the funds for. */
    private static RequestColumns batch(int number, TransactionType type) {
        RequestColumns requests = new RequestColumns(BATCH, RunLengthKeys.runsMax(BATCH));
        for (int i = 0; i < BATCH; i++) {
            boolean isTransfer = type == TransactionType.TRANSFER;
            requests.addContent(
                    type.code(), 1, i, isTransfer ? (i + 1 + number) % ACCOUNTS : -1, isTransfer ? 1 : BATCHES);
        }
        TransactionKey first = TransactionKey.of(0, TransactionKey.uuidV7(System.currentTimeMillis(), number, 0));
        requests.keys.add(0, first.high(), first.low(), BATCH);
        return requests;
    }

    /** A server that has no heap left may never answer. */
    private static void assertCommitted(CompletableFuture<BatchOutcomes> outcomes) {
        assertThat(outcomes.orTimeout(ANSWER_SECONDS_MAX, TimeUnit.SECONDS)
                        .join()
                        .areAllCommitted())
                .isTrue();
    }
}
