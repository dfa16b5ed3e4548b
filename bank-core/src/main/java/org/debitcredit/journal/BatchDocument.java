package org.debitcredit.journal;

import static org.debitcredit.journal.DocumentLayout.HEADER_BYTES;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import org.debitcredit.transaction.Requests;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;

/**
 * The body of a batch document: the columns of a {@link TransactionBatch}, one after the other, each of {@code count}
 * entries. All but the first two are 64-bit.
 *
 * <pre>
 *   88: teller | account | amount | balance | teller balance | branch balance
 *       | client | key, upper half | key, lower half | digest
 *       | target | target balance          only with flag {@value #HAS_TRANSFERS}: some row is a transfer
 *       | type (8 bits) | outcome (8 bits)
 * </pre>
 *
 * The balance of a committed row is the account's after-image, of a refused row what the client was told.
 */
final class BatchDocument {

    static final int HAS_TRANSFERS = 1;

    private static final int COLUMNS = 10;
    private static final int TRANSFER_COLUMNS = 2;

    private BatchDocument() {}

    /** Bytes that a batch of so many rows can take at most. */
    static int bytesMax(int rows) {
        return HEADER_BYTES + rows * (8 * (COLUMNS + TRANSFER_COLUMNS) + 2);
    }

    /**
     * Writes the body; answers the document's length.
     *
     * @param longs the document's bytes from its start, as 64-bit numbers
     */
    static int encode(TransactionBatch batch, int flags, ByteBuffer document, LongBuffer longs) {
        int count = batch.size();
        Requests requests = batch.requests;
        int at = HEADER_BYTES / 8;
        at = put(longs, at, requests.teller, count);
        at = put(longs, at, requests.account, count);
        at = put(longs, at, requests.amount, count);
        at = put(longs, at, batch.balance, count);
        at = put(longs, at, batch.tellerBalance, count);
        at = put(longs, at, batch.branchBalance, count);
        at = put(longs, at, requests.client, count);
        at = put(longs, at, requests.keyHigh, count);
        at = put(longs, at, requests.keyLow, count);
        at = put(longs, at, requests.digest, count);
        if ((flags & HAS_TRANSFERS) != 0) {
            at = put(longs, at, requests.target, count);
            at = put(longs, at, batch.targetBalance, count);
        }
        document.put(8 * at, requests.type, 0, count);
        document.put(8 * at + count, batch.outcome, 0, count);
        return 8 * at + 2 * count;
    }

    static int flags(TransactionBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            if (batch.isTransfer(row)) {
                return HAS_TRANSFERS;
            }
        }
        return 0;
    }

    /** A batch of its own with the content of an intact document. */
    static TransactionBatch decode(ByteBuffer document) {
        return decode(document, new TransactionBatch(document.getInt(DocumentLayout.COUNT_AT)));
    }

    /** Reads an intact document into a batch, if it fits there, else into a larger one; answers which. */
    static TransactionBatch decode(ByteBuffer document, TransactionBatch reused) {
        int count = document.getInt(DocumentLayout.COUNT_AT);
        int flags = document.getInt(DocumentLayout.FLAGS_AT);
        TransactionBatch batch = count <= reused.requests.capacity() ? reused : new TransactionBatch(count);
        batch.begin(document.getLong(DocumentLayout.FIRST_POSITION_AT), document.getLong(DocumentLayout.TIMESTAMP_AT));
        LongBuffer longs = document.asLongBuffer();
        Requests requests = batch.requests;
        int at = HEADER_BYTES / 8;
        at = get(longs, at, requests.teller, count);
        at = get(longs, at, requests.account, count);
        at = get(longs, at, requests.amount, count);
        at = get(longs, at, batch.balance, count);
        at = get(longs, at, batch.tellerBalance, count);
        at = get(longs, at, batch.branchBalance, count);
        at = get(longs, at, requests.client, count);
        at = get(longs, at, requests.keyHigh, count);
        at = get(longs, at, requests.keyLow, count);
        at = get(longs, at, requests.digest, count);
        if ((flags & HAS_TRANSFERS) != 0) {
            at = get(longs, at, requests.target, count);
            at = get(longs, at, batch.targetBalance, count);
        } else {
            Arrays.fill(requests.target, 0, count, Transaction.NO_TARGET);
            Arrays.fill(batch.targetBalance, 0, count, 0);
        }
        document.get(8 * at, requests.type, 0, count);
        document.get(8 * at + count, batch.outcome, 0, count);
        requests.size(count);
        return batch;
    }

    private static int put(LongBuffer longs, int at, long[] column, int count) {
        longs.put(at, column, 0, count);
        return at + count;
    }

    private static int get(LongBuffer longs, int at, long[] column, int count) {
        longs.get(at, column, 0, count);
        return at + count;
    }
}
