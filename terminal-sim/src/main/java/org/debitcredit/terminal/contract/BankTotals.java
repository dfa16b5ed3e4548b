package org.debitcredit.terminal.contract;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The totals that a server returns.
 *
 * @param position transactions in its journal
 * @param holds whether the four sums are equal and each branch equals the sum of its tellers
 * @param missing the reason why there are no totals; null if there are
 * @param offered whether the server offers totals, to this client
 */
public record BankTotals(
        long position, boolean holds, @Nullable String missing, boolean offered) {

    /** Placeholder for the totals of a server that no longer answers. */
    public static BankTotals missing(String reason) {
        return new BankTotals(0, false, reason, true);
    }

    /** Placeholder for the totals of a server that has none, or none for this client. */
    public static BankTotals notOffered(String reason) {
        return new BankTotals(0, false, reason, false);
    }

    public static BankTotals of(JsonNode json) {
        return new BankTotals(Json.number(json, "position"), json.path("holds").asBoolean(false), null, true);
    }
}
