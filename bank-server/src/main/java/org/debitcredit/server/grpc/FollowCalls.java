package org.debitcredit.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import java.net.SocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.debitcredit.follow.PostingsFeed;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowResponse;
import org.debitcredit.wire.v1.FollowStart;

/**
 * The streams of those who follow the bank: at most {@value #STREAMS_MAX}, and {@value #STREAMS_OF_CLIENT_MAX} of one
 * client, because each has a thread and some MB for reading. Each other region has {@value #STREAMS_OF_REGION} places
 * of its own. The streams end with the bank. For use by all threads.
 */
final class FollowCalls {

    static final int STREAMS_MAX = 16;
    static final int STREAMS_OF_CLIENT_MAX = 4;

    /** One that it reads, and one that broke and has not ended here yet. */
    private static final int STREAMS_OF_REGION = 2;

    private static final int GATHER_MILLIS = 1;
    private static final int GATHER_MILLIS_MAX = 1_000;

    /**
     * Who follows.
     *
     * @param client the client, or its host if there are no tokens; of another region, something that stands for that
     * @param connection that it comes from
     * @param access of the stream
     * @param isRegion whether it is another region
     */
    record Follower(Object client, SocketAddress connection, EndOfAccess access, boolean isRegion) {}

    private final BankState state;
    private final InstantSource clock;
    private final Map<Long, String> names;
    private final Duration sendMax;
    private final Predicate<SocketAddress> disconnect;
    private final Set<FollowCall> calls = ConcurrentHashMap.newKeySet();
    private final Map<Object, Integer> ofClients = new HashMap<>();
    private int ofOthers;

    /**
     * @param names of the clients that are configured, by their scopes
     * @param sendMax for which a client may leave a message unread
     * @param disconnect closes the connection from an address and port, and returns whether it did; a proxy's stays
     *     open
     */
    FollowCalls(
            BankState state,
            InstantSource clock,
            Map<Long, String> names,
            Duration sendMax,
            Predicate<SocketAddress> disconnect) {
        this.state = state;
        this.clock = clock;
        this.names = names;
        this.sendMax = sendMax;
        this.disconnect = disconnect;
        state.whenReady(ready -> endWithBank());
    }

    private void endWithBank() {
        if (state.bank() == null) {
            calls.forEach(call -> call.end(GrpcProblem.unavailable()));
        }
    }

    /** How many streams there are. */
    int open() {
        return calls.size();
    }

    /** Durable transactions that the slowest of them has not read yet. */
    long lag() {
        return calls.stream().mapToLong(FollowCall::lag).max().orElse(0);
    }

    /** Begins a stream, on its event loop. */
    void begin(Follower follower, FollowRequest request, ServerCallStreamObserver<FollowResponse> out, Executor loop) {
        Object client = follower.client;
        boolean isRegion = follower.isRegion;
        FollowCall.Start start = start(request);
        Duration gather = gather(request);
        RunningBank bank = state.bank();
        if (bank == null) {
            out.onError(GrpcProblem.unavailable());
            return;
        }
        if (!take(client, isRegion)) {
            out.onError(GrpcProblem.busy());
            return;
        }
        FollowCall call = new FollowCall(
                bank.postings(),
                follower.access,
                start,
                clock,
                names,
                gather,
                new FollowCall.Unread(sendMax, () -> disconnect.test(follower.connection)),
                out,
                loop,
                ended -> end(ended, client, isRegion));
        calls.add(call);
        boolean isBegun = false;
        try {
            call.begin();
            isBegun = true;
        } finally {
            if (!isBegun) {
                // The machine has no more threads.
                call.endOne();
            }
        }
        endWithBank();
    }

    private void end(FollowCall call, Object client, boolean isRegion) {
        calls.remove(call);
        giveBack(client, isRegion);
    }

    private static FollowCall.Start start(FollowRequest request) {
        return switch (request.getFromCase()) {
            case CURSOR -> after(request.getCursor());
            case START -> start(request.getStart());
            case FROM_NOT_SET -> throw new Malformed("neither cursor nor start is set");
        };
    }

    private static Duration gather(FollowRequest request) {
        int millis = request.hasGatherMillis() ? request.getGatherMillis() : GATHER_MILLIS;
        if (millis < 0 || millis > GATHER_MILLIS_MAX) {
            throw new Malformed("gather_millis is " + millis + "; it must be 0 to " + GATHER_MILLIS_MAX);
        }
        return Duration.ofMillis(millis);
    }

    private static FollowCall.Start after(String cursor) {
        try {
            LogPosition position = LogPosition.parse(cursor);
            return feed -> feed.after(position);
        } catch (IllegalArgumentException e) {
            throw new Malformed("cursor is not one that this bank sent: " + e.getMessage());
        }
    }

    private static FollowCall.Start start(FollowStart start) {
        return switch (start) {
            case FOLLOW_START_OLDEST -> PostingsFeed::fromBeginning;
            case FOLLOW_START_NOW -> PostingsFeed::fromNow;
            case FOLLOW_START_UNSPECIFIED, UNRECOGNIZED ->
                throw new Malformed("start is " + start + "; it must be 1 (oldest) or 2 (now)");
        };
    }

    private synchronized boolean take(Object client, boolean isRegion) {
        int ofClient = ofClients.getOrDefault(client, 0);
        boolean isFull =
                isRegion ? ofClient == STREAMS_OF_REGION : ofClient == STREAMS_OF_CLIENT_MAX || ofOthers == STREAMS_MAX;
        if (isFull) {
            return false;
        }
        ofOthers += isRegion ? 0 : 1;
        ofClients.put(client, ofClient + 1);
        return true;
    }

    private synchronized void giveBack(Object client, boolean isRegion) {
        ofOthers -= isRegion ? 0 : 1;
        ofClients.computeIfPresent(client, (same, count) -> count == 1 ? null : count - 1);
    }
}
