package org.debitcredit.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlainJdbcLoopTest {

    @Test
    void itExecutesTransactionsInTheTablesOfTheLedger() throws SQLException {
        PlainJdbcLoop loop = new PlainJdbcLoop(1);
        try (loop) {
            assertThat(loop.runFor(Duration.ofMillis(20)).transactions()).isPositive();
            assertThat(loop.holds()).isTrue();
        }
    }
}
