package org.debitcredit.simulation;

import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.memory.MemoryLedger;

/** Compares what a projection shows with the model at the same position. */
final class ShownBank {

    private ModelBalances balances = new ModelBalances(Terms.SCALE);
    private long position;

    void compare(ProjectedDatabase database, ModelCheck modelCheck) {
        MemoryLedger shown = database.tables();
        if (shown == null) {
            return;
        }
        long at = shown.logPosition().position();
        if (at > modelCheck.model().position()) {
            if (!modelCheck.isInDoubt()) {
                modelCheck.report(
                        "the projection shows position " + at + "; the bank is at "
                                + modelCheck.model().position(),
                        null);
            }
            return;
        }
        if (at < position) {
            balances = new ModelBalances(Terms.SCALE);
            position = 0;
        }
        while (position < at) {
            balances.redo(modelCheck.model().history().get((int) position++));
        }
        compare("the projection", shown, balances, modelCheck);
    }

    /** Compares every balance and the four sums. */
    static void compare(String whose, MemoryLedger shown, ModelBalances expected, ModelCheck modelCheck) {
        for (BalanceKind kind : BalanceKind.values()) {
            long[] found = new long[(int) kind.count(Terms.SCALE)];
            shown.copy(kind, 0, found.length, found);
            for (int index = 0; index < found.length; index++) {
                long id = kind.idAt(Terms.SCALE, index);
                if (found[index] != expected.balance(kind, id)) {
                    modelCheck.report(
                            whose + " shows " + kind + " " + id + " with " + found[index] + " at position "
                                    + shown.logPosition().position() + "; it must be " + expected.balance(kind, id),
                            null);
                }
            }
        }
        if (!shown.totals().equals(expected.totals())) {
            modelCheck.report(
                    whose + " adds up to " + shown.totals() + " at position "
                            + shown.logPosition().position() + "; it must be " + expected.totals(),
                    null);
        }
    }
}
