package org.debitcredit.engine;

import java.util.function.Consumer;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.ContentDigest;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * One money transaction on its way through the engine, and its answer, in plain fields: the fields that the writer
 * reads are in two or three cache lines. It can be reused once it is answered.
 */
public final class SingleSubmission extends Submission.OfOne {

    private final Consumer<SingleSubmission> whenAnswered;

    byte type;
    long teller;
    long account;
    long target;
    long amount;
    long client;
    long keyHigh;
    long keyLow;

    @Nullable
    Reference reference;

    /** @param whenAnswered called once for each request, on the writer's thread */
    public SingleSubmission(Consumer<SingleSubmission> whenAnswered) {
        this.whenAnswered = whenAnswered;
    }

    /** Sets the request, which must be well formed. */
    public SingleSubmission ask(Transaction transaction, TransactionKey key) {
        return ask(
                        transaction.type().code(),
                        transaction.teller(),
                        transaction.account(),
                        transaction.target(),
                        transaction.amountMinor(),
                        key.client(),
                        key.high(),
                        key.low())
                .refer(transaction.reference());
    }

    /** See {@link #ask(Transaction, TransactionKey)}. */
    public SingleSubmission ask(
            byte typeCode,
            long tellerId,
            long accountId,
            long targetId,
            long amountMinor,
            long clientScope,
            long keyUpper,
            long keyLower) {
        type = typeCode;
        teller = tellerId;
        account = accountId;
        target = targetId;
        amount = amountMinor;
        client = clientScope;
        keyHigh = keyUpper;
        keyLow = keyLower;
        reference = null;
        return this;
    }

    /** Adds the client's reference to the request. */
    public SingleSubmission refer(@Nullable Reference name) {
        reference = name;
        return this;
    }

    /** The requested transaction. */
    public Transaction transaction() {
        return new Transaction(TransactionType.byCode(type), teller, account, target, amount, reference);
    }

    @Override
    public void answered() {
        whenAnswered.accept(this);
    }

    @Override
    int addTo(RequestColumns target, int i, int count) {
        int added = target.add(type, teller, account, this.target, amount, client, keyHigh, keyLow);
        if (reference != null) {
            target.refer(added, reference);
        }
        return added;
    }

    @Override
    long digest(int i) {
        long content = ContentDigest.of(type, teller, account, target, amount);
        return reference == null ? content : ContentDigest.of(content, reference);
    }

    @Override
    int sectionBytes() {
        return reference == null ? 0 : reference.length();
    }

    @Override
    boolean touches(int i, MissingRows missing) {
        return missing.areTouchedBy(type, teller, account, target);
    }

    @Override
    TransactionKey key(int i) {
        return new TransactionKey(client, keyHigh, keyLow);
    }
}
