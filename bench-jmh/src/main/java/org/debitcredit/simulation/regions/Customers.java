package org.debitcredit.simulation.regions;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.debitcredit.bank.BankScale;
import org.debitcredit.engine.Submission;
import org.debitcredit.region.Clearing;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * Customers at the tills of all regions. They send transactions, local and out-of-town ones; repeat some under the same
 * key, answered or not; take some back; and sometimes use a key again for something else.
 */
final class Customers {

    private static final int CUSTOMERS = 2;
    private static final int RECENT = 15;
    private static final int BURST_MAX = 150;

    private final RegionsWorld world;
    private final RandomGenerator random;
    private final List<Order> orders = new ArrayList<>();
    private final Set<OutOfTown> asked = new HashSet<>();

    Customers(RegionsWorld world) {
        this.world = world;
        this.random = world.random;
    }

    /** All orders. */
    List<Order> orders() {
        return orders;
    }

    /** Whether a customer has ever asked for a transaction, or for its reversal. */
    boolean haveAskedFor(OutOfTown transaction) {
        return asked.contains(transaction);
    }

    /** They send something at a region that runs. */
    void turn(Region region) {
        if (world.oneIn(world.terms.burstOneIn())) {
            for (int left = 1 + random.nextInt(BURST_MAX); left > 0; left--) {
                sendLocal(region);
            }
        }
        if (world.oneIn(3)) {
            sendLocal(region);
        }
        switch (random.nextInt(12)) {
            case 0, 1 -> send(region, add(new Order(transaction(region, other(region), key()))));
            case 2, 3 -> repeat(region);
            case 4 -> reverse(region);
            default -> {
                // Nobody is at the counter.
            }
        }
    }

    private int other(Region region) {
        return region.others().get(random.nextInt(region.others().size())).number();
    }

    private void repeat(Region region) {
        Order order = recent(region);
        if (order == null) {
            return;
        }
        if (order.reversal() == null && world.oneIn(20)) {
            world.modes.add(RegionsMode.KEY_REUSED);
            send(
                    region,
                    add(new Order(transaction(
                            region,
                            order.transaction().issuer(),
                            order.transaction().key()))));
        } else {
            send(region, order);
        }
    }

    private void reverse(Region region) {
        Order order = recent(region);
        if (order == null || order.reversal() != null) {
            return;
        }
        if (order.isOpen()) {
            world.modes.add(RegionsMode.REVERSAL_RACING);
        }
        OutOfTown transaction = order.transaction();
        long performed = world.oneIn(3) ? random.nextLong(Math.abs(transaction.amountMinor())) : 0;
        world.modes.add(performed == 0 ? RegionsMode.REVERSAL : RegionsMode.REVERSAL_PERFORMED);
        TransactionKey key = timed(transaction.key().client());
        send(region, add(new Order(transaction, key, performed)));
    }

    private @Nullable Order recent(Region region) {
        int seen = 0;
        int wanted = random.nextInt(RECENT);
        for (int i = orders.size() - 1; i >= 0; i--) {
            Order order = orders.get(i);
            if (order.transaction().acquirer() == region.number() && seen++ == wanted) {
                return order;
            }
        }
        return null;
    }

    /** A new order of a customer whose clock is right. */
    Order wellBehaved(Region region, int issuer, TransactionType type) {
        TransactionKey key = timed(world.terms.scopeOfCustomer(0));
        return add(new Order(new OutOfTown(region.number(), issuer, type, teller(), account(), 1, key, null)));
    }

    private Order add(Order order) {
        orders.add(order);
        asked.add(order.transaction());
        return order;
    }

    /** Sends an order at a region that runs. */
    void send(Region region, Order order) {
        OutOfTown transaction = order.transaction();
        Clearing clearing = region.link(transaction.issuer()).clearing();
        TransactionKey reversal = order.reversal();
        order.sent();
        world.trace.add(
                reversal == null ? "sent " + transaction.type() : "sent reversal",
                RegionsWorld.name(transaction.key()),
                transaction.acquirer(),
                transaction.amountMinor());
        if (reversal == null) {
            clearing.execute(transaction, answer -> answered(order, answer));
        } else {
            clearing.reverse(transaction, reversal, order.performedMinor(), answer -> answered(order, answer));
        }
    }

    private void answered(Order order, Clearing.Answer answer) {
        world.trace.add(
                "told " + answer,
                RegionsWorld.name(order.transaction().key()),
                order.transaction().acquirer(),
                order.transaction().amountMinor());
        order.answered(answer, world);
    }

    private OutOfTown transaction(Region region, int issuer, TransactionKey key) {
        TransactionType type = switch (random.nextInt(5)) {
            case 0 -> TransactionType.DEBIT_CREDIT;
            case 1, 2 -> TransactionType.DEPOSIT;
            default -> TransactionType.WITHDRAWAL;
        };
        long amount = 1 + random.nextInt(1_000);
        return new OutOfTown(
                region.number(),
                issuer,
                type,
                teller(),
                account(),
                type == TransactionType.DEBIT_CREDIT && random.nextBoolean() ? -amount : amount,
                key,
                world.oneIn(3) ? Reference.of("r" + random.nextInt(100)) : null);
    }

    private TransactionKey key() {
        return timed(world.terms.scopeOfCustomer(random.nextInt(CUSTOMERS)));
    }

    /** Most keys are of now; some come from a clock that is wrong by some seconds. */
    private TransactionKey timed(long client) {
        boolean isWrong = world.faultOneIn(8);
        long millis = world.millis() + (isWrong ? random.nextInt(4_000) - 3_000 : -random.nextInt(20));
        return TransactionKey.of(client, TransactionKey.uuidV7(millis, random.nextLong(), random.nextLong()));
    }

    private void sendLocal(Region region) {
        long amount = 1 + random.nextInt(1_000);
        Transaction local = random.nextBoolean()
                ? Transaction.deposit(teller(), account(), amount)
                : Transaction.withdrawal(teller(), account(), amount);
        region.execute(local, key(), Submission.NOT_FOLLOWED, answer -> {});
    }

    private long teller() {
        return random.nextInt(RegionsTerms.SCALE.tellersPerBranch());
    }

    /** An account of the branch for customers, or seldom one that does not exist. */
    private long account() {
        boolean isUnknown = world.faultOneIn(12);
        return isUnknown ? BankScale.ID_RADIX - 1 : random.nextInt(RegionsTerms.SCALE.accountsPerBranch());
    }
}
