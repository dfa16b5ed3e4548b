package org.debitcredit.terminal.nation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.Json;

/** Asks a region for many balances, a bounded number at a time. */
final class RegionBalances {

    private static final int AT_ONCE = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private RegionBalances() {}

    static String ofTeller(long id) {
        return "/v1/tellers/" + id;
    }

    static String ofAccount(long id) {
        return "/v1/accounts/" + id;
    }

    /**
     * The balances, minor units, in the order of the paths.
     *
     * @throws java.util.concurrent.CompletionException if one does not come
     */
    static List<Long> of(BankHttp region, List<String> paths) {
        List<Long> balances = new ArrayList<>(paths.size());
        for (int from = 0; from < paths.size(); from += AT_ONCE) {
            List<CompletableFuture<Long>> asked = paths.subList(from, Math.min(from + AT_ONCE, paths.size())).stream()
                    .map(path -> region.ask(path, PATIENCE).thenApply(json -> Json.number(json, "balance")))
                    .toList();
            asked.forEach(one -> balances.add(one.join()));
        }
        return balances;
    }
}
