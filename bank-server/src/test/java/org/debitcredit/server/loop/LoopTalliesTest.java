package org.debitcredit.server.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;

class LoopTalliesTest {

    private final LoopTallies tallies = new LoopTallies();

    @Test
    void an_interval_has_the_times_since_the_one_before() {
        tallies.end(TimeUnit.MILLISECONDS.toNanos(1));
        tallies.end(TimeUnit.MILLISECONDS.toNanos(3));
        Histogram first = LoopTallies.newHistogram();
        tallies.addInterval(first);
        tallies.end(TimeUnit.MILLISECONDS.toNanos(7));
        Histogram second = LoopTallies.newHistogram();
        tallies.addInterval(second);
        Histogram third = LoopTallies.newHistogram();
        tallies.addInterval(third);
        assertThat(first.getTotalCount()).isEqualTo(2);
        assertThat(first.getMaxValue() / 1e6).isBetween(2.95, 3.05);
        assertThat(second.getTotalCount()).isEqualTo(1);
        assertThat(second.getMaxValue() / 1e6).isBetween(6.9, 7.1);
        assertThat(third.getTotalCount()).isZero();
    }

    @Test
    void times_beyond_the_range_count_as_its_ends() {
        tallies.end(-1);
        tallies.end(Long.MAX_VALUE);
        Histogram interval = LoopTallies.newHistogram();
        tallies.addInterval(interval);
        assertThat(interval.getTotalCount()).isEqualTo(2);
    }

    @Test
    void what_began_and_has_not_ended_is_in_flight() {
        tallies.begin();
        tallies.begin();
        tallies.end(1);
        assertThat(tallies.inFlight()).isEqualTo(1);
    }

    @Test
    void refusals_of_a_batch_are_counted_by_their_code() {
        RequestColumns requests = new RequestColumns(3);
        for (int i = 0; i < 3; i++) {
            requests.add(Transaction.deposit(1, 1, 1), new TransactionKey(0, i, i));
        }
        BatchSubmission batch = new BatchSubmission(requests, answered -> {});
        batch.outcome[1] = Refusal.KEY_EXPIRED.code();
        batch.outcome[2] = Refusal.KEY_EXPIRED.code();
        tallies.count(batch);
        assertThat(tallies.refusals(Refusal.KEY_EXPIRED.code())).isEqualTo(2);
        assertThat(tallies.refusals(Refusal.KEY_AHEAD.code())).isZero();
    }
}
