package org.debitcredit.server.tpcc;

import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deliveries that were answered when they were queued, in that order, and whose work is still to be done. */
final class DeferredDeliveries {

    private static final Logger LOG = LoggerFactory.getLogger(DeferredDeliveries.class);
    private static final int WAITING_MAX = 8_192;

    /** Far below the 80 s of the specification. So deliveries are done even on a server that always has requests. */
    static final long WAIT_SECONDS_MAX = 1;

    private final Queue<Deferred> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final DeliveryTimes times = new DeliveryTimes();
    private final FailedTransactions failures;

    private final class Deferred implements Task {

        private final TpccRequest.Delivery delivery;
        private final long queuedNanos;

        Deferred(TpccRequest.Delivery delivery, long queuedNanos) {
            this.delivery = delivery;
            this.queuedNanos = queuedNanos;
        }

        @Override
        public TpccRequest request() {
            return delivery;
        }

        @Override
        public long queuedNanos() {
            return queuedNanos;
        }

        @Override
        public void answered(TpccAnswer answer, long queueNanos, long executionNanos) {
            times.done(queueNanos, executionNanos);
        }

        @Override
        public void unknown(String reason) {
            times.failed();
            LOG.warn("A delivery was not done: {}", reason);
        }

        @Override
        public void failed(SQLException failure) {
            times.failed();
            failures.add(failure);
        }
    }

    DeferredDeliveries(FailedTransactions failures) {
        this.failures = failures;
    }

    /** Queues the deferred part of a delivery; false when too many wait. */
    boolean add(TpccRequest.Delivery delivery, long nowNanos) {
        if (size.incrementAndGet() > WAITING_MAX) {
            size.decrementAndGet();
            return false;
        }
        waiting.add(new Deferred(delivery, nowNanos));
        return true;
    }

    /** Takes the oldest one; null when none waits. */
    @Nullable
    Task take() {
        Deferred taken = waiting.poll();
        if (taken != null) {
            size.decrementAndGet();
        }
        return taken;
    }

    /** Takes the oldest one if it has waited for longer than {@value #WAIT_SECONDS_MAX} s. */
    @Nullable
    Task takeOverdue() {
        Deferred oldest = waiting.peek();
        boolean isOverdue =
                oldest != null && System.nanoTime() - oldest.queuedNanos() > TimeUnit.SECONDS.toNanos(WAIT_SECONDS_MAX);
        return isOverdue ? take() : null;
    }

    DeliveryTimes times() {
        return times;
    }
}
