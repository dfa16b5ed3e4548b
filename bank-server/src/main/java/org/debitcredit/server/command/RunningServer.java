package org.debitcredit.server.command;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A running server, as a command of this jar asks it.
 *
 * @param url such as http://127.0.0.1:8080
 * @param tokenFile file with a bearer token; null to take the environment variable BANK_TOKEN, if it is set
 */
record RunningServer(URI url, @Nullable Path tokenFile) {

    RunningServer {
        if (!"http".equals(url.getScheme()) && !"https".equals(url.getScheme()) || url.getHost() == null) {
            throw new IllegalArgumentException("--url is '" + url
                    + "'; it must be the address of a running service, such as http://127.0.0.1:8080");
        }
    }

    /** A request with the token, if there is one. */
    HttpRequest.Builder request(String path) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path));
        String token = tokenFile != null ? Files.readString(tokenFile) : System.getenv("BANK_TOKEN");
        if (token != null && !token.isBlank()) {
            request.header("Authorization", "Bearer " + token.strip());
        }
        return request;
    }

    /**
     * The body of the answer.
     *
     * @throws IOException if there is no answer, or another one than 200; the message says which
     */
    String ask(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response;
        try {
            response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException e) {
            throw new IOException(
                    "no bank answers at " + url + ". Is the service running, and is this its HTTP port?", e);
        }
        if (response.statusCode() != 200) {
            throw new IOException("the server answered " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }
}
