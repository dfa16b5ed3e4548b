package org.debitcredit.terminal.certify;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.Json;
import org.debitcredit.terminal.contract.ReportedKeyStatus;
import org.debitcredit.terminal.contract.TransactionJson;
import org.debitcredit.terminal.contract.WholeResponse;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.AtmRequest;
import org.jspecify.annotations.Nullable;

/** The requests with which a bank is inspected, by its REST contract. */
final class Inspector {

    /** Totals scan every account, and a snapshot copies all of them. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private static final Duration USUAL_PATIENCE = Duration.ofMinutes(1);

    /** The server does not offer the call, or not to this client. */
    static final class NotOffered extends RuntimeException {
        NotOffered(String message) {
            super(message);
        }
    }

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final URI url;
    private final @Nullable String token;

    Inspector(URI url, @Nullable String token) {
        this.url = url;
        this.token = token;
    }

    /** The bank as its server describes it. */
    BankInfo info() {
        return BankInfo.of(get("/v1/bank"));
    }

    /** Everything that the server says about its bank. */
    JsonNode description() {
        return get("/v1/bank");
    }

    /** The totals. */
    BankSums sums() {
        return BankSums.of(get(request("/v1/totals").timeout(PATIENCE).build()));
    }

    /** The balance of an account, minor units. */
    long account(long id) {
        return Json.number(get("/v1/accounts/" + id), "balance");
    }

    /** The balance of a teller, minor units. */
    long teller(long id) {
        return Json.number(get("/v1/tellers/" + id), "balance");
    }

    /** The balance of a branch, minor units. */
    long branch(long id) {
        return Json.number(get("/v1/branches/" + id), "balance");
    }

    /** Asks what became of a key. */
    CompletableFuture<ReportedKeyStatus> status(UUID key) {
        return WholeResponse.of(client, request("/v1/transactions/" + key).GET().build())
                .thenApply(response -> {
                    if (response.statusCode() != 200) {
                        throw new RunFailure("the server answered " + response.statusCode() + " when it was asked for "
                                + key + ": " + BankHttp.said(response));
                    }
                    return ReportedKeyStatus.of(Json.read(response.body()));
                });
    }

    /** Sends a transaction under a key and waits for the answer. */
    Answer execute(Transaction transaction, UUID key, Preset preset) throws IOException {
        HttpRequest request = request(BankHttp.TRANSACTIONS_PATH)
                .header("Content-Type", "application/json")
                .header(BankHttp.KEY_HEADER, key.toString())
                .POST(BodyPublishers.ofString(
                        TransactionJson.of(transaction, preset.requestBytesMin()), StandardCharsets.US_ASCII))
                .build();
        HttpResponse<byte[]> response = send(request);
        AtmOperation operation = new AtmRequest.Money(transaction).operation();
        return Answer.of(operation, response.statusCode(), response.body(), preset.responseBytesMin());
    }

    /** Reads an account's balance. */
    Answer inquire(long account) throws IOException {
        HttpResponse<byte[]> response =
                send(request("/v1/accounts/" + account).GET().build());
        return Answer.of(AtmOperation.BALANCE, response.statusCode(), response.body(), 0);
    }

    /** Asks for a snapshot; completes when it is durable, or with why there is none. */
    CompletableFuture<SnapshotTaken> snapshot() {
        HttpRequest request = request("/v1/snapshots")
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"))
                .build();
        return WholeResponse.of(client, request).thenApply(response -> {
            if (response.statusCode() != 200) {
                String said = "the server answered " + response.statusCode() + " to a request for a snapshot: "
                        + BankHttp.said(response);
                throw BankHttp.NOT_OFFERED.contains(response.statusCode())
                        ? new NotOffered(said)
                        : new RunFailure(said);
            }
            return SnapshotTaken.of(Json.read(response.body()));
        });
    }

    private JsonNode get(String path) {
        return get(request(path).build());
    }

    private JsonNode get(HttpRequest request) {
        HttpResponse<byte[]> response;
        try {
            response = send(request);
        } catch (IOException unreachable) {
            throw new RunFailure("no answer from " + request.uri() + ": " + unreachable, unreachable);
        }
        if (response.statusCode() != 200) {
            throw new RunFailure(request.uri() + " answered " + response.statusCode() + ": " + BankHttp.said(response));
        }
        return Json.read(response.body());
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws IOException {
        try {
            return WholeResponse.await(client, request);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(url.resolve(path)).timeout(USUAL_PATIENCE);
        if (token != null) {
            builder.header("Authorization", "Bearer " + token);
        }
        return builder;
    }
}
