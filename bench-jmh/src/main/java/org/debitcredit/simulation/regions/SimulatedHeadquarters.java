package org.debitcredit.simulation.regions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.region.Correspondents;
import org.debitcredit.region.Decided;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.simulation.Violation;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * Reads the whole durable history of every region, and checks the rules of the contract:
 *
 * <pre>
 *   always       no key is executed twice; every half belongs to a request of a customer, under the derived key;
 *                the four sums of each region are equal
 *   in the end   both halves of every transaction post the same, with what was taken back of them;
 *                due-from at the acquirer is the network teller at the issuer; a customer's account has what the
 *                tills of all regions posted for it
 *   answers      committed: both halves are, and stay but for a customer's reversal; refused: nothing is posted;
 *                in transit: the same as committed, or the issuer has refused money that was paid in, and it was
 *                taken back; every answer said that nothing was executed: nothing was decided
 *   a day cut    due-from less network teller is what those transactions have posted at the acquirer's cut that
 *                have not posted it at the issuer's
 * </pre>
 */
final class SimulatedHeadquarters {

    private static final int ROWS_MAX = 1_000;
    private static final int CUTS_MAX = 20;

    private final RegionsWorld world;
    private final Customers customers;
    private final List<Region> regions;
    private final List<StreamReader> streams = new ArrayList<>();
    private final List<Map<TransactionKey, Decided>> decided = new ArrayList<>();
    /** Local postings and issuers' halves of each account, by region. */
    private final List<Map<Long, Long>> local = new ArrayList<>();

    private final Map<UUID, SimulatedPair> pairs = new LinkedHashMap<>();
    private final List<DayCut> cuts = new ArrayList<>();
    private @Nullable String found;
    private long rows;
    private long outOfTownRows;

    SimulatedHeadquarters(RegionsWorld world, Customers customers, List<Region> regions) {
        this.world = world;
        this.customers = customers;
        this.regions = regions;
        for (int i = 0; i < RegionsTerms.REGIONS; i++) {
            streams.add(new StreamReader(null, portion -> false));
            decided.add(new HashMap<>());
            local.add(new HashMap<>());
        }
    }

    /** Number of decided transactions. */
    long rows() {
        return rows;
    }

    /** Number of those at a correspondent. */
    long outOfTownRows() {
        return outOfTownRows;
    }

    /** Number of keys of customers that have out-of-town transactions. */
    int pairs() {
        return pairs.size();
    }

    /** Reads what is durable. */
    void read() {
        for (Region region : regions) {
            if (region.isRunning()) {
                boolean isMore = true;
                while (isMore) {
                    isMore = streams.get(region.number()).read(region, ROWS_MAX, row -> add(region.number(), row));
                }
            }
        }
        String wrong = found;
        if (wrong != null) {
            throw new Violation(wrong);
        }
    }

    private void add(int region, Decided row) {
        rows++;
        Decided before = decided.get(region).put(row.key(), row);
        if (before != null) {
            throw new Violation("region " + region + " executed one key twice: at position " + before.position()
                    + " and at position " + row.position());
        }
        int issuer = RegionsTerms.CORRESPONDENTS.regionOfAccount(row.account());
        int acquirer = RegionsTerms.CORRESPONDENTS.regionOfTeller(row.teller());
        if (issuer != Correspondents.NONE) {
            pair(atAcquirer(region, issuer, row), row).atAcquirer.add(row);
        } else if (acquirer != Correspondents.NONE) {
            OutOfTown transaction = atIssuer(acquirer, region, row);
            Decided.Original original = row.original();
            UUID key = original == null ? row.key().uuid() : original.key();
            if (transaction != null && !transaction.issuerKey().equals(key)) {
                throw new Violation("region " + region + " has an issuer's half at position " + row.position()
                        + " whose key is not derived from that of its customer");
            }
            pair(transaction, row).atIssuer.add(row);
        } else {
            local.get(region).merge(row.account(), SimulatedPair.signedMinor(row), Long::sum);
        }
    }

    private static @Nullable OutOfTown atAcquirer(int acquirer, int issuer, Decided row) {
        Decided.Original original = row.original();
        return original == null
                ? OutOfTown.ofAcquirerHalf(
                        acquirer, issuer, row.teller(), row.amountMinor(), row.key(), row.reference())
                : OutOfTown.ofAcquirerHalf(
                        acquirer,
                        issuer,
                        row.teller(),
                        original.amountMinor(),
                        TransactionKey.of(row.key().client(), original.key()),
                        row.reference());
    }

