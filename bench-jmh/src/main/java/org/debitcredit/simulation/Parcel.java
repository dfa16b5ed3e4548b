package org.debitcredit.simulation;

import java.util.List;

/** Transactions that a client sends together, in one of the forms that the service takes. */
record Parcel(List<ModelRequest> rows, Form form) {

    /** How the keys are given. */
    enum Form {
        /** One transaction by itself. */
        ALONE,
        /** A key for each. */
        EACH,
        /** One key, of which the others count up. */
        RUN
    }

    private static final long COUNTING = (1L << 62) - 1;

    boolean isAlone() {
        return form == Form.ALONE;
    }

    boolean isRun() {
        return form == Form.RUN;
    }

    /** Whether a service must refuse it before anything else: the keys would leave the 62 bits that count. */
    boolean isMalformed() {
        long low = rows.get(0).key().low() & COUNTING;
        return isRun() && low + rows.size() - 1 > COUNTING;
    }
}
