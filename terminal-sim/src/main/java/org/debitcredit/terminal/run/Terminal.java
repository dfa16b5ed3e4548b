package org.debitcredit.terminal.run;

import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import io.gatling.http.client.Request;
import io.netty.channel.Channel;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.AtmRequest;
import org.debitcredit.workload.AtmWorkload;

/**
 * One terminal: it thinks, sends a request, waits for the answer and thinks again, until the end of the run, after
 * which no request begins. It thinks before its first request, so that requests are spread evenly from the start.
 * Without an answer it does as {@link StoreAndForward} says, and thinks only then.
 *
 * <p>A request's intended time is the end of the think time as it was drawn, and its actual time is when this process
 * turned to it: only what lies between is lateness of the terminals. A wait for a connection is a wait for the server's
 * earlier answers and counts as part of the response, from both times. Used by the thread of its event loop only.
 *
 * <pre>
 *  think ─▶ (wait for a connection) ─▶ send ─▶ answered ─▶ think
 *               ▲                        │ no answer
 *               └── back off, the same ◀─┤
 *                   key or a reversal    └─▶ given up
 * </pre>
 */
final class Terminal implements Runnable, LoopConnections.Waiting, Attempt.Sender {

    /** Before the first request is made. */
    private static final AtmRequest NONE = new AtmRequest.BalanceInquiry(0);

    private static final UUID NO_KEY = new UUID(0, 0);

    private final Run run;
    private final LoopConnections connections;
    private final Session session;
    private final Action afterwards;
    private final AtmWorkload workload;
    private final WorkloadCounter counter;

    private AtmRequest request = NONE;
    private UUID key = NO_KEY;
    private UUID originalKey = NO_KEY;
    private long intendedNanos;
    private long sentNanos;
    private int attempts;
    private boolean pending;
    private boolean reversing;

    Terminal(
            Run run,
            LoopConnections connections,
            Session session,
            Action afterwards,
            AtmWorkload workload,
            WorkloadCounter counter) {
        this.run = run;
        this.connections = connections;
        this.session = session;
        this.afterwards = afterwards;
        this.workload = workload;
        this.counter = counter;
    }

    /** Thinks, and then makes a request, or ends at the end of the run if that comes first. */
    void think(long fromNanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(workload.thinkNanos());
        run.thinks(millis);
        intendedNanos = fromNanos + (long) (TimeUnit.MILLISECONDS.toNanos(millis) / run.loadAt(fromNanos));
        connections.schedule(this, Math.min(intendedNanos, run.endNanos()) - run.nanos());
    }

    /** Called by the event loop: the terminal has thought, or backed off. */
    @Override
    public void run() {
        if (!pending && intendedNanos >= run.endNanos()) {
            end();
            return;
        }
        try {
            if (!pending) {
                begin();
            }
        } catch (RuntimeException | Error broken) {
            crash(broken);
            return;
        }
        if (connections.admits(this)) {
            admitted();
        }
    }

    /** Ends after a fault of this program, which an event loop would only log: the run would wait for ever. */
    private void crash(Throwable broken) {
        run.crashed(broken);
        end();
    }

    private void end() {
        run.ended();
        afterwards.$bang(session);
    }

    private void begin() {
        pending = true;
        reversing = false;
        attempts = 0;
        sentNanos = run.nanos();
        request = workload.next();
        key = request.operation().movesMoney() ? BankHttp.newKey() : NO_KEY;
        if (request instanceof AtmRequest.Money money) {
            // Gatling numbers its users from 1.
            counter.add(money.transaction(), run.tellerOf(session.userId() - 1));
        }
        run.due(intendedNanos, sentNanos);
    }

    /** Sends, now that a connection may be used. */
    @Override
    public void admitted() {
        if (run.nanos() >= run.giveUpNanos()) {
            connections.leave();
            giveUp(FailureRule.NOT_SENT);
            return;
        }
        attempts++;
        try {
            connections.send(message(), new Attempt(this));
        } catch (RuntimeException | Error broken) {
            connections.leave();
            crash(broken);
        }
    }

    private Request message() {
        if (request instanceof AtmRequest.Money money) {
            Transaction transaction = money.transaction();
            return reversing
                    ? run.requests().reversal(transaction, originalKey, key)
                    : run.requests().transaction(transaction, key);
        }
        if (request instanceof AtmRequest.BalanceInquiry inquiry) {
            return run.requests().balance(inquiry.account());
        }
        throw new IllegalStateException(request + " has no message");
    }

    @Override
    public void written(Channel connection) {
        run.connections().used(connection);
    }

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
        long nanos = run.nanos();
        AtmOperation operation = request.operation();
        Answer answer = Answer.of(operation, status, body, reversing ? 0 : run.responseBytesMin());
        if (answer instanceof Answer.Unanswered nothing) {
            again(nothing.reason());
        } else if (answer instanceof Answer.Failed failed && mayBeExecuted(failed)) {
            again(failed.reason());
        } else if (reversing) {
            run.reversed(key, answer, nanos);
            close(nanos);
        } else {
            run.answered(request, key, answer, intendedNanos, sentNanos, nanos);
            close(nanos);
        }
    }

    /**
     * Whether it is unknown what became of the money: a refusal, for example for a token that cannot be checked, says
     * nothing of an earlier attempt that had no answer. Even the first answer may be to a repetition, because the HTTP
     * client itself sends a request again when its connection closes.
     */
    private boolean mayBeExecuted(Answer.Failed failed) {
        return request.operation().movesMoney() && !(reversing && failed.isOfKey());
    }

    /** Forgets the request, whose objects would otherwise stay for the whole think time, and thinks. */
    private void close(long nanos) {
        pending = false;
        request = NONE;
        key = NO_KEY;
        originalKey = NO_KEY;
        think(nanos);
    }

    @Override
    public void unanswered(Throwable failure) {
        connections.leave();
        again(FailureRule.NO_RESPONSE + ": " + failure.getClass().getSimpleName());
    }

    private void again(String reason) {
        if (run.nanos() >= run.giveUpNanos()) {
            giveUp(reason);
            return;
        }
        if (!reversing && attempts >= run.plan().forwarding().attempts()) {
            run.failed(intendedNanos, reason);
            if (!request.operation().movesMoney()) {
                close(run.nanos());
                return;
            }
            reversing = true;
            originalKey = key;
            key = BankHttp.newKey();
            attempts = 0;
            run.reverses();
        } else {
            run.repeats();
        }
        connections.schedule(this, run.plan().forwarding().backOffNanos(Math.max(1, attempts)));
    }

    /** Nothing is left to do about the request, and the run is over. */
    private void giveUp(String reason) {
        if (reversing) {
            run.reversalGivenUp(reason);
        } else {
            run.failed(intendedNanos, reason);
        }
        pending = false;
        end();
    }
}
