package org.debitcredit.server.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailedTransactionsTest {

    private static final long MILLI_NANOS = 1_000_000;

    @Test
    void theyAreLoggedOnceASecondWithTheirNumber() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE);
        List<String> lines = new ArrayList<>();
        FailedTransactions failures = new FailedTransactions(nanos::get, lines::add);

        for (int milli = 0; milli < 2_000; milli += 100) {
            failures.add(new SQLException("gone at " + milli));
            nanos.addAndGet(100 * MILLI_NANOS);
        }

        assertThat(lines)
                .containsExactly(
                        "The database failed in 1 transactions, in the latest by: gone at 0",
                        "The database failed in 10 transactions, in the latest by: gone at 1000");
    }
}
