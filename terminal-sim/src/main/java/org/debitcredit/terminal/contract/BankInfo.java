package org.debitcredit.terminal.contract;

import com.fasterxml.jackson.databind.JsonNode;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;

/**
 * The bank as described by its server.
 *
 * @param position transactions decided so far
 */
public record BankInfo(Preset preset, BankScale scale, long position) {

    private static final int FUNDED_PER_BRANCH = 50;

    public static BankInfo of(JsonNode json) {
        BankScale scale = new BankScale(
                Json.integer(json, "branches"),
                Json.integer(json, "tellersPerBranch"),
                Json.integer(json, "accountsPerBranch"));
        return new BankInfo(Preset.parse(json.path("preset").asText()), scale, Json.number(json, "position"));
    }

    /** The number of accounts in each branch, from the first, that get an opening balance. */
    public int fundedPerBranch() {
        return Math.min(FUNDED_PER_BRANCH, scale.accountsPerBranch());
    }
}
