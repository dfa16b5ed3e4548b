package org.debitcredit.terminal.nation;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.debitcredit.terminal.contract.BankHttp;
import org.jspecify.annotations.Nullable;

/** Compares each till with the money that is committed by its ATMs' answers, opening deposits included. */
final class TillCheck {

    /**
     * What was found.
     *
     * @param toldMinor that is committed by the ATMs' answers, minor units
     * @param bookedMinor in all tills, minor units
     * @param tills that were compared
     * @param differing of them
     * @param first difference, a sentence; null if there is none
     */
    record Result(
            long toldMinor,
            long bookedMinor,
            long tills,
            long differing,
            @Nullable String first) {

        static Result of(List<Result> regions) {
            return new Result(
                    regions.stream().mapToLong(Result::toldMinor).sum(),
                    regions.stream().mapToLong(Result::bookedMinor).sum(),
                    regions.stream().mapToLong(Result::tills).sum(),
                    regions.stream().mapToLong(Result::differing).sum(),
                    regions.stream()
                            .filter(region -> region.first() != null)
                            .findFirst()
                            .map(Result::first)
                            .orElse(null));
        }
    }

    private TillCheck() {}

    static Result of(NationPlan plan, int region, BankHttp http, NationTraffic traffic) {
        List<Long> booked = RegionBalances.of(
                http,
                IntStream.range(0, plan.tills())
                        .mapToObj(till -> RegionBalances.ofTeller(plan.till(till)))
                        .toList());
        long told = 0;
        long sum = 0;
        long differing = 0;
        String first = null;
        for (int till = 0; till < plan.tills(); till++) {
            long toldMinor = traffic.tillMinor(region, till);
            long bookedMinor = booked.get(till);
            told += toldMinor;
            sum += bookedMinor;
            if (toldMinor != bookedMinor) {
                differing++;
                first = first != null
                        ? first
                        : String.format(
                                Locale.ROOT,
                                "teller %d of region %d has %,d minor units, and its ATMs were told of %,d",
                                plan.till(till),
                                region,
                                bookedMinor,
                                toldMinor);
            }
        }
        return new Result(told, sum, plan.tills(), differing, first);
    }
}
