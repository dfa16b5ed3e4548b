package org.debitcredit.client;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowResponse;
import org.jspecify.annotations.Nullable;

/**
 * One stream of {@link PostingsFollower}. What comes after it was abandoned is not read. At most two messages are
 * decoded ahead.
 */
final class FollowAttempt implements ClientResponseObserver<FollowRequest, FollowResponse> {

    private static final int MESSAGES_AHEAD = 2;

    /**
     * How long the bank may send nothing.
     *
     * @param first before the first message: the bank looks for the cursor in its files
     * @param later after it: the bank then sends a message at least every 5 s
     */
    record Patience(Duration first, Duration later) {}

    /** A message, or the end of the stream. */
    record Received(@Nullable Postings postings, @Nullable Throwable end) {

        Throwable failure() {
            return end == null ? Status.INTERNAL.asRuntimeException() : end;
        }
    }

    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private volatile @Nullable ClientCallStreamObserver<FollowRequest> call;
    private final Patience patience;
    private Duration silenceMax;
    private long heardAt = System.nanoTime();

    FollowAttempt(Patience patience) {
        this.patience = patience;
        this.silenceMax = patience.first();
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<FollowRequest> stream) {
        call = stream;
        stream.disableAutoRequestWithInitial(MESSAGES_AHEAD);
    }

    @Override
    public void onNext(FollowResponse message) {
        try {
            received.add(new Received(new Postings(message), null));
        } catch (IllegalArgumentException e) {
            received.add(new Received(
                    null,
                    Status.INTERNAL.withDescription(e.getMessage()).withCause(e).asRuntimeException()));
        }
    }

    @Override
    public void onError(Throwable failure) {
        received.add(new Received(null, failure));
    }

    @Override
    public void onCompleted() {
        onError(Status.UNAVAILABLE.withDescription("the bank ended the stream").asRuntimeException());
    }

    /** The next message; null if none comes before the deadline, or for too long. */
    @Nullable
    Received take(long deadline) throws InterruptedException {
        long now = System.nanoTime();
        long wait = Math.min(deadline - now, silenceMax.toNanos() - (now - heardAt));
        Received next = received.poll(Math.max(0, wait), TimeUnit.NANOSECONDS);
        ClientCallStreamObserver<FollowRequest> stream = call;
        if (next != null && next.postings() != null && stream != null) {
            heardAt = System.nanoTime();
            silenceMax = patience.later();
            stream.request(1);
        }
        return next;
    }

    boolean isSilent() {
        return System.nanoTime() - heardAt >= silenceMax.toNanos();
    }

    Throwable silence() {
        return Status.UNAVAILABLE
                .withDescription("the bank sent nothing for " + silenceMax)
                .asRuntimeException();
    }

    void cancel() {
        ClientCallStreamObserver<FollowRequest> stream = call;
        if (stream != null) {
            stream.cancel("it is no longer read", null);
        }
    }
}
