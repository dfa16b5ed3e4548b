package org.debitcredit.ledger;

import java.util.EnumMap;
import java.util.Map;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.LogPosition;

/** A copy of a ledger, taken in small pages as a snapshot takes it: the start position and the history first. */
final class LedgerCopy {

    /** Divides none of the numbers of balances, so that pages and segments and branches end in different places. */
    private static final int PAGE = 5;

    private final Ledger source;
    private final LogPosition start;
    private final BranchHistory history;
    private final Map<BalanceKind, long[]> balances = new EnumMap<>(BalanceKind.class);

    /** Is at its source's log position; the pages are still to come. */
    LedgerCopy(Ledger source, BankScale scale) {
        this.source = source;
        this.start = source.logPosition();
        this.history = source.history();
        for (BalanceKind kind : BalanceKind.values()) {
            balances.put(kind, new long[Math.toIntExact(kind.count(scale))]);
        }
    }

    /** A copy of a ledger that does not change meanwhile. */
    static LedgerCopy of(Ledger source, BankScale scale) {
        return new LedgerCopy(source, scale).copyPages(() -> {});
    }

    /** Copies every page, and does something before each. */
    LedgerCopy copyPages(Runnable beforeEach) {
        balances.forEach((kind, copied) -> {
            for (int from = 0; from < copied.length; from += PAGE) {
                int count = Math.min(PAGE, copied.length - from);
                long[] page = new long[count];
                beforeEach.run();
                source.copy(kind, from, count, page);
                System.arraycopy(page, 0, copied, from, count);
            }
        });
        return this;
    }

    /** Brings a bank just founded to the start position. */
    void loadInto(Ledger target) {
        balances.forEach((kind, copied) -> {
            for (int from = 0; from < copied.length; from += PAGE) {
                int count = Math.min(PAGE, copied.length - from);
                long[] page = new long[count];
                System.arraycopy(copied, from, page, 0, count);
                target.load(kind, from, count, page);
            }
        });
        target.loaded(history, start, start.position());
    }
}
