package org.debitcredit.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.debitcredit.transaction.TransactionType;
import org.junit.jupiter.api.Test;

class GroupTalliesTest {

    private final GroupTallies tallies = new GroupTallies();

    @Test
    void totals_grow_and_intervals_begin_anew() {
        tallies.add(3, 2_000_000);
        tallies.addCommitted(TransactionType.DEPOSIT.code(), 3);
        tallies.add(700, 5_000_000);
        tallies.addCommitted(TransactionType.REVERSAL.code(), 700);
        assertThat(tallies.groups()).isEqualTo(2);
        assertThat(tallies.transactions()).isEqualTo(703);
        assertThat(tallies.committed(TransactionType.DEPOSIT)).isEqualTo(3);
        assertThat(tallies.committed(TransactionType.REVERSAL)).isEqualTo(700);
        assertThat(tallies.takeLargest()).isEqualTo(700);
        assertThat(tallies.takeLargest()).isZero();
        Histogram forces = tallies.takeForceNanos();
        assertThat(forces.getTotalCount()).isEqualTo(2);
        assertThat(forces.getMaxValue() / 1e6).isBetween(4.9, 5.1);
        assertThat(tallies.takeForceNanos().getTotalCount()).isZero();
    }
}