    private static @Nullable OutOfTown atIssuer(int acquirer, int issuer, Decided row) {
        Decided.Original original = row.original();
        return original == null
                ? OutOfTown.ofIssuerHalf(
                        acquirer, issuer, row.type(), row.account(), row.amountMinor(), row.reference())
                : OutOfTown.ofIssuerHalf(
                        acquirer, issuer, original.type(), row.account(), original.amountMinor(), row.reference());
    }

    private SimulatedPair pair(@Nullable OutOfTown transaction, Decided row) {
        outOfTownRows++;
        if (transaction == null || !customers.haveAskedFor(transaction)) {
            throw new Violation("nobody has asked for the half of an out-of-town transaction at position "
                    + row.position() + ": " + row);
        }
        return pairs.computeIfAbsent(
                transaction.issuerKey(), key -> new SimulatedPair(transaction.acquirer(), transaction.issuer()));
    }

    /** What is decided for some transactions, for people. */
    String describe(Collection<OutOfTown> transactions) {
        return transactions.stream()
                .map(transaction -> RegionsWorld.name(transaction.key()) + " " + pairs.get(transaction.issuerKey()))
                .collect(Collectors.joining("; "));
    }

    /** Asks a running region for its four sums. */
    void askForSums(Region region) {
        region.ask(new Inquiry.Sums(answered -> {
            if (answered.available() && !answered.totals().hold()) {
                found = "the four sums of region " + region.number() + " differ: " + answered.totals();
            }
        }));
    }

    /**
     * The clocks of all regions pass an hour. A region that does not run is cut only if it starts before the next one.
     */
    void passHour() {
        if (cuts.size() < CUTS_MAX) {
            cuts.add(new DayCut());
        }
    }

    /** Cuts a region that runs, if its clock has passed an hour by now. */
    void cut(Region region) {
        DayCut last = cuts.isEmpty() ? null : cuts.get(cuts.size() - 1);
        if (last != null && last.isDue(region)) {
            last.cut(region);
        }
    }

    /** States the rules that hold once everything is delivered. */
    void judge() {
        pairs.values().forEach(SimulatedHeadquarters::requireSettled);
        customers.orders().forEach(this::requireAnswersHold);
        cuts.forEach(this::requireArithmetic);
        Map<Integer, Map<Long, Long>> posted = postedByTills();
        for (Region region : regions) {
            for (int i = 0; i < RegionsTerms.SCALE.accountsPerBranch(); i++) {
                long account = i;
                long expected = local.get(region.number()).getOrDefault(account, 0L)
                        + posted.getOrDefault(region.number(), Map.of()).getOrDefault(account, 0L);
                require(region, BalanceKind.ACCOUNT, account, expected);
            }
            for (Region other : region.others()) {
                require(
                        region,
                        BalanceKind.ACCOUNT,
                        RegionsTerms.CORRESPONDENTS.dueFrom(other.number()),
                        sum(region.number(), other.number()));
                require(
                        other,
                        BalanceKind.TELLER,
                        RegionsTerms.CORRESPONDENTS.networkTeller(region.number()),
                        sum(region.number(), other.number()));
            }
            askForSums(region);
        }
    }

    /** What the acquirer has posted for the accounts of an issuer. */
    private long sum(int acquirer, int issuer) {
        return pairs.values().stream()
                .filter(pair -> pair.acquirer == acquirer && pair.issuer == issuer)
                .mapToLong(pair -> pair.atAcquirer.netMinor())
                .sum();
    }

    /** The same for each account, by the issuer. */
    private Map<Integer, Map<Long, Long>> postedByTills() {
        Map<Integer, Map<Long, Long>> posted = new HashMap<>();
        for (SimulatedPair pair : pairs.values()) {
            Decided original = pair.atAcquirer.original();
            OutOfTown transaction = original == null ? null : atAcquirer(pair.acquirer, pair.issuer, original);
            if (transaction != null) {
                posted.computeIfAbsent(pair.issuer, issuer -> new HashMap<>())
                        .merge(transaction.account(), pair.atAcquirer.netMinor(), Long::sum);
            }
        }
        return posted;
    }

    private void require(Region region, BalanceKind kind, long id, long expectedMinor) {
        region.ask(new Inquiry.Balance(kind, id, answered -> {
            if (answered.available() && answered.balanceMinor() != expectedMinor) {
                found = kind + " " + id + " of region " + region.number() + " has " + answered.balanceMinor()
                        + " and must have " + expectedMinor;
            }
        }));
    }

    private static void requireSettled(SimulatedPair pair) {
        if (pair.atAcquirer.netMinor() != pair.atIssuer.netMinor()) {
            throw new Violation("a transaction is in transit after everything was delivered: " + pair);
        }
    }

