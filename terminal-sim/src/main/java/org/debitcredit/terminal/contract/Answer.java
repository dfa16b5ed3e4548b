package org.debitcredit.terminal.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.workload.AtmOperation;

/**
 * The response to one request. A business refusal is an answer, because the bank did its work. Everything else that is
 * not a success by the contract is a failure.
 */
public sealed interface Answer {

    /** The balance asked for. */
    record Balance(long balanceMinor) implements Answer {}

    /** The transaction is committed and durable, with this position in the bank's history. */
    record Committed(long position, long balanceMinor) implements Answer {}

    /** A business refusal; position 0 for a balance inquiry, which has none. */
    record Refused(String reason, long position) implements Answer {}

    /** Not an answer of the bank. The reason is short and one of a few, so that failures can be counted by reason. */
    record Failed(String reason) implements Answer {

        /** Whether the bank says it of the key: that it was used for something else, or that it has been forgotten. */
        public boolean isOfKey() {
            return reason.endsWith(" " + Refusal.KEY_EXPIRED.id()) || reason.endsWith(" " + Refusal.KEY_CONFLICT.id());
        }
    }

    /**
     * No answer of the bank yet: nothing came, or the server said that it did not execute the request, or that it does
     * not know. The request may be sent again under its key.
     */
    record Unanswered(String reason) implements Answer {}

    String PROBLEM_PREFIX = "urn:debitcredit:";

    int INTERNAL_SERVER_ERROR = 500;

    Set<String> BUSINESS_REASONS = Arrays.stream(Refusal.values())
            .filter(Refusal::business)
            .map(Refusal::id)
            .collect(Collectors.toUnmodifiableSet());

    /** Reads a response by the REST contract; a success must have at least the given number of bytes. */
    static Answer of(AtmOperation operation, int status, byte[] body, int responseBytesMin) {
        if (status == 200) {
            return body.length < responseBytesMin
                    ? new Failed("the answer is shorter than " + responseBytesMin + " bytes")
                    : success(operation, Json.read(body));
        }
        JsonNode problem = Json.read(body);
        String type = problem.path("type").asText();
        String reason = type.startsWith(PROBLEM_PREFIX) ? type.substring(PROBLEM_PREFIX.length()) : "";
        boolean refusal = (status == 404 || status == 422) && BUSINESS_REASONS.contains(reason);
        if (!refusal) {
            String failure = reason.isEmpty() ? "HTTP " + status : "HTTP " + status + " " + reason;
            return status >= INTERNAL_SERVER_ERROR ? new Unanswered(failure) : new Failed(failure);
        }
        long position = problem.path("position").asLong(0);
        if (operation.movesMoney() && position < 1) {
            return new Failed("a refusal has no position");
        }
        return new Refused(reason, position);
    }

    private static Answer success(AtmOperation operation, JsonNode json) {
        JsonNode balance = json.path("balance");
        JsonNode position = json.path("position");
        if (!operation.movesMoney() && balance.isIntegralNumber()) {
            return new Balance(balance.longValue());
        }
        boolean committed = json.path("status").asText().equals("committed");
        if (committed && balance.isIntegralNumber() && position.asLong(0) > 0) {
            return new Committed(position.longValue(), balance.longValue());
        }
        return new Failed("the answer violates the contract");
    }
}
