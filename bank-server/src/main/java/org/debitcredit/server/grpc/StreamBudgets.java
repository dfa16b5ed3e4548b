package org.debitcredit.server.grpc;

import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many bytes the batches of streams may hold until their answers are sent: all together an eighth of the heap, those
 * of one client half of that, those of one connection a quarter, those of one stream an eighth. All threads.
 */
final class StreamBudgets {

    /** A transaction's columns, its decoded request and its answer: measured at 120 to 140 bytes. */
    private static final int ROW_BYTES = 150;

    private static final int BATCH_BYTES = 1_000;
    private static final int SHARE_OF_HEAP = 8;

    private final long max;
    private final ByteBudget all;
    private final Map<Long, ByteBudget> byClient = new ConcurrentHashMap<>();
    private final Map<SocketAddress, Shared> byConnection = new ConcurrentHashMap<>();

    /** A connection's budget, and how many streams have it. */
    private record Shared(ByteBudget budget, int streams) {}

    /** @param heapBytes most bytes of the heap */
    StreamBudgets(long heapBytes) {
        this.max = heapBytes / SHARE_OF_HEAP;
        this.all = new ByteBudget(max);
    }

    /** Bytes held by the batches of all streams. */
    long held() {
        return all.held();
    }

    /** The budgets of a new stream, which gives them back by {@link OfStream#end}. */
    OfStream open(long client, SocketAddress connection) {
        ByteBudget ofConnection = byConnection
                .compute(
                        connection,
                        (remote, known) -> known == null
                                ? new Shared(new ByteBudget(max / 4), 1)
                                : new Shared(known.budget, known.streams + 1))
                .budget();
        ByteBudget ofClient = byClient.computeIfAbsent(client, id -> new ByteBudget(max / 2));
        return new OfStream(connection, new ByteBudget[] {new ByteBudget(max / 8), ofConnection, ofClient, all});
    }

    private void close(SocketAddress connection) {
        byConnection.computeIfPresent(
                connection, (remote, known) -> known.streams == 1 ? null : new Shared(known.budget, known.streams - 1));
    }

    /** What one stream may hold. On its event loop. */
    final class OfStream {

        private final SocketAddress connection;
        private final ByteBudget[] budgets;
        private long held;

        private OfStream(SocketAddress connection, ByteBudget[] budgets) {
            this.connection = connection;
            this.budgets = budgets;
        }

        /** Takes what a batch of some rows holds, if none of the budgets is exhausted by it. */
        boolean take(int rows) {
            long bytes = bytes(rows);
            for (int i = 0; i < budgets.length; i++) {
                if (!budgets[i].take(bytes)) {
                    while (--i >= 0) {
                        budgets[i].giveBack(bytes);
                    }
                    return false;
                }
            }
            held += bytes;
            return true;
        }

        /** The answer to a batch of some rows was sent. */
        void giveBack(int rows) {
            giveBackBytes(bytes(rows));
        }

        /** The stream is over. */
        void end() {
            giveBackBytes(held);
            close(connection);
        }

        private void giveBackBytes(long bytes) {
            for (ByteBudget budget : budgets) {
                budget.giveBack(bytes);
            }
            held -= bytes;
        }

        private long bytes(int rows) {
            return BATCH_BYTES + (long) rows * ROW_BYTES;
        }
    }
}
