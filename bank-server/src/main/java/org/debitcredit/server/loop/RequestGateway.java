package org.debitcredit.server.loop;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Command;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * Submits the requests of both transports to the engine, with a time limit, and completes each of them once, on the
 * event loop that it came from. It is closed while the bank opens, open while the bank works, and closed again before
 * it stops. No method blocks.
 */
public final class RequestGateway {

    private final List<EventLoopMailbox> mailboxes = new ArrayList<>();
    private final long timeoutMillis;
    private final LongAdder queueRefusals = new LongAdder();
    private final LongAdder journalRefusals = new LongAdder();
    private volatile @Nullable TransactionEngine engine;

    /** The reason why a request ends without an answer. */
    public enum NoAnswer {
        /** The ring or the journal is full; nothing was executed. */
        BUSY,
        /** The bank is opening, closing or stopped; nothing was executed. */
        CLOSED,
        /** The time limit is over; the request may still be executed. */
        LATE
    }

    /** Completes one request. One of the two methods is called, once, on the request's event loop. */
    public interface Callback<C extends Command> {

        void answered(C command);

        void notAnswered(NoAnswer why);
    }

    /**
     * @param loops the event loops of both transports
     * @param timeout how long a request may wait for its answer
     */
    public RequestGateway(Iterable<EventExecutor> loops, Duration timeout) {
        loops.forEach(loop -> mailboxes.add(new EventLoopMailbox(loop)));
        this.timeoutMillis = timeout.toMillis();
    }

    /** Opens the gateway: requests go to this engine. */
    public void open(TransactionEngine opened) {
        engine = opened;
    }

    /**
     * Closes the gateway: requests end as {@link NoAnswer#CLOSED}. Those that were submitted before are still answered.
     */
    public void close() {
        engine = null;
    }

    /** Executes a well-formed transaction. */
    public void execute(Transaction transaction, TransactionKey key, Callback<SingleSubmission> callback) {
        submit(whenAnswered -> new SingleSubmission(whenAnswered).ask(transaction, key), callback);
    }

    /** Executes a well-formed reversal. */
    public void reverse(Reversal reversal, TransactionKey key, Callback<ReversalSubmission> callback) {
        submit(whenAnswered -> new ReversalSubmission(reversal, key, whenAnswered), callback);
    }

    /** Executes well-formed transactions, which the caller must no longer change. */
    public void execute(RequestColumns requests, Callback<BatchSubmission> callback) {
        submit(whenAnswered -> new BatchSubmission(requests, whenAnswered), callback);
    }

    /** Reads the balance of an account, teller or branch that exists. */
    public void balance(BalanceKind kind, long id, Callback<Inquiry.Balance> callback) {
        submit(whenAnswered -> new Inquiry.Balance(kind, id, whenAnswered), callback);
    }

    /** Asks for the status of a key, or of the same key of several clients. */
    public void status(List<TransactionKey> keys, Callback<Inquiry.Key> callback) {
        submit(whenAnswered -> new Inquiry.Key(keys, whenAnswered), callback);
    }

    /** Reads the four sums. */
    public void totals(Callback<Inquiry.Sums> callback) {
        submit(Inquiry.Sums::new, callback);
    }

    /** The calling event loop; any of them for other threads. */
    public EventExecutor loop() {
        return mailbox().loop();
    }

    /** Runs a task later, on the calling event loop. */
    public void later(Runnable work, Duration delay) {
        loop().schedule(work, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Requests that were refused because too many waited. */
    public long queueRefusals() {
        return queueRefusals.sum();
    }

    /** Transactions that were refused because the journal was full. */
    public long journalRefusals() {
        return journalRefusals.sum();
    }

    private EventLoopMailbox mailbox() {
        for (EventLoopMailbox mailbox : mailboxes) {
            if (mailbox.loop().inEventLoop()) {
                return mailbox;
            }
        }
        return mailboxes.get(ThreadLocalRandom.current().nextInt(mailboxes.size()));
    }

    private <C extends Command> void submit(Function<Consumer<C>, C> make, Callback<C> callback) {
        EventLoopMailbox mailbox = mailbox();
        PendingRequest<C> request = new PendingRequest<>(mailbox, callback);
        if (mailbox.loop().inEventLoop()) {
            submit(request, make);
        } else {
            mailbox.push(() -> submit(request, make));
        }
    }

    private <C extends Command> void submit(PendingRequest<C> request, Function<Consumer<C>, C> make) {
        TransactionEngine open = engine;
        if (open == null) {
            request.end(NoAnswer.CLOSED);
            return;
        }
        switch (open.offer(make.apply(request))) {
            case TAKEN -> request.expireAfter(timeoutMillis);
            case QUEUE_FULL -> {
                queueRefusals.increment();
                request.end(NoAnswer.BUSY);
            }
            case JOURNAL_FULL -> {
                journalRefusals.increment();
                request.end(NoAnswer.BUSY);
            }
        }
    }

    /** A request until it is answered, refused, or late. Everything except {@link #accept} runs on its event loop. */
    private static final class PendingRequest<C extends Command> implements Consumer<C>, Runnable {

        private final EventLoopMailbox mailbox;
        private final Callback<C> callback;
        /** Written before this request is pushed into the mailbox, and read after it was taken out. */
        private @Nullable C answered;

        private @Nullable Future<?> expiry;
        private boolean ended;

        private PendingRequest(EventLoopMailbox mailbox, Callback<C> callback) {
            this.mailbox = mailbox;
            this.callback = callback;
        }

        /** Called by the writer with the answer, which is handed over to the event loop. */
        @Override
        public void accept(C command) {
            answered = command;
            mailbox.push(this);
        }

        @Override
        public void run() {
            C command = answered;
            if (command != null && end()) {
                callback.answered(command);
            }
        }

        private void expireAfter(long delayMillis) {
            expiry = mailbox.loop().schedule(() -> end(NoAnswer.LATE), delayMillis, TimeUnit.MILLISECONDS);
        }

        private void end(NoAnswer why) {
            if (end()) {
                callback.notAnswered(why);
            }
        }

        private boolean end() {
            if (ended) {
                return false;
            }
            ended = true;
            if (expiry != null) {
                expiry.cancel(false);
            }
            return true;
        }
    }
}
