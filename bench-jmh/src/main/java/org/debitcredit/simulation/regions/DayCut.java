package org.debitcredit.simulation.regions;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.ledger.BalanceKind;

/**
 * The balances of all correspondents as each region had them when its clock passed an hour. No two regions are cut at
 * the same moment, so a transaction may be in one region's day and not in the other's.
 */
final class DayCut {

    /** A balance of a region's correspondent at a position of its history. */
    record Balance(int region, int other, BalanceKind kind, long position, long balanceMinor) {}

    private final List<Balance> balances = new ArrayList<>();
    private final Set<Integer> asked = new HashSet<>();

    /** Whether a region is not cut yet. */
    boolean isDue(Region region) {
        return !asked.contains(region.number());
    }

    /** Cuts a running region. */
    void cut(Region region) {
        asked.add(region.number());
        for (Region other : region.others()) {
            ask(region, other.number(), BalanceKind.ACCOUNT, RegionsTerms.CORRESPONDENTS.dueFrom(other.number()));
            ask(region, other.number(), BalanceKind.TELLER, RegionsTerms.CORRESPONDENTS.networkTeller(other.number()));
        }
    }

    private void ask(Region region, int other, BalanceKind kind, long id) {
        region.ask(new Inquiry.Balance(kind, id, answered -> {
            if (answered.available()) {
                balances.add(new Balance(region.number(), other, kind, answered.position(), answered.balanceMinor()));
            }
        }));
    }

    /** What was found, without that of regions that died before they answered. */
    List<Balance> balances() {
        return balances;
    }
}
