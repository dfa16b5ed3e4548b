package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.check.Conditions;
import org.debitcredit.tpcc.database.DatabaseKind;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.load.Loader;
import org.debitcredit.tpcc.wire.AnswerMessages;
import org.debitcredit.tpcc.wire.TpccMessages;
import org.debitcredit.tpcc.wire.v1.DescribeRequest;
import org.debitcredit.tpcc.wire.v1.ExecuteRequest;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;
import org.debitcredit.tpcc.wire.v1.TpccServiceGrpc;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} of the server of {@code tpcc/v1} under load, on SQLite in a file, whose commits are grouped. Whatever
 * was acknowledged is in the database then, and the conditions hold. {@code -Dbank.it.kills=N} and {@code
 * -Dbank.it.seed=N} as in {@link KillNineIT}.
 */
class TpccKillIT {

    private static final TpccScale SCALE = new TpccScale(1, 1_000, 100);
    private static final int IN_FLIGHT = 200;
    private static final int ACKNOWLEDGED_MIN = 1_500;
    private static final int ACKNOWLEDGED_SPREAD = 1_500;
    private static final int LATER_MICROS_MAX = 20_000;
    private static final long SECONDS_MAX = 60;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    private final int kills = Integer.getInteger("bank.it.kills", 1);
    private final long seed = Long.getLong("bank.it.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Queue<TpccAnswer.NewOrder> orders = new ConcurrentLinkedQueue<>();
    private final Queue<Long> payments = new ConcurrentLinkedQueue<>();

    /** Each payment has another amount, by which it is found; those of the load have 10.00. */
    private long lastAmountCents = 10_00;

    @Test
    void whatWasAcknowledgedSurvivesKills(@TempDir Path folder) throws Exception {
        System.out.println("kills " + kills + ", seed " + seed);
        String url = "jdbc:sqlite:" + folder.resolve("tpcc.sqlite");
        load(url);
        for (int kill = 1; kill <= kills; kill++) {
            TestedServer server = SERVERS.ready(ServerCommand.tpcc(url));
            assertThat(server.log()).contains("commits grouped, at most 32");
            killUnderLoad(server);
            check(url);
            System.out.println(
                    "kill " + kill + ": " + orders.size() + " orders and " + payments.size() + " payments found");
        }
    }

    private static void load(String url) throws SQLException {
        TpccDatabase database = new TpccDatabase(url, null, null);
        try (Connection connection = database.open()) {
            new Loader(connection, DatabaseKind.SQLITE, Clock.systemUTC()).load(SCALE, 1, (table, rows, total) -> {});
        }
    }

    private void killUnderLoad(TestedServer server) throws InterruptedException {
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.grpcPort())
                .usePlaintext()
                .build();
        try {
            assertThat(TpccServiceGrpc.newBlockingStub(channel)
                            .describe(DescribeRequest.getDefaultInstance())
                            .getDurability())
                    .contains("WAL", "FULL", "commits grouped, at most 32");
            Load load = new Load(ACKNOWLEDGED_MIN + random.nextInt(ACKNOWLEDGED_SPREAD));
            load.begin(TpccServiceGrpc.newStub(channel).execute(load));
            assertThat(load.enough.await(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
            CompletableFuture.runAsync(
                            server::kill9,
                            CompletableFuture.delayedExecutor(random.nextInt(LATER_MICROS_MAX), TimeUnit.MICROSECONDS))
                    .join();
            assertThat(load.ended.await(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
            assertThat(load.refusals).isEmpty();
        } finally {
            channel.shutdownNow();
        }
    }

    private void check(String url) throws SQLException {
        TpccDatabase database = new TpccDatabase(url, null, null);
        try (Connection connection = database.open();
                PreparedStatement order = connection.prepareStatement(
                        "select count(*) from orders join order_line on ol_w_id = o_w_id and ol_d_id = o_d_id"
                                + " and ol_o_id = o_id where o_w_id = 1 and o_d_id = ? and o_id = ? and o_c_id = ?"
                                + " and o_entry_d = ?");
                Statement history = connection.createStatement();
                ResultSet amounts = history.executeQuery("select h_amount from history")) {
            for (TpccAnswer.NewOrder each : orders) {
                order.setInt(1, each.district());
                order.setInt(2, each.order());
                order.setInt(3, each.customer());
                order.setLong(4, each.entryMicros());
                assertThat(number(order))
                        .as("lines of " + each)
                        .isEqualTo(each.lines().size());
            }
            Set<Long> found = new HashSet<>();
            while (amounts.next()) {
                found.add(amounts.getLong(1));
            }
            assertThat(found).containsAll(payments);
            Conditions.check(
                    connection,
                    DatabaseKind.SQLITE,
                    SCALE,
                    false,
                    result -> assertThat(result.shown())
                            .as(result.condition().toString())
                            .isEmpty());
            connection.rollback();
        }
    }

    private static long number(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private synchronized TpccRequest next() {
        int district = 1 + random.nextInt(TpccScale.DISTRICTS);
        int customer = 1 + random.nextInt(SCALE.customersPerDistrict());
        int drawn = random.nextInt(100);
        if (drawn < 45) {
            boolean rollsBack = random.nextInt(20) == 0;
            return new TpccRequest.NewOrder(
                    1,
                    district,
                    customer,
                    IntStream.rangeClosed(1, 5 + random.nextInt(11))
                            .mapToObj(line -> new TpccRequest.NewOrder.Line(
                                    rollsBack ? SCALE.items() + line : 1 + random.nextInt(SCALE.items()),
                                    1,
                                    line % 10 + 1))
                            .toList());
        } else if (drawn < 90) {
            return new TpccRequest.Payment(
                    1, district, 1, district, new CustomerChoice.ByNumber(customer), ++lastAmountCents);
        } else if (drawn < 95) {
            return new TpccRequest.Delivery(1, 1 + random.nextInt(10));
        }
        return new TpccRequest.StockLevel(1, district, 15);
    }

    /** Keeps transactions in flight until the server is gone. */
    private final class Load implements StreamObserver<ExecuteResponse> {

        private final AtomicInteger acknowledged = new AtomicInteger();
        private final CountDownLatch enough = new CountDownLatch(1);
        private final CountDownLatch ended = new CountDownLatch(1);
        private final Map<Long, TpccRequest> inFlight = new ConcurrentHashMap<>();
        private final List<String> refusals = new ArrayList<>();
        private final int enoughAcknowledged;
        private @Nullable StreamObserver<ExecuteRequest> requests;
        private long lastId;

        Load(int enoughAcknowledged) {
            this.enoughAcknowledged = enoughAcknowledged;
        }

        synchronized void begin(StreamObserver<ExecuteRequest> to) {
            requests = to;
            for (int i = 0; i < IN_FLIGHT; i++) {
                send();
            }
        }

        private synchronized void send() {
            TpccRequest request = next();
            inFlight.put(++lastId, request);
            Objects.requireNonNull(requests).onNext(TpccMessages.message(lastId, request));
        }

        @Override
        public void onNext(ExecuteResponse response) {
            TpccRequest request = inFlight.remove(response.getId());
            if (response.hasFailure()) {
                refusals.add(request + ": " + response.getFailure());
            } else {
                TpccAnswer answer = AnswerMessages.answer(response.getAnswer());
                if (answer instanceof TpccAnswer.NewOrder order) {
                    orders.add(order);
                } else if (answer instanceof TpccAnswer.Payment payment) {
                    payments.add(payment.amountCents());
                }
            }
            if (acknowledged.incrementAndGet() >= enoughAcknowledged) {
                enough.countDown();
            }
            send();
        }

        @Override
        public void onError(Throwable gone) {
            ended.countDown();
        }

        @Override
        public void onCompleted() {
            ended.countDown();
        }
    }
}
