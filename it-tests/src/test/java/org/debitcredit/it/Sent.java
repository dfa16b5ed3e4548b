package org.debitcredit.it;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/** A money transaction under its key, as a client sends it, and sends it again. */
record Sent(UUID key, Transaction transaction) {

    /** Under a new key. */
    static Sent of(Transaction transaction, Random random) {
        return new Sent(
                TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong()), transaction);
    }

    /** Under a new key. */
    static Sent of(Transaction transaction) {
        return of(transaction, new Random());
    }

    /** A batch for the wire. */
    static RequestColumns requests(List<Sent> batch) {
        RequestColumns requests = new RequestColumns(batch.size());
        batch.forEach(sent -> requests.add(sent.transaction, TransactionKey.of(0, sent.key)));
        return requests;
    }

    /** The body of the REST request. */
    String json() {
        String target = transaction.target() == Transaction.NO_TARGET ? "" : ",\"target\":" + transaction.target();
        String type = transaction.type().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return "{\"type\":\"" + type + "\",\"teller\":" + transaction.teller() + ",\"account\":" + transaction.account()
                + target + ",\"amount\":" + transaction.amountMinor() + "}";
    }
}
