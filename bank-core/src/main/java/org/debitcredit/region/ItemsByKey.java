package org.debitcredit.region;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** The out-of-town transactions of a pair of regions that are in memory. Its user holds the settlement's lock. */
final class ItemsByKey {

    /** By the key of the issuer's half, in the order in which they became known. */
    private final Map<UUID, OutOfTownItem> byIssuerKey = new LinkedHashMap<>();

    /** The same by the customer's key: several only if a customer has used a key for different transactions. */
    private final Map<TransactionKey, List<OutOfTownItem>> byCustomersKey = new HashMap<>();

    @Nullable
    OutOfTownItem get(OutOfTown transaction) {
        return byIssuerKey.get(transaction.issuerKey());
    }

    OutOfTownItem getOrAdd(OutOfTown transaction) {
        return byIssuerKey.computeIfAbsent(transaction.issuerKey(), key -> {
            OutOfTownItem item = new OutOfTownItem(transaction);
            byCustomersKey
                    .computeIfAbsent(transaction.key(), customers -> new ArrayList<>(1))
                    .add(item);
            return item;
        });
    }

    /** Those under the customer's key of a transaction. */
    List<OutOfTownItem> withTheSameKey(OutOfTown transaction) {
        return byCustomersKey.getOrDefault(transaction.key(), List.of());
    }

    /** In the order in which they became known. */
    Collection<OutOfTownItem> all() {
        return byIssuerKey.values();
    }

    int size() {
        return byIssuerKey.size();
    }

    void remove(OutOfTownItem item) {
        byIssuerKey.remove(item.transaction.issuerKey());
        removeOfCustomer(item);
    }

    void removeIf(Predicate<OutOfTownItem> isToBeRemoved) {
        byIssuerKey.values().removeIf(item -> {
            boolean isRemoved = isToBeRemoved.test(item);
            if (isRemoved) {
                removeOfCustomer(item);
            }
            return isRemoved;
        });
    }

    private void removeOfCustomer(OutOfTownItem item) {
        List<OutOfTownItem> same = withTheSameKey(item.transaction);
        if (same.size() > 1) {
            same.remove(item);
        } else {
            byCustomersKey.remove(item.transaction.key());
        }
    }

    /** Begins a choice of those to keep, which has none yet. */
    KeptItems toKeep() {
        return new KeptItems(all(), this::withTheSameKey);
    }
}
