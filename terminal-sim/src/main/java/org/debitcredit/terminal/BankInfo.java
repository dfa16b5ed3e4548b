package org.debitcredit.terminal;

import com.fasterxml.jackson.databind.JsonNode;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;

/**
 * The bank a server says it is.
 *
 * @param position transactions decided so far
 */
record BankInfo(Preset preset, BankScale scale, long position) {

    private static final int FUNDED_PER_BRANCH = 50;

    static BankInfo of(JsonNode json) {
        BankScale scale = new BankScale(
                Json.integer(json, "branches"),
                Json.integer(json, "tellersPerBranch"),
                Json.integer(json, "accountsPerBranch"));
        return new BankInfo(Preset.parse(json.path("preset").asText()), scale, Json.number(json, "position"));
    }

    /** How many accounts of each branch, from the first, are given an opening balance. */
    int fundedPerBranch() {
        return Math.min(FUNDED_PER_BRANCH, scale.accountsPerBranch());
    }
}
