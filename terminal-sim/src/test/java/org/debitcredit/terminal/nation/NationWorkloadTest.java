package org.debitcredit.terminal.nation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NationWorkloadTest {

    private static final int DRAWS = 100_000;
    private static final int REGION = 2;

    private static NationPlan plan(int outOfTownPercent) {
        return new NationPlan(
                5,
                10,
                20,
                new ThinkTime(Duration.ofSeconds(2)),
                outOfTownPercent,
                Duration.ofSeconds(9),
                false,
                "memory",
                256,
                1);
    }

    private static NationWorkload workload(NationPlan plan) {
        return new NationWorkload(plan, REGION, 33, new SplittableRandom(1));
    }

    @Test
    void the_share_of_other_regions_is_as_asked_and_each_is_as_likely() {
        NationWorkload workload = workload(plan(20));
        int[] issuers = new int[5];
        for (int i = 0; i < DRAWS; i++) {
            issuers[workload.next().issuer()]++;
        }
        assertThat(issuers[REGION]).isBetween(79_000, 81_000);
        for (int region : new int[] {0, 1, 3, 4}) {
            assertThat(issuers[region]).isBetween(4_600, 5_400);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    void the_extremes_are_exact(int percent) {
        NationWorkload workload = workload(plan(percent));
        for (int i = 0; i < 1_000; i++) {
            assertThat(workload.next().issuer() == REGION).isEqualTo(percent == 0);
        }
    }

    @Test
    void the_types_have_their_shares_and_the_amounts_of_the_workload() {
        NationWorkload workload = workload(plan(15));
        Map<TransactionType, Integer> types = new EnumMap<>(TransactionType.class);
        long paidOut = 0;
        for (int i = 0; i < DRAWS; i++) {
            var transaction = workload.next().transaction();
            types.merge(transaction.type(), 1, Integer::sum);
            assertThat(transaction.malformed()).isNull();
            assertThat(Math.abs(transaction.amountMinor())).isBetween(1L, 500_00L);
            paidOut += transaction.amountMinor() < 0 ? 1 : 0;
        }
        assertThat(types.keySet())
                .containsExactlyInAnyOrder(
                        TransactionType.DEPOSIT, TransactionType.WITHDRAWAL, TransactionType.DEBIT_CREDIT);
        // 12, 25 and 40 of 77.
        assertThat(types.get(TransactionType.DEPOSIT)).isBetween(15_000, 16_200);
        assertThat(types.get(TransactionType.WITHDRAWAL)).isBetween(31_800, 33_200);
        assertThat(paidOut).isBetween(25_000L, 27_000L);
    }

    @Test
    void accounts_are_drawn_evenly_from_the_funded_ones() {
        NationPlan plan = plan(15);
        Set<Long> funded = new HashSet<>();
        for (int number = 0; number < plan.funded(); number++) {
            funded.add(plan.fundedAccount(number));
        }
        NationWorkload workload = workload(plan);
        Set<Long> drawn = new HashSet<>();
        for (int i = 0; i < DRAWS; i++) {
            drawn.add(workload.next().transaction().account());
        }
        assertThat(drawn).isEqualTo(funded);
    }

    @Test
    void the_till_is_always_that_of_the_atm() {
        NationWorkload workload = workload(plan(50));
        for (int i = 0; i < 1_000; i++) {
            assertThat(workload.next().transaction().teller())
                    .isEqualTo(plan(50).tillOfAtm(33))
                    .isEqualTo(1_000_003);
        }
    }

    @Test
    void a_seed_repeats_everything() {
        NationWorkload one = workload(plan(15));
        NationWorkload other = workload(plan(15));
        for (int i = 0; i < 1_000; i++) {
            assertThat(one.next()).isEqualTo(other.next());
            assertThat(one.thinkNanos()).isEqualTo(other.thinkNanos());
        }
    }

    @Test
    void think_times_have_their_mean() {
        NationWorkload workload = workload(plan(15));
        long[] nanos = new long[DRAWS];
        Arrays.setAll(nanos, i -> workload.thinkNanos());
        assertThat(Arrays.stream(nanos).average().orElseThrow()).isBetween(1.96e9, 2.04e9);
    }
}
