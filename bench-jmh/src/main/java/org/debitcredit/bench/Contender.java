package org.debitcredit.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/** One side of the pair: a bank of its own that does DebitCredit as fast as it can. */
interface Contender extends AutoCloseable {

    /** Works for a while and returns its figures. */
    Figures runFor(Duration duration) throws SQLException;

    /** Whether the invariants hold, and history has a row for every transaction done. */
    boolean holds();

    @Override
    void close() throws IOException, SQLException;
}
