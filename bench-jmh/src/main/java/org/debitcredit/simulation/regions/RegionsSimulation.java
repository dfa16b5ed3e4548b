package org.debitcredit.simulation.regions;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.debitcredit.simulation.Violation;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * The history of three regions for a seed: customers everywhere, links that fail, and regions that die and come back.
 * After the last fault everything must settle, and every pair of regions must be served. The same seed always gives
 * the same history.
 */
public final class RegionsSimulation {

    private static final int TURNS_TO_SETTLE = 1_500;
    private static final int TURNS_TO_SERVE = 200;
    private static final int REPEATED_IN_THE_END = 25;

    private final long seed;
    private final RandomGenerator random;
    private final RegionsWorld world;
    private final Customers customers;
    private final List<Region> regions = new ArrayList<>();
    private final SimulatedHeadquarters headquarters;
    private final long[][] windowsFrom = new long[RegionsTerms.REGIONS][RegionsTerms.REGIONS];
    private int kills;

    /**
     * The result of a seed.
     *
     * @param transactions decided in all regions
     * @param outOfTown keys of customers with an out-of-town transaction
     * @param kills of regions, also by power cuts
     * @param lost messages between regions
     * @param repeated messages between regions
     * @param reordered messages between regions
     * @param modes situations that occurred
     * @param traceHash checksum of everything that happened: equal for equal histories
     * @param violation null if there is none
     * @param lastOperations the last operations, for people
     */
    public record Result(
            long seed,
            long transactions,
            long outOfTown,
            int kills,
            long lost,
            long repeated,
            long reordered,
            Set<RegionsMode> modes,
            long traceHash,
            @Nullable String violation,
            List<String> lastOperations) {}

