package org.debitcredit.terminal.tpcc.run;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.wire.TpccMessages;
import org.debitcredit.tpcc.wire.v1.ExecuteRequest;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;
import org.debitcredit.tpcc.wire.v1.TpccServiceGrpc;
import org.jspecify.annotations.Nullable;

/**
 * One stream of transactions with a bounded number in flight, which is the number of places. The place of a request is
 * its id. Any thread may send.
 */
final class RequestStream {

    /** Takes answers, on the thread of the event loop. */
    interface Listener {

        /** A response came. */
        void received(Received response);

        /** The stream broke; no response comes any more. */
        void broken(Status status);
    }

    /**
     * A request in flight.
     *
     * @param request what was sent
     * @param sender who sent it: the number of a terminal, or 0
     * @param window to which it belongs; null outside of one
     * @param intendedNanos when it was meant to be sent
     * @param actualNanos when it was sent
     */
    record Sent(TpccRequest request, int sender, @Nullable Window window, long intendedNanos, long actualNanos) {

        TpccTransactionType type() {
            return request.type();
        }
    }

    /**
     * A response. Times are by {@link System#nanoTime}.
     *
     * @param problem why it does not answer its request; null if it does
     */
    record Received(
            Sent request,
            ExecuteResponse response,
            @Nullable String problem,
            long answeredNanos) {

        boolean isAnswer() {
            return problem == null;
        }
    }

    private static final long NONE = Long.MIN_VALUE;

    private final TpccAnswerCheck check;
    private final Sent[] sent;
    private final AtomicLongArray intended;
    private final BlockingQueue<Integer> free;
    private final StreamObserver<ExecuteRequest> requests;
    private volatile boolean isBroken;

    RequestStream(TpccServiceGrpc.TpccServiceStub service, TpccAnswerCheck check, int places, Listener listener) {
        this.check = check;
        sent = new Sent[places];
        intended = new AtomicLongArray(places);
        free = new ArrayBlockingQueue<>(places);
        for (int place = 0; place < places; place++) {
            intended.set(place, NONE);
            free.add(place);
        }
        requests = service.execute(new StreamObserver<>() {
            @Override
            public void onNext(ExecuteResponse response) {
                take(response, listener);
            }

            @Override
            public void onError(Throwable failure) {
                isBroken = true;
                listener.broken(Status.fromThrowable(failure));
            }

            @Override
            public void onCompleted() {
                isBroken = true;
                listener.broken(Status.UNAVAILABLE.withDescription("the server ended the stream"));
            }
        });
    }

    private void take(ExecuteResponse response, Listener listener) {
        long id = response.getId();
        if (id < 0 || id >= sent.length || intended.get((int) id) == NONE) {
            isBroken = true;
            listener.broken(Status.INTERNAL.withDescription(
                    "the server answered request " + Long.toUnsignedString(id) + ", which is not in flight"));
            return;
        }
        int place = (int) id;
        long nowNanos = System.nanoTime();
        Sent request = sent[place];
        try {
            listener.received(new Received(request, response, check.problem(request.request(), response), nowNanos));
        } finally {
            // Only now, so that nothing is in flight only once every answer is recorded.
            intended.set(place, NONE);
            free.add(place);
        }
    }

    /**
     * Sends a request once a place is free.
     *
     * @param waitNanos the longest that it waits for a place
     * @return whether it was sent; false if no place became free in that time, if the stream is broken, or if this
     *     thread is interrupted
     */
    boolean send(TpccRequest request, int sender, @Nullable Window window, long intendedNanos, long waitNanos) {
        try {
            Integer place = free.poll(waitNanos, TimeUnit.NANOSECONDS);
            if (place == null || isBroken) {
                return false;
            }
            ExecuteRequest message = TpccMessages.message(place, request);
            synchronized (requests) {
                sent[place] = new Sent(request, sender, window, intendedNanos, System.nanoTime());
                intended.set(place, intendedNanos);
                requests.onNext(message);
            }
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** How long ago the oldest request in flight was due; 0 if there is none. */
    long backlogNanos(long nowNanos) {
        long oldest = 0;
        for (int place = 0; place < intended.length(); place++) {
            long due = intended.get(place);
            oldest = due == NONE ? oldest : Math.max(oldest, nowNanos - due);
        }
        return oldest;
    }

    /** Shows the requests in flight. */
    void forEachUnanswered(Consumer<Sent> request) {
        for (int place = 0; place < intended.length(); place++) {
            if (intended.get(place) != NONE) {
                request.accept(sent[place]);
            }
        }
    }

    /** Requests in flight. */
    int inFlight() {
        return sent.length - free.size();
    }

    boolean isBroken() {
        return isBroken;
    }

    /** Ends the stream; answers to requests in flight still come. */
    void close() {
        synchronized (requests) {
            if (!isBroken) {
                requests.onCompleted();
            }
        }
    }
}
