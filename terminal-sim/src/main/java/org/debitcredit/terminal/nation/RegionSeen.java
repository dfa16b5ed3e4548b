package org.debitcredit.terminal.nation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.terminal.contract.Json;

/**
 * Another region, as a region says that it sees it.
 *
 * @param issuer number of the other region
 * @param unsettled transactions on its accounts that are in transit or in progress
 * @param strays transactions with its correspondents that are no out-of-town transactions
 */
record RegionSeen(int issuer, long unsettled, long inTransitMinor, long strays) {

    /** Reads the answer to {@code GET /v1/regions}. */
    static List<RegionSeen> allIn(JsonNode answer) {
        List<RegionSeen> seen = new ArrayList<>();
        for (JsonNode partner : answer.path("partners")) {
            seen.add(new RegionSeen(
                    Json.integer(partner, "region"),
                    Json.number(partner, "unsettled"),
                    Json.number(partner, "inTransit"),
                    Json.number(partner, "strays")));
        }
        return seen;
    }
}
