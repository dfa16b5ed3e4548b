package org.debitcredit.journal;

import static org.debitcredit.journal.DocumentLayout.HEADER_BYTES;

import java.nio.ByteBuffer;
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

    /** Writes the body; answers the document's length. */
    static int encode(TransactionBatch batch, int flags, ByteBuffer document) {
        int count = batch.size();
        Requests requests = batch.requests;
        int at = HEADER_BYTES;
        at = putColumn(document, at, requests.teller, count);
        at = putColumn(document, at, requests.account, count);
        at = putColumn(document, at, requests.amount, count);
        at = putColumn(document, at, batch.balance, count);
        at = putColumn(document, at, batch.tellerBalance, count);
        at = putColumn(document, at, batch.branchBalance, count);
        at = putColumn(document, at, requests.client, count);
        at = putColumn(document, at, requests.keyHigh, count);
        at = putColumn(document, at, requests.keyLow, count);
        at = putColumn(document, at, requests.digest, count);
        if ((flags & HAS_TRANSFERS) != 0) {
            at = putColumn(document, at, requests.target, count);
            at = putColumn(document, at, batch.targetBalance, count);
        }
        document.put(at, requests.type, 0, count);
        document.put(at + count, batch.outcome, 0, count);
        return at + 2 * count;
    }

    static int flags(TransactionBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            if (batch.isTransfer(row)) {
                return HAS_TRANSFERS;
            }
        }
        return 0;
    }

    /** A batch with the content of an intact document; its rows are in a batch made to fit. */
    static TransactionBatch decode(ByteBuffer document) {
        int count = document.getInt(DocumentLayout.COUNT_AT);
        int flags = document.getInt(DocumentLayout.FLAGS_AT);
        TransactionBatch batch = new TransactionBatch(count);
        batch.begin(document.getLong(DocumentLayout.FIRST_POSITION_AT), document.getLong(DocumentLayout.TIMESTAMP_AT));
        Requests requests = batch.requests;
        int at = HEADER_BYTES;
        at = getColumn(document, at, requests.teller);
        at = getColumn(document, at, requests.account);
        at = getColumn(document, at, requests.amount);
        at = getColumn(document, at, batch.balance);
        at = getColumn(document, at, batch.tellerBalance);
        at = getColumn(document, at, batch.branchBalance);
        at = getColumn(document, at, requests.client);
        at = getColumn(document, at, requests.keyHigh);
        at = getColumn(document, at, requests.keyLow);
        at = getColumn(document, at, requests.digest);
        if ((flags & HAS_TRANSFERS) != 0) {
            at = getColumn(document, at, requests.target);
            at = getColumn(document, at, batch.targetBalance);
        } else {
            Arrays.fill(requests.target, Transaction.NO_TARGET);
        }
        document.get(at, requests.type);
        document.get(at + count, batch.outcome);
        requests.size(count);
        return batch;
    }

    private static int putColumn(ByteBuffer document, int at, long[] column, int count) {
        for (int row = 0; row < count; row++) {
            document.putLong(at + 8 * row, column[row]);
        }
        return at + 8 * count;
    }

    private static int getColumn(ByteBuffer document, int at, long[] column) {
        for (int row = 0; row < column.length; row++) {
            column[row] = document.getLong(at + 8 * row);
        }
        return at + 8 * column.length;
    }
}
