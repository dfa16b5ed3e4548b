package org.debitcredit.terminal.nation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.debitcredit.workload.ThinkTime;
import org.jspecify.annotations.Nullable;

/** Runs as a judge sees them: one in which everything holds, and others that differ from it in one thing. */
final class Runs {

    static final NationPlan PLAN = plan(true);

    private static final List<PairBalances> SETTLED =
            List.of(new PairBalances(0, 1, 500, 500), new PairBalances(1, 0, -300, -300));

    static final Settling.Rest NOTHING = new Settling.Rest(0, "", 0, SETTLED);
    static final AnswerCheck.Result FOUND = new AnswerCheck.Result(200, 0, List.of());
    static final TillCheck.Result EQUAL = new TillCheck.Result(7_000, 7_000, 20, 0, null);

    private Runs() {}

    static NationPlan plan(boolean isKilling) {
        return new NationPlan(
                2, 1, 5, new ThinkTime(Duration.ofSeconds(1)), 15, Duration.ofSeconds(3), isKilling, "memory", 256, 7);
    }

    static NationResult good() {
        return with(PLAN, times(100, 20, false), times(100, 30, false), reckoning(NOTHING, FOUND, EQUAL));
    }

    static Reckoning reckoning(Settling.Rest rest, AnswerCheck.Result answers, TillCheck.Result tills) {
        return new Reckoning(rest, List.of(), answers, tills);
    }

    static NationResult with(Reckoning reckoning) {
        return with(PLAN, times(100, 20, false), times(100, 30, false), reckoning);
    }

    /** So many answers that took a time each. */
    static AtmResponseTimes times(int answers, long millis, boolean isDisturbed) {
        AtmResponseTimes times = new AtmResponseTimes();
        for (int i = 0; i < answers; i++) {
            times.add(millis * 1_000, isDisturbed);
        }
        return times;
    }

    static NationResult with(NationPlan plan, AtmResponseTimes local, AtmResponseTimes outOfTown, Reckoning reckoning) {
        return with(plan, local, outOfTown, null, reckoning);
    }

    static NationResult with(
            NationPlan plan,
            AtmResponseTimes local,
            AtmResponseTimes outOfTown,
            @Nullable String failure,
            Reckoning reckoning) {
        SortedMap<String, Long> failures = new TreeMap<>();
        if (failure != null) {
            failures.put(failure, 3L);
        }
        return new NationResult(
                plan,
                Instant.EPOCH,
                local,
                outOfTown,
                new long[] {50, 40, 10},
                new long[] {20, 30, 50},
                4,
                9,
                failures,
                Duration.ofMillis(120),
                List.of(new Outages.Outage(List.of(1), 1_000_000_000L, 2_500_000_000L)),
                List.of(
                        new InTransitWatch.Sample(0, 0, 0, 0, 2),
                        new InTransitWatch.Sample(1, 90_000, 60_000, 5, 1),
                        new InTransitWatch.Sample(2, 40_000, 40_000, 2, 2)),
                List.of(new InTransitWatch.PairMost(0, 1, 60_000), new InTransitWatch.PairMost(1, 0, 30_000)),
                reckoning);
    }
}
