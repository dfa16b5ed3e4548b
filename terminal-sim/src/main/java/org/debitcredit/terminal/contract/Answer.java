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

    /** In the place of a balance that is not given, or is not this bank's. */
    long NO_BALANCE = Long.MIN_VALUE + 1;

    /** The transaction is committed and durable, with this position in the bank's history. */
    record Committed(long position, long balanceMinor) implements Answer {}

    /** A business refusal; position 0 for one that this bank's history does not have. */
    record Refused(String reason, long position) implements Answer {}

    /** Not an answer of the bank. The reason is short and one of a few, so that failures can be counted by reason. */
    record Failed(String reason) implements Answer {

        /** Whether the reason is the key: it was used for something else, or the bank has forgotten it. */
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
        return problem(status, Json.read(body), operation.movesMoney());
    }

    /**
     * Reads the response to a transaction on an account of another region. It has no balance while it is in transit,
     * and what the other region has refused is not in this one's history.
     */
    static Answer outOfTown(int status, byte[] body) {
        JsonNode json = Json.read(body);
        if (status != 200 && status != 202) {
            return problem(status, json, false);
        }
        boolean isTold = status == 200
                ? json.path("balance").isIntegralNumber()
                : json.path("inTransit").asBoolean(false);
        return isCommitted(json) && isTold
                ? new Committed(json.path("position").longValue(), NO_BALANCE)
                : new Failed("the answer violates the contract");
    }

    private static Answer problem(int status, JsonNode problem, boolean needsPosition) {
        String type = problem.path("type").asText();
        String reason = type.startsWith(PROBLEM_PREFIX) ? type.substring(PROBLEM_PREFIX.length()) : "";
        boolean refusal = (status == 404 || status == 422) && BUSINESS_REASONS.contains(reason);
        if (!refusal) {
            String failure = reason.isEmpty() ? "HTTP " + status : "HTTP " + status + " " + reason;
            return status >= INTERNAL_SERVER_ERROR ? new Unanswered(failure) : new Failed(failure);
        }
        long position = problem.path("position").asLong(0);
        if (needsPosition && position < 1) {
            return new Failed("a refusal has no position");
        }
        return new Refused(reason, position);
    }

    private static Answer success(AtmOperation operation, JsonNode json) {
        JsonNode balance = json.path("balance");
        if (!operation.movesMoney() && balance.isIntegralNumber()) {
            return new Balance(balance.longValue());
        }
        if (isCommitted(json) && balance.isIntegralNumber()) {
            return new Committed(json.path("position").longValue(), balance.longValue());
        }
        return new Failed("the answer violates the contract");
    }

    private static boolean isCommitted(JsonNode json) {
        return json.path("status").asText().equals("committed")
                && json.path("position").asLong(0) > 0;
    }
}
