package org.debitcredit.terminal;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * What a server says of its money.
 *
 * @param position transactions in its journal
 * @param holds whether the four sums are equal and each branch equals the sum of its tellers
 * @param missing why the server did not say; null when it did
 */
record BankTotals(long position, boolean holds, @Nullable String missing) {

    /** Stands for the totals of a server that does not answer any more. */
    static BankTotals missing(String reason) {
        return new BankTotals(0, false, reason);
    }

    static BankTotals of(JsonNode json) {
        return new BankTotals(Json.number(json, "position"), json.path("holds").asBoolean(false), null);
    }
}
