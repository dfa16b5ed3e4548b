package org.debitcredit.server.grpc;

import java.net.SocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.debitcredit.server.network.ByteBudget;
import org.debitcredit.server.network.TransportLimits;
import org.jspecify.annotations.Nullable;

/**
 * Limits the bytes that batches of streams hold until their answers are sent: an eighth of the heap for all of them; of
 * this, half for one client, a quarter for one connection, and an eighth for one stream. For use by all threads.
 */
final class StreamBudgets {

    /** Bytes of a transaction's columns, its decoded request and its answer: measured at 120 to 140 bytes. */
    private static final int ROW_BYTES = 150;

    /** Bytes of a reference in its message and in the decoded request. The longest has 64 bytes in each. */
    private static final int REFERENCE_BYTES = 250;

    private static final int BATCH_BYTES = 1_000;

    /** Heap that a queued byte of the shortest answers takes: one of 24 bytes has buffers and queue entries of 300. */
    private static final int HEAP_OF_QUEUED_BYTE = 13;

    /**
     * Heap for the answers that may be queued without being counted one by one. It is taken with a stream's first
     * batch.
     */
    static final int QUEUE_BYTES = HEAP_OF_QUEUED_BYTE * TransportLimits.QUEUED_BYTES_MAX;

    /** Bytes of a stream without a batch. */
    private static final int STREAM_BYTES = 4_000;

    private static final int SHARE_OF_HEAP = 8;

    private final long max;
    private final ByteBudget all;
    private final Map<Object, Shared> shared = new ConcurrentHashMap<>();

    /** A budget of a client or a connection, and how many streams have it. */
    private record Shared(ByteBudget budget, int streams) {}

    /** @param heapBytes maximum size of the heap, in bytes */
    StreamBudgets(long heapBytes) {
        this.max = heapBytes / SHARE_OF_HEAP;
        this.all = new ByteBudget(max);
    }

    /** Bytes held by the batches of all streams. */
    long held() {
        return all.held();
    }

    /**
     * The budgets of a new stream, which are released by {@link OfStream#end}.
     *
     * @param client the scope of the client's keys, or the address of its host where there are no tokens
     * @return null if there is no room for another stream
     */
    @Nullable
    OfStream open(Object client, SocketAddress connection) {
        ByteBudget[] budgets = {new ByteBudget(max / 8), share(connection, max / 4), share(client, max / 2), all};
        OfStream stream = new OfStream(client, connection, budgets);
        if (stream.take(STREAM_BYTES)) {
            return stream;
        }
        stream.end();
        return null;
    }

    private ByteBudget share(Object of, long most) {
        return Objects.requireNonNull(shared.compute(
                        of,
                        (same, known) -> known == null
                                ? new Shared(new ByteBudget(most), 1)
                                : new Shared(known.budget, known.streams + 1)))
                .budget();
    }

    private void leave(Object of) {
        shared.computeIfPresent(
                of, (same, known) -> known.streams == 1 ? null : new Shared(known.budget, known.streams - 1));
    }

    /** The budget of one stream. Used only on its event loop. */
    final class OfStream {

        private final Object client;
        private final SocketAddress connection;
        private final ByteBudget[] budgets;
        private long held;

        private OfStream(Object client, SocketAddress connection, ByteBudget[] budgets) {
            this.client = client;
            this.connection = connection;
            this.budgets = budgets;
        }

        /** The number of batches of a size for which there is room now. */
        int fits(long bytes) {
            long fits = Integer.MAX_VALUE;
            for (ByteBudget budget : budgets) {
                fits = Math.min(fits, budget.left() / bytes);
            }
            return (int) fits;
        }

        /** Takes the bytes of a batch, if no budget is exceeded. */
        boolean take(long bytes) {
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

        /** The stream is over. */
        void end() {
            giveBack(held);
            leave(connection);
            leave(client);
        }

        /** Releases bytes, because the client has read an answer. */
        void giveBack(long bytes) {
            for (ByteBudget budget : budgets) {
                budget.giveBack(bytes);
            }
            held -= bytes;
        }
    }

    /** Bytes that a batch holds from when it is read until its answer is read. */
    static long bytes(int rows, int references) {
        return BATCH_BYTES + (long) rows * ROW_BYTES + (long) references * REFERENCE_BYTES;
    }
}
