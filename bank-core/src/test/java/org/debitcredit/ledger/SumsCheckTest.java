package org.debitcredit.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SumsCheckTest {

    @Test
    void sums_that_take_long_are_told_of_while_they_are_added_up() {
        List<Long> told = new CopyOnWriteArrayList<>();
        CountDownLatch threeTimes = new CountDownLatch(3);
        Totals expected = LedgerDriver.totals(BigInteger.TEN, 1);
        Totals totals = SumsCheck.totals(
                () -> {
                    await(threeTimes);
                    return expected;
                },
                20,
                10,
                millis -> {
                    told.add(millis);
                    threeTimes.countDown();
                });
        assertThat(totals).isSameAs(expected);
        assertThat(told).startsWith(20L, 30L, 40L);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
