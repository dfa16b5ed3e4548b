package org.debitcredit.terminal.nation;

import io.netty.channel.Channel;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.run.Attempt;
import org.debitcredit.terminal.run.LoopConnections;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.AtmRequest;
import org.jspecify.annotations.Nullable;

/**
 * One ATM of a region: it thinks, asks its region's service for a transaction, and thinks again after the answer. It
 * keeps the request and its key until it has an answer of the bank. Whatever else comes, it sends the same request
 * again under the same key, after a pause. After the end of the run no request begins. Used by the thread of its event
 * loop only.
 */
final class Atm implements Runnable, LoopConnections.Waiting, Attempt.Sender {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int DOUBLINGS_MAX = 3;

    private final NationTraffic traffic;
    private final NationRequests requests;
    private final LoopConnections connections;
    private final NationWorkload workload;
    private final int region;

    private NationWorkload.@Nullable Request request;
    private UUID key = new UUID(0, 0);
    private long intendedNanos;
    private int attempts;

    /** @param connections to its region's service */
    Atm(
            NationTraffic traffic,
            NationRequests requests,
            LoopConnections connections,
            NationWorkload workload,
            int region) {
        this.traffic = traffic;
        this.requests = requests;
        this.connections = connections;
        this.workload = workload;
        this.region = region;
    }

    /** Thinks, and then makes a request, or ends at the end of the run if that comes first. */
    void think() {
        request = null;
        long now = traffic.nanos();
        intendedNanos = now + workload.thinkNanos();
        connections.schedule(this, Math.min(intendedNanos, traffic.endNanos()) - now);
    }

    /** Called by the event loop: it has thought, or paused. */
    @Override
    public void run() {
        if (request == null && intendedNanos >= traffic.endNanos()) {
            traffic.ended();
            return;
        }
        if (request == null) {
            request = workload.next();
            key = BankHttp.newKey();
            attempts = 0;
        }
        if (connections.admits(this)) {
            admitted();
        }
    }

    @Override
    public void admitted() {
        NationWorkload.Request asked = request;
        if (asked == null || traffic.isGivenUp()) {
            connections.leave();
            giveUp("not sent before the run gave up");
            return;
        }
        attempts++;
        try {
            connections.send(requests.of(region, asked, key), new Attempt(this));
        } catch (RuntimeException | Error broken) {
            connections.leave();
            crash(broken);
        }
    }

    @Override
    public void written(Channel connection) {}

    @Override
    public void responded(int status, byte[] body) {
        connections.leave();
        try {
            take(status, body);
        } catch (RuntimeException | Error broken) {
            crash(broken);
        }
    }

    private void take(int status, byte[] body) {
        NationWorkload.Request asked = request;
        if (asked == null) {
            throw new IllegalStateException("an answer came without a request");
        }
        Answer answer = asked.issuer() == region ? local(asked, status, body) : Answer.outOfTown(status, body);
        if (answer instanceof Answer.Unanswered nothing) {
            again(nothing.reason());
        } else if (answer instanceof Answer.Failed failed) {
            traffic.failed(failed.reason());
            think();
        } else {
            traffic.answered(region, asked, key, answer, intendedNanos);
            think();
        }
    }

    private static Answer local(NationWorkload.Request asked, int status, byte[] body) {
        AtmOperation operation = new AtmRequest.Money(asked.transaction()).operation();
        return Answer.of(operation, status, body, NationPlan.PRESET.responseBytesMin());
    }

    @Override
    public void unanswered(Throwable failure) {
        connections.leave();
        again("no response: " + failure.getClass().getSimpleName());
    }

    private void again(String reason) {
        if (traffic.isGivenUp()) {
            giveUp(reason);
            return;
        }
        traffic.repeats();
        connections.schedule(this, PAUSE_NANOS << Math.min(attempts - 1, DOUBLINGS_MAX));
    }

    private void giveUp(String reason) {
        traffic.failed(reason);
        traffic.ended();
    }

    /** Ends after a fault of this program, which an event loop would only log: the run would wait for ever. */
    private void crash(Throwable broken) {
        traffic.crashed(broken);
        traffic.ended();
    }
}
