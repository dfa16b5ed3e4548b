package org.debitcredit.server.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TpccExecutorTest {

    /** Anybody may ask for it before a load. */
    @Test
    void aDeliveryThatTheDatabaseRefusesEndsNoThread() throws SQLException {
        TpccDatabase empty = new TpccDatabase("jdbc:sqlite::memory:", null, null);
        try (TpccExecutor executor = TpccExecutor.start(empty, 1, Clock.systemUTC())) {
            assertThat(executor.defer(new TpccRequest.Delivery(1, 1), System.nanoTime()))
                    .isTrue();
            executor.run(connection -> 1).orTimeout(10, TimeUnit.SECONDS).join();
            assertThat(executor.defer(new TpccRequest.Delivery(1, 1), System.nanoTime()))
                    .isTrue();
            assertThat(executor.run(connection -> 2)
                            .orTimeout(10, TimeUnit.SECONDS)
                            .join())
                    .isEqualTo(2);
        }
    }
}
