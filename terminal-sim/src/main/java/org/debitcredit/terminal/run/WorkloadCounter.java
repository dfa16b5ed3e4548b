package org.debitcredit.terminal.run;

import java.util.BitSet;
import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.Transaction;

/** Counts what the terminals of one event loop ask for. Used by one thread at a time. */
final class WorkloadCounter {

    private static final int CELLS = 20;

    private final BankScale scale;
    private final long amountMinorMax;
    private final BitSet tellers = new BitSet();
    private final long[] cells = new long[CELLS];
    private long home;
    private long away;
    private long atOtherTellers;
    private long smallest = Long.MAX_VALUE;
    private long largest = Long.MIN_VALUE;

    /** @param amountMinorMax largest amount of a DebitCredit, in either direction */
    WorkloadCounter(BankScale scale, long amountMinorMax) {
        this.scale = scale;
        this.amountMinorMax = amountMinorMax;
    }

    /**
     * Counts a transaction that a terminal is about to send.
     *
     * @param ownTeller the terminal's
     */
    void add(Transaction transaction, long ownTeller) {
        atOtherTellers += transaction.teller() == ownTeller ? 0 : 1;
        long branch = BankScale.branchOf(transaction.teller());
        if (BankScale.branchOf(transaction.account()) == branch) {
            home++;
        } else {
            away++;
        }
        tellers.set(Math.toIntExact(branch * scale.tellersPerBranch() + BankScale.sequenceOf(transaction.teller())));
        long amount = transaction.amountMinor();
        smallest = Math.min(smallest, amount);
        largest = Math.max(largest, amount);
        cells[cell(amount)]++;
    }

    /** Amounts are never 0, so that those above 0 move down by one, and the range has a whole number of cells. */
    private int cell(long amount) {
        long place = amountMinorMax + (amount > 0 ? amount - 1 : amount);
        return (int) Math.max(0, Math.min(CELLS - 1, place * CELLS / (2 * amountMinorMax)));
    }

    /** All counters together. */
    static WorkloadEvidence merged(List<WorkloadCounter> counters) {
        long home = 0;
        long away = 0;
        long atOtherTellers = 0;
        long smallest = Long.MAX_VALUE;
        long largest = Long.MIN_VALUE;
        long[] cells = new long[CELLS];
        BitSet tellers = new BitSet();
        for (WorkloadCounter counter : counters) {
            home += counter.home;
            away += counter.away;
            atOtherTellers += counter.atOtherTellers;
            smallest = Math.min(smallest, counter.smallest);
            largest = Math.max(largest, counter.largest);
            for (int i = 0; i < CELLS; i++) {
                cells[i] += counter.cells[i];
            }
            tellers.or(counter.tellers);
        }
        boolean none = home + away == 0;
        return new WorkloadEvidence(
                home, away, none ? 0 : smallest, none ? 0 : largest, cells, tellers.cardinality(), atOtherTellers);
    }
}
