package org.debitcredit.terminal;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a server says of its money.
 *
 * @param position transactions in its journal
 * @param holds whether the four sums are equal and each branch equals the sum of its tellers
 */
record BankTotals(long position, boolean holds) {

    static BankTotals of(JsonNode json) {
        return new BankTotals(Json.number(json, "position"), json.path("holds").asBoolean(false));
    }
}
