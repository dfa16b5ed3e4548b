package org.debitcredit.tpcc.execute;

import java.sql.SQLException;

/** A transaction failed and could not be rolled back alone, so that all transactions of its group were rolled back. */
public final class GroupLost extends SQLException {

    private static final long serialVersionUID = 1L;

    GroupLost(Exception cause) {
        super("the group of transactions was rolled back, because one of them failed: " + cause.getMessage(), cause);
    }
}
