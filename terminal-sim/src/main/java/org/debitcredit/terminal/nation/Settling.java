package org.debitcredit.terminal.nation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.region.Correspondents;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.BankHttp;

/** Waits after the run until nothing is in transit between any two regions. */
final class Settling {

    /**
     * What is left.
     *
     * @param unsettled transactions in transit or in progress, as the regions say
     * @param example the pair of regions with most of them, for a message; empty if there are none
     * @param strays transactions with correspondents that are no out-of-town transactions
     * @param pairs of regions, by the balances of their correspondents
     */
    record Rest(long unsettled, String example, long strays, List<PairBalances> pairs) {

        /** Of all pairs; what one has too much does not make up for what another lacks. */
        long inTransitMinor() {
            return pairs.stream()
                    .mapToLong(pair -> Math.abs(pair.inTransitMinor()))
                    .sum();
        }

        boolean isNothing() {
            return unsettled == 0 && inTransitMinor() == 0;
        }
    }

    static final Duration LONGEST = Duration.ofSeconds(60);

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final List<BankHttp> regions;
    private final Correspondents correspondents;

    Settling(List<BankHttp> regions, Correspondents correspondents) {
        this.regions = regions;
        this.correspondents = correspondents;
    }

    /** Waits until nothing is left, at most for {@link #LONGEST}, and returns what is left. */
    Rest await() {
        long until = System.nanoTime() + LONGEST.toNanos();
        while (true) {
            boolean isLast = System.nanoTime() - until >= 0;
            try {
                Rest rest = rest(isLast);
                if (rest.isNothing() || isLast) {
                    return rest;
                }
            } catch (CompletionException away) {
                if (isLast) {
                    throw new RunFailure("a region does not answer after the run: " + away.getMessage(), away);
                }
            }
            LockSupport.parkNanos(this, POLL_NANOS);
        }
    }

    /** @param isLast whether the balances are asked for even if the regions have something unsettled */
    private Rest rest(boolean isLast) {
        long unsettled = 0;
        long strays = 0;
        long most = 0;
        String example = "";
        List<CompletableFuture<JsonNode>> asked = regions.stream()
                .map(region -> region.ask(InTransitWatch.PATH, PATIENCE))
                .toList();
        for (int region = 0; region < regions.size(); region++) {
            for (RegionSeen seen : RegionSeen.allIn(asked.get(region).join())) {
                unsettled += seen.unsettled();
                strays += seen.strays();
                if (seen.unsettled() > most) {
                    most = seen.unsettled();
                    example = String.format(
                            Locale.ROOT,
                            "region %d has %,d with region %d, of %,d minor units",
                            region,
                            most,
                            seen.issuer(),
                            seen.inTransitMinor());
                }
            }
        }
        return new Rest(unsettled, example, strays, unsettled == 0 || isLast ? pairs() : List.of());
    }

    private List<PairBalances> pairs() {
        List<Long> dueFrom = new ArrayList<>();
        List<Long> networkTellers = new ArrayList<>();
        for (int region = 0; region < regions.size(); region++) {
            int own = region;
            List<String> paths = new ArrayList<>();
            others(own).forEach(other -> paths.add(RegionBalances.ofAccount(correspondents.dueFrom(other))));
            others(own).forEach(other -> paths.add(RegionBalances.ofTeller(correspondents.networkTeller(other))));
            List<Long> balances = RegionBalances.of(regions.get(region), paths);
            int half = paths.size() / 2;
            dueFrom.addAll(balances.subList(0, half));
            networkTellers.addAll(balances.subList(half, paths.size()));
        }
        List<PairBalances> pairs = new ArrayList<>();
        for (int acquirer = 0; acquirer < regions.size(); acquirer++) {
            for (int issuer : others(acquirer)) {
                pairs.add(new PairBalances(
                        acquirer,
                        issuer,
                        dueFrom.get(place(acquirer, issuer)),
                        networkTellers.get(place(issuer, acquirer))));
            }
        }
        return pairs;
    }

    private List<Integer> others(int own) {
        List<Integer> others = new ArrayList<>();
        for (int region = 0; region < regions.size(); region++) {
            if (region != own) {
                others.add(region);
            }
        }
        return others;
    }

    /** Index of a region's balance with another one in the list of the balances of all regions with all others. */
    private int place(int of, int other) {
        return of * (regions.size() - 1) + (other < of ? other : other - 1);
    }
}
