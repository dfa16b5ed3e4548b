package org.debitcredit.simulation;

import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.memory.MemoryLedger;

/** Compares what a projection shows with the model at the same position. */
final class ShownBank {

    private ModelBalances balances = new ModelBalances(Terms.SCALE);
    private long position;

    void compare(ProjectedDatabase database, Judge judge) {
        MemoryLedger shown = database.tables();
        if (shown == null) {
            return;
        }
        long at = shown.logPosition().position();
        if (at > judge.model().position()) {
            if (!judge.isInDoubt()) {
                judge.report(
                        "the projection shows position " + at + "; the bank is at "
                                + judge.model().position(),
                        null);
            }
            return;
        }
        if (at < position) {
            balances = new ModelBalances(Terms.SCALE);
            position = 0;
        }
        while (position < at) {
            balances.redo(judge.model().history().get((int) position++));
        }
        compare("the projection", shown, balances, judge);
    }

    /** Compares every balance and the four sums. */
    static void compare(String whose, MemoryLedger shown, ModelBalances expected, Judge judge) {
        for (BalanceKind kind : BalanceKind.values()) {
            long[] found = new long[(int) kind.count(Terms.SCALE)];
            shown.copy(kind, 0, found.length, found);
            for (int index = 0; index < found.length; index++) {
                long id = kind.idAt(Terms.SCALE, index);
                if (found[index] != expected.balance(kind, id)) {
                    judge.report(
                            whose + " shows " + kind + " " + id + " with " + found[index] + " at position "
                                    + shown.logPosition().position() + "; it must be " + expected.balance(kind, id),
                            null);
                }
            }
        }
        if (!shown.totals().equals(expected.totals())) {
            judge.report(
                    whose + " adds up to " + shown.totals() + " at position "
                            + shown.logPosition().position() + "; it must be " + expected.totals(),
                    null);
        }
    }
}
