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
import org.HdrHistogram.Histogram;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Command;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.engine.Submission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.transaction.Failure;
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
    /** The tallies of each mailbox's loop, in the same order. */
    private final List<LoopTallies> tallies = new ArrayList<>();

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
        for (EventExecutor loop : loops) {
            mailboxes.add(new EventLoopMailbox(loop));
            tallies.add(new LoopTallies());
        }
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
        execute(transaction, key, Submission.NOT_FOLLOWED, callback);
    }

    /** The same for a client that has followed the bank: see {@link Submission#unseenThrough(long)}. */
    public void execute(
            Transaction transaction, TransactionKey key, long unseenThrough, Callback<SingleSubmission> callback) {
        submit(
                whenAnswered -> {
                    SingleSubmission single = new SingleSubmission(whenAnswered).ask(transaction, key);
                    single.unseenThrough(unseenThrough);
                    return single;
                },
                callback,
                true);
    }

    /** Executes a well-formed reversal: see {@link ReversalSubmission#seenAt(long)}. */
    public void reverse(
            Reversal reversal,
            TransactionKey key,
            long unseenThrough,
            long seenAt,
            Callback<ReversalSubmission> callback) {
        submit(
                whenAnswered -> {
                    ReversalSubmission submission = new ReversalSubmission(reversal, key, whenAnswered);
                    submission.unseenThrough(unseenThrough);
                    submission.seenAt(seenAt);
                    return submission;
                },
                callback,
                true);
    }

    /** Executes well-formed transactions, which the caller must no longer change. */
    public void execute(RequestColumns requests, long unseenThrough, Callback<BatchSubmission> callback) {
        submit(
                whenAnswered -> {
                    BatchSubmission batch = new BatchSubmission(requests, whenAnswered);
                    batch.unseenThrough(unseenThrough);
                    return batch;
                },
                callback,
                true);
    }

    /** Reads the balance of an account, teller or branch that exists. */
    public void balance(BalanceKind kind, long id, Callback<Inquiry.Balance> callback) {
        submit(whenAnswered -> new Inquiry.Balance(kind, id, whenAnswered), callback, false);
    }

    /** Asks for the status of a key, or of the same key of several clients. */
    public void status(List<TransactionKey> keys, Callback<Inquiry.Key> callback) {
        submit(whenAnswered -> new Inquiry.Key(keys, whenAnswered), callback, false);
    }

    /**
     * Asks for the status of a key.
     *
     * @param unseenThrough position up to which the caller has followed the bank without seeing the key, or -1
     */
    public void status(TransactionKey key, long unseenThrough, Callback<Inquiry.Key> callback) {
        submit(whenAnswered -> new Inquiry.Key(key, unseenThrough, whenAnswered), callback, false);
    }

    /** Reads the four sums. */
    public void totals(Callback<Inquiry.Sums> callback) {
        submit(Inquiry.Sums::new, callback, false);
    }

    /** The calling event loop; any of them for other threads. */
    public EventExecutor loop() {
        return mailbox().loop();
    }

    /** Runs a task later, on the calling event loop; on any of them for other threads. */
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

    /** Requests with money transactions that are not answered yet. */
    public long inFlight() {
        long sum = 0;
        for (LoopTallies ofLoop : tallies) {
            sum += ofLoop.inFlight();
        }
        return sum;
    }

    /** Money transactions that were answered with this refusal or failure. */
    public long refusals(byte code) {
        long sum = 0;
        for (LoopTallies ofLoop : tallies) {
            sum += ofLoop.refusals(code);
        }
        return sum;
    }

    /**
     * The response times of requests with money transactions, from their submission to the arrival of the answer at
     * their event loop, since the last call; nanoseconds. A batch counts as one request. To be called by one thread
     * only.
     */
    public Histogram takeResponseNanos() {
        Histogram sum = LoopTallies.newHistogram();
        tallies.forEach(ofLoop -> ofLoop.addInterval(sum));
        return sum;
    }

    private int index() {
        for (int i = 0; i < mailboxes.size(); i++) {
            if (mailboxes.get(i).loop().inEventLoop()) {
                return i;
            }
        }
        return ThreadLocalRandom.current().nextInt(mailboxes.size());
    }

    private EventLoopMailbox mailbox() {
        return mailboxes.get(index());
    }

    /** @param isMoney whether the command has money transactions, which are tallied */
    private <C extends Command> void submit(Function<Consumer<C>, C> make, Callback<C> callback, boolean isMoney) {
        int index = index();
        EventLoopMailbox mailbox = mailboxes.get(index);
        PendingRequest<C> request = new PendingRequest<>(mailbox, callback, isMoney ? tallies.get(index) : null);
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
            case TAKEN -> request.taken(timeoutMillis);
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
        private final @Nullable LoopTallies tallies;
        private final long begunNanos = System.nanoTime();
        /** Written before this request is pushed into the mailbox, and read after it was taken out. */
        private @Nullable C answered;

        private @Nullable Future<?> expiry;
        private boolean ended;
        private boolean isTaken;

        private PendingRequest(EventLoopMailbox mailbox, Callback<C> callback, @Nullable LoopTallies tallies) {
            this.mailbox = mailbox;
            this.callback = callback;
            this.tallies = tallies;
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
                if (tallies != null) {
                    tallies.count(command);
                }
                callback.answered(command);
            }
        }

        private void taken(long delayMillis) {
            isTaken = true;
            if (tallies != null) {
                tallies.begin();
            }
            expiry = mailbox.loop().schedule(() -> end(NoAnswer.LATE), delayMillis, TimeUnit.MILLISECONDS);
        }

        private void end(NoAnswer why) {
            if (end()) {
                if (tallies != null && why != NoAnswer.BUSY) {
                    tallies.count((why == NoAnswer.LATE ? Failure.OUTCOME_UNKNOWN : Failure.NOT_EXECUTED).code());
                }
                callback.notAnswered(why);
            }
        }

        private boolean end() {
            if (ended) {
                return false;
            }
            ended = true;
            if (tallies != null && isTaken) {
                tallies.end(System.nanoTime() - begunNanos);
            }
            if (expiry != null) {
                expiry.cancel(false);
            }
            return true;
        }
    }
}
