package org.debitcredit.terminal.tpcc.input;

import org.debitcredit.tpcc.TpccScale;

/**
 * Where a terminal stands. It does not change during a run: every transaction is of its warehouse, and its Stock-Levels
 * are of its district (clause 2.8.1.1).
 */
public record Home(int warehouse, int district) {

    /** How many there are. */
    public static int count(TpccScale scale) {
        return scale.warehouses() * TpccScale.DISTRICTS;
    }

    /**
     * The home of a terminal. Ten terminals of each warehouse have different districts; with more terminals than homes,
     * some share one.
     *
     * @param terminal counted from 0
     */
    public static Home of(int terminal, TpccScale scale) {
        int home = terminal % count(scale);
        return new Home(home % scale.warehouses() + 1, home / scale.warehouses() + 1);
    }
}
