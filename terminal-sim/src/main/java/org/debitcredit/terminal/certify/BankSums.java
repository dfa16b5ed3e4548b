package org.debitcredit.terminal.certify;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.Locale;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.Json;

/**
 * The totals of a bank.
 *
 * @param position of the last transaction in them
 * @param historyRows postings
 * @param serverSaysEqual whether the server says that the sums are equal, and each branch equals the sum of its tellers
 */
record BankSums(
        long position,
        BigInteger accounts,
        BigInteger tellers,
        BigInteger branches,
        BigInteger history,
        long historyRows,
        boolean serverSaysEqual) {

    static BankSums of(JsonNode json) {
        return new BankSums(
                Json.number(json, "position"),
                sum(json, "accounts"),
                sum(json, "tellers"),
                sum(json, "branches"),
                sum(json, "history"),
                Json.number(json, "historyRows"),
                json.path("holds").asBoolean(false));
    }

    /** Whether all four sums are equal, and the server says so too. */
    boolean balance() {
        return serverSaysEqual && accounts.equals(tellers) && tellers.equals(branches) && branches.equals(history);
    }

    /** The sums in words. */
    String words() {
        if (balance()) {
            return String.format(
                    Locale.ROOT,
                    "accounts, tellers, branches and history all add up to %,d after position %,d",
                    accounts,
                    position);
        }
        return String.format(
                Locale.ROOT,
                "after position %,d accounts add up to %,d, tellers to %,d, branches to %,d and history to %,d; the server "
                        + "says that they are %s",
                position,
                accounts,
                tellers,
                branches,
                history,
                serverSaysEqual ? "equal" : "not equal");
    }

    private static BigInteger sum(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isIntegralNumber()) {
            throw new RunFailure("the server's totals have no integer '" + field + "': " + json);
        }
        return value.bigIntegerValue();
    }
}