    private void requireAnswersHold(Order order) {
        OutOfTown transaction = order.transaction();
        SimulatedPair pair = pairs.get(transaction.issuerKey());
        boolean isAtAcquirer = pair != null && is(transaction, pair.atAcquirer.original(), true);
        boolean isAtIssuer = pair != null && is(transaction, pair.atIssuer.original(), false);
        if (pair == null) {
            if (order.isCommitted() || order.isInTransit()) {
                throw new Violation("nothing was decided for " + order);
            }
            return;
        }
        boolean holds = order.reversal() == null
                ? holds(order, pair, isAtAcquirer, isAtIssuer)
                : !order.isCommitted() || !isAtAcquirer || stays(pair) == 0 || stays(pair) == order.performedMinor();
        if (!holds) {
            throw new Violation("an answer does not hold: " + order + "; " + pair);
        }
    }

    private boolean holds(Order order, SimulatedPair pair, boolean isAtAcquirer, boolean isAtIssuer) {
        OutOfTown transaction = order.transaction();
        boolean isExecuted = isAtAcquirer
                && isAtIssuer
                && pair.atAcquirer.isCommitted()
                && pair.atIssuer.isCommitted()
                && mayStay(transaction, stays(pair));
        boolean isTakenBack = transaction.isPaidIn()
                && isAtAcquirer
                && isAtIssuer
                && pair.atAcquirer.isCommitted()
                && pair.atIssuer.isRefused()
                && stays(pair) == 0;
        if (isTakenBack) {
            world.modes.add(RegionsMode.TAKEN_BACK_AT_ACQUIRER);
        }
        if (isAtIssuer && pair.atIssuer.isCommitted() && stays(pair) == 0 && !isReversed(transaction)) {
            world.modes.add(RegionsMode.TAKEN_BACK_AT_ISSUER);
        }
        if (order.isCommitted()) {
            return isExecuted;
        }
        if (order.isRefused()) {
            return !isAtAcquirer || stays(pair) == 0;
        }
        if (order.isInTransit()) {
            return isExecuted || isTakenBack;
        }
        if (order.isInConflict()) {
            return stays(pair) == 0;
        }
        return !order.isSurelyNotExecuted() || isReversed(transaction) || (!isAtAcquirer && !isAtIssuer);
    }

    /** The amount, in minor units, that stays posted of both halves, which are equal. */
    private static long stays(SimulatedPair pair) {
        return Math.abs(pair.atAcquirer.netMinor());
    }

    /** Whether an amount is that of the whole transaction, or what customers have let stay of it. */
    private boolean mayStay(OutOfTown transaction, long minor) {
        return minor == Math.abs(transaction.amountMinor())
                || reversalsOf(transaction).anyMatch(order -> minor == 0 || minor == order.performedMinor());
    }

    private boolean isReversed(OutOfTown transaction) {
        return reversalsOf(transaction).findAny().isPresent();
    }

    private Stream<Order> reversalsOf(OutOfTown transaction) {
        return customers.orders().stream()
                .filter(order -> order.reversal() != null && order.transaction().equals(transaction));
    }

    private static boolean is(OutOfTown transaction, @Nullable Decided original, boolean isOfAcquirer) {
        return original != null
                && transaction.equals(
                        isOfAcquirer
                                ? atAcquirer(transaction.acquirer(), transaction.issuer(), original)
                                : atIssuer(transaction.acquirer(), transaction.issuer(), original));
    }

    private void requireArithmetic(DayCut cut) {
        for (DayCut.Balance due : cut.balances()) {
            for (DayCut.Balance network : cut.balances()) {
                boolean isPair = due.kind() == BalanceKind.ACCOUNT
                        && network.kind() == BalanceKind.TELLER
                        && due.region() == network.other()
                        && due.other() == network.region();
                if (isPair) {
                    requireArithmetic(due, network);
                }
            }
        }
    }

    private void requireArithmetic(DayCut.Balance due, DayCut.Balance network) {
        long matched = 0;
        for (SimulatedPair pair : pairs.values()) {
            if (pair.acquirer == due.region() && pair.issuer == network.region()) {
                matched += pair.atAcquirer.netMinor(due.position()) - pair.atIssuer.netMinor(network.position());
            }
        }
        if (matched != 0) {
            world.modes.add(RegionsMode.DAY_CUT);
        }
        long counted = due.balanceMinor() - network.balanceMinor();
        if (counted != world.seams.inTransitMinor(matched)) {
            throw new Violation("at a day cut " + counted + " were in transit from region " + due.region()
                    + " to region " + network.region() + ", and the halves of only one of both days make " + matched);
        }
    }
}
