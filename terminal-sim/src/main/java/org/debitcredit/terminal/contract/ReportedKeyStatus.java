package org.debitcredit.terminal.contract;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What became of a key, as its server says.
 *
 * @param status {@code committed}, {@code refused}, {@code unknown} or {@code expired}
 * @param position of its transaction; 0 where there is none
 * @param balanceMinor of the account after a commit; {@link #NO_BALANCE} otherwise
 */
public record ReportedKeyStatus(String status, long position, long balanceMinor) {

    public static final String COMMITTED = "committed";
    public static final String REFUSED = "refused";
    public static final String EXPIRED = "expired";

    /** In the place of a balance, of an answer that did not commit. */
    public static final long NO_BALANCE = Long.MIN_VALUE;

    /** Reads the response to a look-up. */
    public static ReportedKeyStatus of(JsonNode json) {
        String status = json.path("status").asText();
        if (status.isEmpty()) {
            throw new IllegalArgumentException("the answer to a look-up has no status: " + json);
        }
        return new ReportedKeyStatus(
                status,
                json.path("position").asLong(0),
                status.equals(COMMITTED) ? Json.number(json, "balance") : NO_BALANCE);
    }

    @Override
    public String toString() {
        return switch (status) {
            case COMMITTED -> "committed at position " + position + " with balance " + balanceMinor;
            case REFUSED -> "refused at position " + position;
            default -> status;
        };
    }
}
