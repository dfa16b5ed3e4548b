package org.debitcredit.terminal.contract;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Responses whose end, too, must come within the request's time-out. {@link HttpClient} itself stops counting when the
 * headers are there, and would wait for ever for the rest of a body that a server does not finish.
 */
public final class WholeResponse {

    private WholeResponse() {}

    /** Sends a request; completes with the whole response, or with an {@link HttpTimeoutException}. */
    public static CompletableFuture<HttpResponse<byte[]>> of(HttpClient client, HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> response = client.sendAsync(request, BodyHandlers.ofByteArray());
        return request.timeout().map(patience -> within(response, patience)).orElse(response);
    }

    /** Sends a request and waits for the whole response. */
    public static HttpResponse<byte[]> await(HttpClient client, HttpRequest request)
            throws IOException, InterruptedException {
        try {
            return of(client, request).get();
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            throw cause instanceof IOException unanswered ? unanswered : new IOException(cause);
        }
    }

    private static CompletableFuture<HttpResponse<byte[]>> within(
            CompletableFuture<HttpResponse<byte[]>> response, Duration patience) {
        return response.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).exceptionally(thrown -> {
            throw failure(thrown, patience);
        });
    }

    private static CompletionException failure(Throwable thrown, Duration patience) {
        if (thrown instanceof TimeoutException) {
            return new CompletionException(
                    new HttpTimeoutException("the response did not end within " + patience.toMillis() + " ms"));
        }
        return thrown instanceof CompletionException completion ? completion : new CompletionException(thrown);
    }
}
