package org.debitcredit.server.command.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLHandshakeException;
import org.debitcredit.console.BearerToken;
import org.debitcredit.console.HttpAddress;
import org.debitcredit.console.Printable;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A running server, as a command of this jar asks it.
 *
 * @param url such as http://127.0.0.1:8080
 * @param tokenFile file with a bearer token; null to take the environment variable BANK_TOKEN, if it is set
 */
public record RunningServer(URI url, @Nullable Path tokenFile) {

    private static final int SHOWN_MAX = 200;
    private static final int OK = 200;
    private static final int CLIENT_ERROR = 400;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    /** @throws IllegalArgumentException if the URL is not an HTTP or HTTPS address with a host, or has a password */
    public RunningServer {
        HttpAddress.require("--url", url);
    }

    /**
     * A request with the token, if there is one.
     *
     * @throws IllegalArgumentException if the file or the variable does not hold a token
     */
    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path));
        String token = BearerToken.of(tokenFile);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }

    /**
     * The answer, whatever its status is.
     *
     * @throws NothingSentException if there was no connection
     * @throws IOException if there is no answer; the server may have the request
     */
    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new NothingSentException(
                    "no bank answers at " + url + ". Is the service running, and is this its HTTP port?", e);
        } catch (SSLHandshakeException e) {
            throw new NothingSentException("there is no secure connection to " + url + ": " + e.getMessage(), e);
        }
    }

    /**
     * The body of the answer.
     *
     * @throws RefusedRequestException if the status is that of a client's error which a repeat would get again; the
     *     message contains it
     * @throws IOException if there is no answer, or its status is not 200; the message contains the status
     */
    public String ask(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = send(request);
        int status = response.statusCode();
        if (status == OK) {
            return response.body();
        }
        String why = "the server answered " + status + ": " + reason(response.body());
        throw isRefusal(status) ? new RefusedRequestException(why) : new IOException(why);
    }

    /** A proxy in front of the service may limit requests, or time. Neither says that a repeat fails too. */
    private static boolean isRefusal(int status) {
        return status >= CLIENT_ERROR
                && status < SERVER_ERROR
                && status != REQUEST_TIMEOUT
                && status != TOO_MANY_REQUESTS;
    }

    /** Title and detail of a problem document. Of another body, which may be a page, the beginning. */
    private static String reason(String body) {
        try {
            if (JsonMapper.shared().readTree(body) instanceof ObjectNode problem
                    && problem.path("title").isString()) {
                String detail = problem.path("detail").asString("");
                return shown(problem.path("title").asString() + (detail.isEmpty() ? "" : ": " + detail));
            }
        } catch (JacksonException e) {
            // Something other than a bank answered.
        }
        if (body.isBlank()) {
            return "no reason given";
        }
        return shown(body);
    }

    private static String shown(String text) {
        return Printable.of(text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "...");
    }

    /**
     * The object of an answer's body.
     *
     * @throws IOException if the body is not an object, because something other than a bank answered
     */
    public ObjectNode object(String body) throws IOException {
        try {
            if (JsonMapper.shared().readTree(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw notABank(e);
        }
        throw notABank(null);
    }

    private IOException notABank(@Nullable JacksonException cause) {
        return new IOException("what answers at " + url + " is not a bank: its answer is no JSON object", cause);
    }
}
