package org.debitcredit.server.loop;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.Passenger;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.server.lifecycle.BankDoor;
import org.debitcredit.transaction.Requests;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/**
 * Where either transport hands in what its clients ask, and gets the answer on an event loop. Nothing here waits.
 */
public final class Desk {

    private final BankDoor door;
    private final LoopReturn loopReturn;
    private final long timeoutMillis;

    public Desk(BankDoor door, LoopReturn loopReturn, Duration timeout) {
        this.door = door;
        this.loopReturn = loopReturn;
        this.timeoutMillis = timeout.toMillis();
    }

    /** Executes a well-formed transaction. */
    public void execute(Transaction transaction, TransactionKey key, Reply<SingleSubmission> reply) {
        send(home -> new SingleSubmission(home).ask(transaction, key), reply);
    }

    /** Executes well-formed transactions, which the caller does not touch any more. */
    public void execute(Requests requests, Reply<BatchSubmission> reply) {
        send(home -> new BatchSubmission(requests, home), reply);
    }

    /** Reads the balance of an account, teller or branch that exists. */
    public void balance(BalanceKind kind, long id, Reply<Inquiry.Balance> reply) {
        send(home -> new Inquiry.Balance(kind, id, home), reply);
    }

    /** Asks what became of a key, or of the same key of several clients. */
    public void status(List<TransactionKey> keys, Reply<Inquiry.Key> reply) {
        send(home -> new Inquiry.Key(keys, home), reply);
    }

    /** Asks for the four sums. */
    public void totals(Reply<Inquiry.Sums> reply) {
        send(Inquiry.Sums::new, reply);
    }

    /** The event loop that calls. */
    public Executor loop() {
        return loopReturn.lane().loop();
    }

    /** Has the event loop that calls do something later. */
    public void later(Runnable work, Duration delay) {
        loopReturn.lane().loop().schedule(work, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private <P extends Passenger> void send(Function<Consumer<P>, P> make, Reply<P> reply) {
        Lane lane = loopReturn.lane();
        RoundTrip<P> trip = new RoundTrip<>(lane, reply);
        if (lane.loop().inEventLoop()) {
            depart(trip, make);
        } else {
            lane.push(() -> depart(trip, make));
        }
    }

    private <P extends Passenger> void depart(RoundTrip<P> trip, Function<Consumer<P>, P> make) {
        switch (door.submit(make.apply(trip::home))) {
            case TAKEN -> trip.expireAfter(timeoutMillis, TimeUnit.MILLISECONDS);
            case FULL -> trip.end(NotAnswered.BUSY);
            case SHUT -> trip.end(NotAnswered.CLOSED);
        }
    }
}
