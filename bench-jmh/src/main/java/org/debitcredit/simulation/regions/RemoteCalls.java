package org.debitcredit.simulation.regions;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.debitcredit.region.ClearingBank;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/**
 * The bank of another region over the network. A call without an answer in time has an unknown outcome, and the region
 * counts as away until it answers a question again.
 */
final class RemoteCalls implements ClearingBank.Remote {

    private static final long LOOK_MICROS = 300_000;
    private static final int BUSY_ONE_IN = 50;

    private final RegionsWorld world;
    private final int own;
    private final int partner;
    private final List<Call> open = new ArrayList<>();
    private boolean isAway = true;
    private long lookFromMicros;

    /** What a region does with a call that arrives. */
    private interface Request {
        void arrive(Region region, Consumer<Answer> reply);
    }

    /** A call without an answer so far. */
    private record Call(long untilMicros, Consumer<Answer> answer) {}

    RemoteCalls(RegionsWorld world, int own, int partner) {
        this.world = world;
        this.own = own;
        this.partner = partner;
    }

    @Override
    public boolean isAway() {
        return isAway;
    }

    @Override
    public void execute(Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
        world.trace.add("call execute, unseen through", RegionsWorld.name(key), partner, unseenThrough);
        call((region, reply) -> region.execute(transaction, scoped(key), unseenThrough, reply), answer);
    }

    @Override
    public void reverse(
            Reversal reversal, TransactionKey key, long unseenThrough, long seenAt, Consumer<Answer> answer) {
        world.trace.add("call reverse, unseen through", RegionsWorld.name(key), partner, unseenThrough);
        Reversal scoped = new Reversal(scoped(reversal.originalKey()), reversal.original(), reversal.performedMinor());
        call((region, reply) -> region.reverse(scoped, scoped(key), unseenThrough, seenAt, reply), answer);
    }

    /** The key as the issuer sees it: there the acquirer is a client, and the key's scope is that client. */
    private TransactionKey scoped(TransactionKey key) {
        return new TransactionKey(world.terms.scopeOf(own), key.high(), key.low());
    }

    private void call(Request request, Consumer<Answer> answer) {
        Call call = new Call(world.micros() + 1_000 * world.terms.callMillisMax(), answer);
        open.add(call);
        Consumer<Answer> reply =
                answered -> world.network.send(partner, own, world.micros(), at -> arrived(call, answered));
        if (world.faultOneIn(BUSY_ONE_IN)) {
            Answer busy = new Answer(new Outcome.Failed(Failure.NOT_EXECUTED), 0);
            world.network.send(own, partner, world.micros(), region -> reply.accept(busy));
        } else {
            world.network.send(own, partner, world.micros(), region -> request.arrive(region, reply));
        }
    }

    /** A call of a process that has died is not open any more. */
    private void arrived(Call call, Answer answered) {
        if (!open.remove(call)) {
            return;
        }
        if (answered.outcome() instanceof Outcome.Refused refused && refused.reason() == Refusal.KEY_EXPIRED) {
            world.modes.add(RegionsMode.EXPIRED_AT_ISSUER);
        }
        call.answer.accept(answered);
    }

    /** Gives up calls that have waited too long, and asks a region that is away whether it answers. */
    void turn() {
        long now = world.micros();
        for (Call call : List.copyOf(open)) {
            if (call.untilMicros <= now) {
                open.remove(call);
                isAway = true;
                call.answer.accept(new Answer(new Outcome.Failed(Failure.OUTCOME_UNKNOWN), 0));
            }
        }
        if (isAway && now >= lookFromMicros) {
            lookFromMicros = now + LOOK_MICROS;
            world.network.send(
                    own,
                    partner,
                    now,
                    region -> world.network.send(partner, own, world.micros(), at -> isAway = false));
        }
    }

    boolean isQuiet() {
        return open.isEmpty();
    }

    /** The process has died. */
    void died() {
        open.clear();
    }
}
