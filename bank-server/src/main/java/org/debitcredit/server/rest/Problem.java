package org.debitcredit.server.rest;

import java.io.ByteArrayOutputStream;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.ClientUse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * An RFC 9457 problem.
 *
 * @param detail the wrong value and what would be right; no internals of the server
 * @param position of a business refusal: its number in the bank's history
 * @param timeMicros of a business refusal: when it was decided, microseconds since 1970 UTC
 * @param balanceMinor for lack of funds: the current balance
 */
public record Problem(
        Reason reason,
        String detail,
        @Nullable Long position,
        @Nullable Long timeMicros,
        @Nullable Long balanceMinor) {

    private static final JsonFactory JSON = new JsonFactory();

    private static final String RETRY_AFTER_SECONDS = "1";
    private static final String BEARER = "Bearer";

    public static Problem of(Reason reason, String detail) {
        return new Problem(reason, detail, null, null, null);
    }

    /** The answer to a caller without access. */
    static Problem denied(Access notGranted) {
        return notGranted instanceof Access.Unauthenticated who
                ? of(Reason.UNAUTHENTICATED, who.detail())
                : of(Reason.FORBIDDEN, Access.Forbidden.DETAIL);
    }

    /**
     * The answer to a client that may not move money at a teller.
     *
     * @param isReserved because the teller is in a branch of correspondents, or an account stands for a region
     */
    static Problem outOfScope(long teller, boolean isReserved) {
        return of(Reason.OUT_OF_SCOPE, isReserved ? Detail.reserved() : Detail.outOfScope(teller));
    }

    /** The answer to a request that failed by a fault of this server, which its log describes. */
    static Problem internal() {
        return of(Reason.INTERNAL, "an internal error occurred; the server's log says why");
    }

    /** The answer to a client that has reached one of its limits. */
    static Problem limited(ClientUse.Refused refused) {
        return of(Reason.BUSY, refused.detail());
    }

    ResponseEntity<byte[]> response() {
        return ResponseEntity.status(reason.httpStatus())
                .headers(this::addHeaders)
                .body(json());
    }

    /** Answers an exchange whose response has not begun. */
    public Mono<Void> write(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(HttpStatusCode.valueOf(reason.httpStatus()));
        addHeaders(response.getHeaders());
        byte[] body = json();
        response.getHeaders().setContentLength(body.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }

    private void addHeaders(HttpHeaders headers) {
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (reason == Reason.BUSY || reason == Reason.NOT_EXECUTED || reason == Reason.REGION_AWAY) {
            headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        if (reason == Reason.UNAUTHENTICATED) {
            headers.set(HttpHeaders.WWW_AUTHENTICATE, BEARER);
        }
    }

    private byte[] json() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("type", "urn:debitcredit:" + reason.id());
            json.writeStringProperty("title", reason.title());
            json.writeNumberProperty("status", reason.httpStatus());
            json.writeStringProperty("detail", detail);
            if (position != null) {
                json.writeNumberProperty("position", position);
            }
            if (timeMicros != null) {
                json.writeStringProperty("time", TimeText.of(timeMicros));
            }
            if (balanceMinor != null) {
                json.writeNumberProperty("balance", balanceMinor);
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }
}
