package org.debitcredit.server.grpc;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.debitcredit.follow.CursorRefused;
import org.debitcredit.follow.PostingsFeed;
import org.debitcredit.follow.PostingsReader;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.wire.v1.FollowResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stream of the bank's transactions. Its thread reads the journal and prepares the next message, while the one
 * before is sent on the call's event loop. A message is sent only when the client has read the earlier ones, so the
 * memory of a stream is bounded.
 */
final class FollowCall implements Runnable {

    /** Most transactions of a message. */
    static final int ROWS_MAX = 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(FollowCall.class);

    /** A message is sent at least so often, so that a client can tell silence from a broken connection. */
    private static final long SILENCE_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

    private static final long NOT_OPEN = -1;

    /**
     * If a client does not read for so long, the files that are open for it are closed: removed files take space until
     * then.
     */
    private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PostingsFeed feed;
    private final EndOfAccess access;
    private final Start start;
    private final InstantSource clock;
    private final Map<Long, String> names;
    private final long gatherNanos;
    private final long sendNanosMax;
    private final BooleanSupplier disconnect;
    private final ServerCallStreamObserver<FollowResponse> out;
    private final Executor loop;
    private final Consumer<FollowCall> ended;
    private final Thread thread = new Thread(this, "bank-follow");

    /**
     * Counts the thread and the call until each has ended. The call counts, because what the client has not read takes
     * memory until then.
     */
    private final AtomicInteger open = new AtomicInteger(2);

    private volatile boolean isSendable;
    private volatile boolean isOver;
    /** Position of the last transaction that was read; {@link #NOT_OPEN} before the first. */
    private volatile long position = NOT_OPEN;

    /** Opens the journal where the client wants to begin. */
    @FunctionalInterface
    interface Start {
        PostingsReader open(PostingsFeed feed) throws IOException, CursorRefused;
    }

    /**
     * What happens to a client that leaves a message unread.
     *
     * @param sendMax how long a message may stay unread
     * @param disconnect closes its connection, and returns whether it did; a proxy's connection, which carries other
     *     clients' calls, stays open
     */
    record Unread(Duration sendMax, BooleanSupplier disconnect) {}

    /**
     * A call that is being started on its event loop.
     *
     * @param access of the stream, which is looked at before each message
     * @param names of the clients that are configured, by their scopes
     * @param gather how long transactions gather at the journal's end, so that a message does not carry one at a time
     * @param ended is called when its thread and the call have ended
     */
    FollowCall(
            PostingsFeed feed,
            EndOfAccess access,
            Start start,
            InstantSource clock,
            Map<Long, String> names,
            Duration gather,
            Unread unread,
            ServerCallStreamObserver<FollowResponse> out,
            Executor loop,
            Consumer<FollowCall> ended) {
        this.feed = feed;
        this.access = access;
        this.start = start;
        this.clock = clock;
        this.names = names;
        this.gatherNanos = gather.toNanos();
        this.sendNanosMax = unread.sendMax.toNanos();
        this.disconnect = unread.disconnect;
        this.out = out;
        this.loop = loop;
        this.ended = ended;
        thread.setDaemon(true);
        out.setOnReadyHandler(this::sendable);
        out.setOnCancelHandler(this::callEnds);
        out.setOnCloseHandler(this::callEnds);
        isSendable = out.isReady();
    }

    void begin() {
        thread.start();
    }

    /** Number of durable transactions that this stream has not read yet; 0 before it begins and after its end. */
    long lag() {
        long read = position;
        return isOver || read == NOT_OPEN ? 0 : Math.max(0, feed.durablePosition() - read);
    }

    private void sendable() {
        isSendable = true;
        LockSupport.unpark(thread);
    }

    private void callEnds() {
        over();
        endOne();
    }

    /** Is called when the call has ended, and when the thread has ended or could not begin. */
    void endOne() {
        if (open.decrementAndGet() == 0) {
            ended.accept(this);
        }
    }

    private void over() {
        isOver = true;
        LockSupport.unpark(thread);
        feed.wake();
    }

    /** Ends the stream with a problem, if it has not ended. For use by any thread. */
    void end(StatusRuntimeException problem) {
        loop.execute(() -> {
            if (!isOver) {
                over();
                out.onError(problem);
            }
        });
    }

    @Override
    public void run() {
        try (PostingsReader reader = start.open(feed)) {
            follow(reader);
        } catch (CursorRefused e) {
            end(GrpcProblem.refused(e));
        } catch (IOException | RuntimeException e) {
            if (!isOver) {
                LOG.warn("a follower's stream ends, because the journal cannot be read for it", e);
            }
        } finally {
            endOne();
            end(GrpcProblem.of(Reason.INTERNAL, "the bank could not read its journal for this stream"));
        }
    }

    private void follow(PostingsReader reader) throws IOException, CursorRefused {
        // Shows where the stream begins.
        send(message(new FollowMessage(names), reader), reader);
        long sentAt = System.nanoTime();
        while (!isOver) {
            StatusRuntimeException problem = access.problem();
            if (problem != null) {
                end(problem);
                return;
            }
            long durable = feed.durablePosition();
            FollowMessage message = new FollowMessage(names);
            fill(message, reader);
            position = reader.cursor().position();
            long silence = System.nanoTime() - sentAt;
            if (message.rows() > 0 || silence >= SILENCE_NANOS_MAX) {
                send(message(message, reader), reader);
                sentAt = System.nanoTime();
            } else {
                feed.await(durable, SILENCE_NANOS_MAX - silence);
                if (feed.durablePosition() != durable) {
                    gather(SILENCE_NANOS_MAX - (System.nanoTime() - sentAt));
                }
            }
        }
    }

    /** Waits for further transactions, even if the thread is woken meanwhile. */
    private void gather(long nanosMax) {
        long begun = System.nanoTime();
        long left = Math.min(gatherNanos, nanosMax);
        while (left > 0 && !isOver) {
            LockSupport.parkNanos(this, left);
            left = Math.min(gatherNanos, nanosMax) - (System.nanoTime() - begun);
        }
    }

    private FollowResponse message(FollowMessage rows, PostingsReader reader) {
        Instant time = clock.instant();
        return rows.build(reader.cursor(), time, feed.durablePosition());
    }

    private static void fill(FollowMessage message, PostingsReader reader) throws IOException, CursorRefused {
        PostingsReader.@Nullable Part part;
        while (message.rows() < ROWS_MAX && (part = reader.next(ROWS_MAX - message.rows())) != null) {
            message.add(part);
        }
    }

    /** Waits until the client has read the earlier messages. */
    private void send(FollowResponse message, PostingsReader reader) throws IOException {
        long begun = System.nanoTime();
        while (!isSendable && !isOver) {
            LockSupport.parkNanos(this, Math.min(STALLED_NANOS, sendNanosMax));
            long waited = System.nanoTime() - begun;
            if (waited >= sendNanosMax) {
                if (disconnect.getAsBoolean()) {
                    return;
                }
                end(GrpcProblem.limited("the client has not read a message for "
                        + TimeUnit.NANOSECONDS.toSeconds(sendNanosMax)
                        + " s (bank.network.send-max); follow again from its last cursor"));
                return;
            }
            if (waited >= STALLED_NANOS) {
                reader.pause();
            }
        }
        isSendable = false;
        loop.execute(() -> {
            if (!isOver) {
                out.onNext(message);
                if (out.isReady()) {
                    sendable();
                }
            }
        });
    }
}
