package org.debitcredit.rival;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.load.LoadedState;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** Runs terminals without think times on a loaded database, each on a connection of its own. */
@Command(name = "plain-tpcc", mixinStandardHelpOptions = true, description = "The workload, a statement for each row.")
public final class PlainRun implements Callable<Integer> {

    private static final double SECONDS_PER_MINUTE = 60;

    @Option(names = "--database", required = true)
    private String url = "";

    @Option(names = "--user")
    private @Nullable String user;

    @Option(names = "--terminals")
    private int terminals = 8;

    @Option(names = "--seconds")
    private int seconds = 5;

    @Option(names = "--warmup")
    private int warmUp = 5;

    /** What one terminal completed in the window; the repeats are those of the whole run. */
    record Count(long newOrders, long transactions, long repeats) {

        Count plus(Count other) {
            return new Count(newOrders + other.newOrders, transactions + other.transactions, repeats + other.repeats);
        }
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new PlainRun()).execute(arguments));
    }

    @Override
    public Integer call() throws SQLException, InterruptedException, ExecutionException {
        TpccDatabase database = new TpccDatabase(url, user, System.getenv("BANK_TPCC_PASSWORD"));
        Count sum = run(database, terminals, warmUp, seconds, new Random().nextLong());
        System.out.println(JsonMapper.shared()
                .createObjectNode()
                .put("newOrdersPerMinute", sum.newOrders * SECONDS_PER_MINUTE / seconds)
                .put("perSecond", (double) sum.transactions / seconds)
                .put("repeats", sum.repeats));
        return CommandLine.ExitCode.OK;
    }

    /**
     * Opens the connections, warms up and runs until the window ends. Counts what was completed in it: New-Orders that
     * were committed, and all transactions, also those that were rolled back.
     */
    static Count run(TpccDatabase database, int terminals, int warmUpSeconds, int seconds, long seed)
            throws SQLException, InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(terminals);
        List<Connection> connections = new ArrayList<>();
        try {
            for (int terminal = 0; terminal < terminals; terminal++) {
                connections.add(database.open());
            }
            LoadedState loaded = LoadedState.of(connections.get(0), database.kind());
            TpccScale scale = loaded.scale();
            if (scale == null || !loaded.complete()) {
                throw new IllegalStateException("nothing is loaded in " + database);
            }
            Random random = new Random(seed);
            PlainInputs.Constants constants = PlainInputs.Constants.choose(loaded.lastNameConstant(), scale, random);
            long fromNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(warmUpSeconds);
            long toNanos = fromNanos + TimeUnit.SECONDS.toNanos(seconds);
            List<Future<Count>> counts = new ArrayList<>();
            for (int terminal = 0; terminal < terminals; terminal++) {
                PlainInputs inputs = new PlainInputs(
                        scale,
                        constants,
                        terminal % scale.warehouses() + 1,
                        terminal / scale.warehouses() % TpccScale.DISTRICTS + 1,
                        new Random(random.nextLong()));
                PlainTerminal plain = new PlainTerminal(connections.get(terminal), database.kind());
                counts.add(threads.submit(() -> terminal(plain, inputs, fromNanos, toNanos)));
            }
            Count sum = new Count(0, 0, 0);
            for (Future<Count> count : counts) {
                sum = sum.plus(count.get());
            }
            return sum;
        } finally {
            threads.shutdownNow();
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private static Count terminal(PlainTerminal terminal, PlainInputs inputs, long fromNanos, long toNanos)
            throws SQLException {
        long newOrders = 0;
        long transactions = 0;
        while (true) {
            TpccRequest request = inputs.next();
            boolean isCommitted = terminal.execute(request);
            long now = System.nanoTime();
            if (now - toNanos >= 0) {
                return new Count(newOrders, transactions, terminal.repeats());
            }
            if (now - fromNanos >= 0) {
                transactions++;
                newOrders += isCommitted && request.type() == TpccTransactionType.NEW_ORDER ? 1 : 0;
            }
        }
    }
}
