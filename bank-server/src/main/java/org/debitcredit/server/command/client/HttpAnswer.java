package org.debitcredit.server.command.client;

import java.net.http.HttpResponse;
import java.util.List;
import org.debitcredit.console.Printable;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.trace.RequestTrace;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer of the service.
 *
 * @param status of HTTP
 * @param body the JSON object of the answer; empty if it has none
 * @param retryAfterSeconds pause before a repeat that the answer asks for; 0 if it asks for none
 * @param requestId by which the operator finds the request; empty if there is none
 */
record HttpAnswer(int status, ObjectNode body, long retryAfterSeconds, String requestId) {

    private static final String TYPE = "urn:debitcredit:";
    private static final int OK = 200;
    private static final int CLIENT_ERROR = 400;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int SERVER_ERROR = 500;

    /** Codes of server errors that mean that nothing was executed. */
    private static final List<String> NOTHING_EXECUTED =
            List.of(Reason.BUSY.id(), Reason.NOT_EXECUTED.id(), Reason.LEDGER_DAMAGED.id(), Reason.NO_HISTORY.id());

    /** Codes of server errors that a repeat would get again. */
    private static final List<String> LASTING = List.of(Reason.LEDGER_DAMAGED.id(), Reason.NO_HISTORY.id());

    static HttpAnswer of(HttpResponse<String> response) {
        return new HttpAnswer(
                response.statusCode(),
                object(response.body()),
                response.headers()
                        .firstValue("Retry-After")
                        .filter(value -> value.matches("\\d{1,4}"))
                        .map(Long::parseLong)
                        .orElse(0L),
                Printable.of(
                        response.headers().firstValue(RequestTrace.ID_HEADER).orElse("")));
    }

    private static ObjectNode object(String body) {
        try {
            if (JsonMapper.shared().readTree(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            // The answer is not from a bank, or it was cut off.
        }
        return JsonMapper.shared().createObjectNode();
    }

    boolean isOk() {
        return status == OK && !body.isEmpty();
    }

    /** The stable code of a problem; empty if the answer is not a problem from a bank. */
    String code() {
        String type = body.path("type").asString("");
        return type.startsWith(TYPE) ? type.substring(TYPE.length()) : "";
    }

    /** What is wrong, in words. */
    String detail() {
        return code().isEmpty()
                ? "the answer is not from a bank; a proxy or another service may have sent it: the status is " + status
                : Printable.of(body.path("detail").asString(""));
    }

    /** The id of the request as the end of a message; empty if there is none. */
    String named() {
        return requestId.isEmpty() ? "" : " (request " + requestId + ")";
    }

    /**
     * Whether this answer is final for a money transaction: its outcome is stored under the key, or the key belongs to
     * another transaction.
     */
    boolean isDecision() {
        return isOk() || body.has("position") || code().equals(Reason.KEY_CONFLICT.id());
    }

    /** Whether a money transaction with this answer may have been executed. */
    boolean leavesOutcomeOpen() {
        boolean isRefused = status >= CLIENT_ERROR && status < SERVER_ERROR && status != REQUEST_TIMEOUT;
        return !isDecision() && !isRefused && !NOTHING_EXECUTED.contains(code());
    }

    /** Whether a repeat may get a different answer. */
    boolean isPassing() {
        return !isDecision() && status >= SERVER_ERROR && !LASTING.contains(code());
    }
}
