package org.debitcredit.ledger;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.TransactionType;

/**
 * Balances are missing in a ledger: somebody deleted their rows, or the database lost them. The operation changed
 * nothing, and the ledger can still be used for other rows.
 */
public final class MissingRows extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final int NAMED_MAX = 5;

    private final Map<BalanceKind, Set<Long>> ids;

    /**
     * @param ids by kind
     */
    public MissingRows(Map<BalanceKind, ? extends Set<Long>> ids) {
        super("the ledger is missing " + named(ids)
                + ". Stop the bank and compare the ledger with the journal: bank verify DIR --ledger URL");
        this.ids = new EnumMap<>(BalanceKind.class);
        this.ids.putAll(ids);
    }

    /** The missing row of one balance. */
    public static MissingRows of(BalanceKind kind, long id) {
        return new MissingRows(Map.of(kind, Set.of(id)));
    }

    /** These and others. */
    public MissingRows and(MissingRows others) {
        Map<BalanceKind, Set<Long>> all = new EnumMap<>(BalanceKind.class);
        for (Map<BalanceKind, Set<Long>> some : List.of(ids, others.ids)) {
            some.forEach((kind, more) ->
                    all.computeIfAbsent(kind, none -> new TreeSet<>()).addAll(more));
        }
        return new MissingRows(all);
    }

    /** Whether this balance is missing. */
    public boolean has(BalanceKind kind, long id) {
        return ids.getOrDefault(kind, Set.of()).contains(id);
    }

    /** Whether a balance is missing that a transaction, or a reversal of it, reads or changes. */
    public boolean areTouchedBy(byte typeCode, long teller, long account, long target) {
        return has(BalanceKind.ACCOUNT, account)
                || (typeCode == TransactionType.TRANSFER.code() && has(BalanceKind.ACCOUNT, target))
                || has(BalanceKind.TELLER, teller)
                || has(BalanceKind.BRANCH, BankScale.branchOf(teller));
    }

    private static String named(Map<BalanceKind, ? extends Set<Long>> ids) {
        List<String> names = new ArrayList<>();
        int more = 0;
        for (Map.Entry<BalanceKind, ? extends Set<Long>> kind : ids.entrySet()) {
            for (long id : kind.getValue()) {
                if (names.size() < NAMED_MAX) {
                    names.add("the row of " + kind.getKey() + " " + id);
                } else {
                    more++;
                }
            }
        }
        return String.join(", ", names) + (more == 0 ? "" : " and " + more + " more rows");
    }
}
