package org.debitcredit.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.nio.ByteBuffer;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.wire.v1.ExecuteBatchRequest;

/** Requests in the columns of the wire format. */
final class BatchColumns {

    private static final int KEY_BYTES = 16;

    private BatchColumns() {}

    /** A message that is complete except for its number. */
    static ExecuteBatchRequest.Builder of(RequestColumns requests) {
        if (requests.size() == 0) {
            throw new IllegalArgumentException("the batch is empty; it must have at least one transaction");
        }
        ExecuteBatchRequest.Builder columns = ExecuteBatchRequest.newBuilder();
        boolean hasTransfer = has(requests, TransactionType.TRANSFER, true);
        boolean isReferred = requests.hasReferences();
        boolean isTyped = has(requests, TransactionType.DEBIT_CREDIT, false);
        for (int row = 0; row < requests.size(); row++) {
            if (isTyped) {
                columns.addType(requests.type[row]);
            }
            columns.addTeller(requests.teller[row]);
            columns.addAccount(requests.account[row]);
            if (hasTransfer) {
                columns.addTarget(requests.target[row]);
            }
            columns.addAmount(requests.amount[row]);
            if (isReferred) {
                Reference reference = requests.reference(row);
                columns.addReference(reference == null ? "" : reference.text());
            }
        }
        return columns.setKeys(UnsafeByteOperations.unsafeWrap(keys(requests.keys)));
    }

    static ByteString key(TransactionKey key) {
        ByteBuffer bytes = ByteBuffer.allocate(KEY_BYTES).putLong(key.high()).putLong(key.low());
        return UnsafeByteOperations.unsafeWrap(bytes.flip());
    }

    /** Only the first key, if all others count up from it. */
    private static ByteBuffer keys(RunLengthKeys runs) {
        int keys = runs.countUp() ? 1 : runs.rows();
        ByteBuffer bytes = ByteBuffer.allocate(keys * KEY_BYTES);
        for (int row = 0; row < keys; row++) {
            TransactionKey key = runs.keyOf(row);
            bytes.putLong(key.high()).putLong(key.low());
        }
        return bytes.flip();
    }

    /** Whether there is a row of a type or, if {@code isOf} is false, of any other type. */
    private static boolean has(RequestColumns requests, TransactionType type, boolean isOf) {
        for (int row = 0; row < requests.size(); row++) {
            if ((requests.type[row] == type.code()) == isOf) {
                return true;
            }
        }
        return false;
    }
}