    private RegionsSimulation(long seed, Seams seams) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        world = new RegionsWorld(RegionsTerms.draw(random), random, seams);
        customers = new Customers(world);
        for (int number = 0; number < RegionsTerms.REGIONS; number++) {
            regions.add(new Region(world, number));
        }
        headquarters = new SimulatedHeadquarters(world, customers, regions);
    }

    /** Plays the history of a seed. */
    public static Result run(long seed) {
        return run(seed, Seams.SOUND);
    }

    static Result run(long seed, Seams seams) {
        return new RegionsSimulation(seed, seams).play();
    }

    private Result play() {
        @Nullable String violation = null;
        try {
            regions.forEach(region -> region.found(regions));
            regions.forEach(Region::start);
            for (int turn = 0; turn < world.terms.turns(); turn++) {
                turn();
            }
            end();
        } catch (Violation found) {
            violation = String.valueOf(found.getMessage());
        }
        return new Result(
                seed,
                headquarters.rows(),
                headquarters.pairs(),
                kills,
                world.network.lost(),
                world.network.repeated(),
                world.network.reordered(),
                EnumSet.copyOf(world.modes),
                traceHash(),
                violation,
                violation == null ? List.of() : world.trace.last());
    }

    private long traceHash() {
        long hash = world.trace.hash();
        for (Region region : regions) {
            hash = 31 * hash + region.traceHash();
        }
        return hash;
    }

    private void turn() {
        world.tick();
        if (!world.isSound()) {
            faults();
        }
        deliver();
        int first = random.nextInt(RegionsTerms.REGIONS);
        for (int i = 0; i < RegionsTerms.REGIONS; i++) {
            turn(regions.get((first + i) % RegionsTerms.REGIONS));
        }
        if (world.oneIn(10)) {
            headquarters.read();
        }
    }

    private void turn(Region region) {
        if (!region.isRunning()) {
            if (world.oneIn(25)) {
                region.start();
            }
            return;
        }
        if (!world.isSound()) {
            customers.turn(region);
            if (world.oneIn(4)) {
                headquarters.cut(region);
            }
            if (world.oneIn(30)) {
                headquarters.askForSums(region);
            }
        }
        region.turn();
    }

    private void deliver() {
        for (Network.Message message = world.network.next(world.micros());
                message != null;
                message = world.network.next(world.micros())) {
            Region to = regions.get(message.to());
            if (to.isRunning()) {
                message.delivery().accept(to);
            }
        }
    }

    private void faults() {
        if (world.oneIn(40)) {
            headquarters.passHour();
        }
        if (world.oneIn(world.terms.killOneIn())) {
            Region region = regions.get(random.nextInt(RegionsTerms.REGIONS));
            if (region.isRunning()) {
                boolean isPowerCut = random.nextBoolean();
                world.modes.add(isPowerCut ? RegionsMode.POWER_CUT : RegionsMode.KILL);
                kills++;
                region.kill(isPowerCut);
            }
        }
        int from = random.nextInt(RegionsTerms.REGIONS);
        int to = random.nextInt(RegionsTerms.REGIONS);
        if (from != to && world.oneIn(world.terms.cutOneIn())) {
            world.modes.add(RegionsMode.LINK_CUT);
            cut(from, to, true);
            if (random.nextBoolean()) {
                cut(to, from, true);
            }
        } else if (from != to && world.oneIn(20)) {
            cut(from, to, false);
            cut(to, from, false);
        }
    }

    private void cut(int from, int to, boolean isCut) {
        long position = regions.get(to).latestPosition();
        if (isCut) {
            windowsFrom[from][to] = position;
        } else if (!world.network.isConnected(from, to)
                && position - windowsFrom[from][to] >= 4L * world.terms.keyWindow()) {
            world.modes.add(RegionsMode.AWAY_TWO_WINDOWS);
        }
        world.trace.add(isCut ? "cut" : "restored", "", from, to);
        world.network.cut(from, to, isCut);
    }

    /** After the last fault everything settles, and everybody is served. */
    private void end() {
        world.trace.add("end of faults");
        world.sound();
        regions.stream().filter(region -> !region.isRunning()).forEach(Region::start);
        settle();
        repeatSome();
        settle();
        serve();
        settle();
        headquarters.judge();
        regions.forEach(Region::turn);
        headquarters.read();
        requireSameAfterLostMarks();
    }

    private void settle() {
        for (int turn = 0; turn < TURNS_TO_SETTLE; turn++) {
            if (isQuiet()) {
                headquarters.read();
                return;
            }
            turn();
        }
        headquarters.read();
        for (Region region : regions) {
            for (Region other : region.others()) {
                PartnerLink link = region.link(other.number());
                if (link.settlement().unsettled() > 0) {
                    throw new Violation("region " + region.number() + " has "
                            + link.settlement().unsettled() + " transactions with region " + other.number()
                            + " that are not settled " + TURNS_TO_SETTLE + " turns after the last fault: "
                            + headquarters.describe(link.settlement().items().keySet()));
                }
            }
        }
        throw new Violation("the regions are not at rest " + TURNS_TO_SETTLE + " turns after the last fault");
    }

    private boolean isQuiet() {
        return world.network.isEmpty()
                && regions.stream()
                        .allMatch(region -> region.isQuiet()
                                && region.others().stream()
                                        .allMatch(other ->
                                                region.link(other.number()).isQuiet()));
    }

    /** Customers ask once more for their latest orders, whatever they were told. */
    private void repeatSome() {
        List<Order> all = List.copyOf(customers.orders());
        for (Order order : all.subList(Math.max(0, all.size() - REPEATED_IN_THE_END), all.size())) {
            customers.send(regions.get(order.transaction().acquirer()), order);
            turn();
        }
    }

    private void serve() {
        for (Region region : regions) {
            for (Region other : region.others()) {
                serve(region, customers.wellBehaved(region, other.number(), TransactionType.DEPOSIT));
                serve(region, customers.wellBehaved(region, other.number(), TransactionType.WITHDRAWAL));
            }
        }
        world.modes.add(RegionsMode.LIVENESS);
    }

    private void serve(Region region, Order order) {
        for (int turn = 0; turn < TURNS_TO_SERVE; turn++) {
            if (order.isCommitted()
                    || (order.isRefused() && !order.transaction().isPaidIn())) {
                return;
            }
            if (!order.isOpen()) {
                customers.send(region, order);
            }
            turn();
        }
        throw new Violation("a well-behaved customer was not served within " + TURNS_TO_SERVE + " turns: " + order);
    }

    /** Checks that regions that read both streams from their beginning find everything settled, and decide nothing. */
    private void requireSameAfterLostMarks() {
        long before = headquarters.outOfTownRows();
        for (Region region : regions) {
            region.kill(false);
            region.loseMarks();
            region.start();
        }
        settle();
        for (int turn = 0; turn < TURNS_TO_SERVE; turn++) {
            turn();
        }
        settle();
        if (headquarters.outOfTownRows() != before) {
            throw new Violation((headquarters.outOfTownRows() - before)
                    + " halves were decided after a restart without marks, although all were settled");
        }
        for (Region region : regions) {
            for (Region other : region.others()) {
                long strays = region.link(other.number()).settlement().strays();
                if (strays > 0) {
                    throw new Violation(strays + " transactions at correspondents count as strays");
                }
            }
        }
    }
}
