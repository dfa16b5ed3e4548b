package org.debitcredit.it;

import com.fasterxml.jackson.databind.JsonNode;

/** The four sums, as a bank tells them. */
record RestTotals(
        long position, long accounts, long tellers, long branches, long history, long historyRows, boolean holds) {

    static RestTotals of(JsonNode json) {
        return new RestTotals(
                json.required("position").longValue(),
                json.required("accounts").longValue(),
                json.required("tellers").longValue(),
                json.required("branches").longValue(),
                json.required("history").longValue(),
                json.required("historyRows").longValue(),
                json.required("holds").booleanValue());
    }
}
