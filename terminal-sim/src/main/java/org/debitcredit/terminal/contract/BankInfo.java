package org.debitcredit.terminal.contract;

import com.fasterxml.jackson.databind.JsonNode;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.console.RunFailure;

/**
 * The bank as described by its server.
 *
 * @param position transactions decided so far; {@link #NO_POSITION} where the server does not say
 */
public record BankInfo(Preset preset, BankScale scale, long position) {

    /** In the place of a position that the server does not tell. */
    public static final long NO_POSITION = -1;

    private static final int FUNDED_PER_BRANCH = 50;

    public static BankInfo of(JsonNode json) {
        try {
            BankScale scale = new BankScale(
                    Json.integer(json, "branches"),
                    Json.integer(json, "tellersPerBranch"),
                    Json.integer(json, "accountsPerBranch"));
            return new BankInfo(Preset.parse(json.path("preset").asText()), scale, position(json));
        } catch (IllegalArgumentException | ArithmeticException none) {
            throw new RunFailure("the server describes no bank: " + none.getMessage(), none);
        }
    }

    private static long position(JsonNode json) {
        return json.hasNonNull("position") ? Json.number(json, "position") : NO_POSITION;
    }

    /** The number of accounts in each branch, from the first, that get an opening balance. */
    public int fundedPerBranch() {
        return Math.min(FUNDED_PER_BRANCH, scale.accountsPerBranch());
    }
}
