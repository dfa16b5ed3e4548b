package org.debitcredit.terminal.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.workload.AtmOperation;
import org.jspecify.annotations.Nullable;

/** Requests of a run besides those of the terminals: the bank's description, its totals, opening balances. */
public final class BankHttp {

    public static final String TRANSACTIONS_PATH = "/v1/transactions";
    public static final String REVERSALS_PATH = "/v1/reversals";
    public static final String ACCOUNTS_PATH = "/v1/accounts/";
    public static final String KEY_HEADER = "Idempotency-Key";

    private static final String TOTALS_PATH = "/v1/totals";

    /** Status codes of a server that does not offer a call, or not to this client. */
    public static final Set<Integer> NOT_OFFERED = Set.of(401, 403, 404, 405, 501);

    private static final int SAID_BYTES_MAX = 300;

    /** Totals scan every account. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final URI url;
    private final @Nullable String token;

    public BankHttp(URI url, @Nullable String token) {
        this.url = url;
        this.token = token;
    }

    /** A fresh key: UUIDv7, never from a run's seed, so that no two runs share one. */
    public static UUID newKey() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong());
    }

    /** Asks for the bank's description. Throws a {@link RunFailure} if there is none. */
    public BankInfo bank() {
        return BankInfo.of(get("/v1/bank"));
    }

    /** The totals. If the server died under the load, or does not offer them, they are missing. */
    public BankTotals totals() {
        try {
            HttpResponse<byte[]> response = send(TOTALS_PATH);
            return NOT_OFFERED.contains(response.statusCode())
                    ? BankTotals.notOffered(TOTALS_PATH + " answered " + response.statusCode())
                    : BankTotals.of(content(TOTALS_PATH, response));
        } catch (RunFailure unanswered) {
            return BankTotals.missing(String.valueOf(unanswered.getMessage()));
        }
    }

    /** Asks what became of a key. */
    public CompletableFuture<ReportedKeyStatus> keyStatus(UUID key) {
        HttpRequest request = request(TRANSACTIONS_PATH + "/" + key).GET().build();
        return WholeResponse.of(client, request).thenApply(response -> {
            if (response.statusCode() != 200) {
                throw unexpected(request.uri(), response);
            }
            return ReportedKeyStatus.of(Json.read(response.body()));
        });
    }

    /**
     * Asks for anything that the bank answers with a JSON object.
     *
     * @param patience how long it waits for the answer
     */
    public CompletableFuture<JsonNode> ask(String path, Duration patience) {
        HttpRequest request = request(path).timeout(patience).GET().build();
        return WholeResponse.of(client, request).thenApply(response -> content(path, response));
    }

    /** Sends a deposit under a new key. */
    public CompletableFuture<Answer> deposit(Transaction deposit, BankInfo bank) {
        String body = TransactionJson.of(deposit, bank.preset().requestBytesMin());
        HttpRequest request = request(TRANSACTIONS_PATH)
                .header("Content-Type", "application/json")
                .header(KEY_HEADER, newKey().toString())
                .POST(BodyPublishers.ofString(body, StandardCharsets.US_ASCII))
                .build();
        return WholeResponse.of(client, request)
                .thenApply(response -> Answer.of(
                        AtmOperation.DEPOSIT,
                        response.statusCode(),
                        response.body(),
                        bank.preset().responseBytesMin()));
    }

    private JsonNode get(String path) {
        return content(path, send(path));
    }

    private HttpResponse<byte[]> send(String path) {
        try {
            return WholeResponse.await(client, request(path).GET().build());
        } catch (IOException unreachable) {
            throw new RunFailure("no answer from " + url.resolve(path) + ": " + reason(unreachable), unreachable);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RunFailure("interrupted while asking " + url.resolve(path), interrupted);
        }
    }

    private JsonNode content(String path, HttpResponse<byte[]> response) {
        if (response.statusCode() != 200) {
            throw unexpected(url.resolve(path), response);
        }
        return Json.read(response.body());
    }

    private static RunFailure unexpected(URI asked, HttpResponse<byte[]> response) {
        return new RunFailure(asked + " answered " + response.statusCode() + ": " + said(response));
    }

    /**
     * The beginning of an unexpected answer, for a message; it is cut, because what is no bank may answer at length.
     */
    public static String said(HttpResponse<byte[]> response) {
        byte[] body = response.body();
        return new String(body, 0, Math.min(body.length, SAID_BYTES_MAX), StandardCharsets.UTF_8);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE);
        if (token != null) {
            builder.header("Authorization", "Bearer " + token);
        }
        return builder;
    }

    private static String reason(IOException failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
