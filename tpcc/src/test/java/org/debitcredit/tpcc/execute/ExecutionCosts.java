package org.debitcredit.tpcc.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.debitcredit.tpcc.LastName;
import org.debitcredit.tpcc.NuRand;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.load.Loader;

/**
 * What each transaction costs on one connection without a wire, in Lancet's mix on one warehouse. It is run by hand:
 * {@code ExecutionCosts URL TRANSACTIONS GROUP}, three times as many transactions.
 */
public final class ExecutionCosts {

    private static final TpccScale SCALE = TpccScale.ofWarehouses(1);
    private static final int ROUNDS = 3;
    private static final long SEED = 42;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final NuRand customers = NuRand.customer(100, SCALE);
    private final NuRand items = NuRand.item(1_000, SCALE);
    private final NuRand lastNames = NuRand.lastName(100, SCALE);

    private ExecutionCosts() {}

    public static void main(String[] arguments) throws SQLException {
        TpccDatabase database = new TpccDatabase(arguments[0], null, null);
        int count = Integer.parseInt(arguments[1]);
        int group = Integer.parseInt(arguments[2]);
        try (Connection connection = database.open()) {
            long began = System.nanoTime();
            new Loader(connection, database.kind(), Clock.systemUTC()).load(SCALE, SEED, (table, rows, total) -> {});
            System.out.printf("loaded in %.1f s%n", (System.nanoTime() - began) / 1e9);
            ExecutionCosts costs = new ExecutionCosts();
            try (TpccSession session = new TpccSession(connection, database.kind(), Clock.systemUTC())) {
                for (int round = 1; round <= ROUNDS; round++) {
                    costs.round(session, count, group);
                }
            }
        }
    }

    private void round(TpccSession session, int count, int group) throws SQLException {
        Map<TpccTransactionType, Histogram> byType = new EnumMap<>(TpccTransactionType.class);
        Histogram commits = new Histogram(SIGNIFICANT_DIGITS);
        long began = System.nanoTime();
        for (int i = 0; i < count; i += group) {
            for (int j = 0; j < group; j++) {
                TpccRequest request = next();
                long start = System.nanoTime();
                session.executeInGroup(request);
                byType.computeIfAbsent(request.type(), type -> new Histogram(SIGNIFICANT_DIGITS))
                        .recordValue(System.nanoTime() - start);
            }
            long start = System.nanoTime();
            session.commitGroup();
            commits.recordValue(System.nanoTime() - start);
        }
        System.out.printf("%,.0f transactions/s%n", count * 1e9 / (System.nanoTime() - began));
        byType.forEach((type, nanos) -> print(type.id(), nanos));
        print("commit", commits);
    }

    private static void print(String name, Histogram nanos) {
        System.out.printf(
                "  %-12s microseconds: p25 %.1f, median %.1f, mean %.1f%n",
                name,
                nanos.getValueAtPercentile(25) / 1e3,
                nanos.getValueAtPercentile(50) / 1e3,
                nanos.getMean() / 1e3);
    }

    /** Lancet's mix. */
    private TpccRequest next() {
        int percent = random.nextInt(100);
        if (percent < 45) {
            return newOrder();
        } else if (percent < 88) {
            int district = district();
            return new TpccRequest.Payment(1, district, 1, district, customer(), random.nextLong(100, 500_001));
        } else if (percent < 92) {
            return new TpccRequest.OrderStatus(1, district(), customer());
        } else if (percent < 96) {
            return new TpccRequest.Delivery(1, 1 + random.nextInt(10));
        }
        return new TpccRequest.StockLevel(1, district(), random.nextInt(10, 21));
    }

    private TpccRequest newOrder() {
        int count = random.nextInt(5, 16);
        boolean isRolledBack = random.nextInt(100) == 0;
        List<TpccRequest.NewOrder.Line> lines = new ArrayList<>(count);
        for (int line = 1; line <= count; line++) {
            int item = isRolledBack && line == count ? SCALE.items() + 1 : items.next(random);
            lines.add(new TpccRequest.NewOrder.Line(item, 1, random.nextInt(1, 11)));
        }
        return new TpccRequest.NewOrder(1, district(), customers.next(random), lines);
    }

    private int district() {
        return random.nextInt(1, TpccScale.DISTRICTS + 1);
    }

    private CustomerChoice customer() {
        return random.nextInt(100) < 60
                ? new CustomerChoice.ByLastName(LastName.of(lastNames.next(random)))
                : new CustomerChoice.ByNumber(customers.next(random));
    }
}
