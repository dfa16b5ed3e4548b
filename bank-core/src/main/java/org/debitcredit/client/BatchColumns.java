package org.debitcredit.client;

import com.google.protobuf.UnsafeByteOperations;
import java.nio.ByteBuffer;
import org.debitcredit.transaction.Requests;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.wire.v1.ExecuteBatchRequest;

/** Requests as the columns of the wire. */
final class BatchColumns {

    private static final int KEY_BYTES = 16;

    private BatchColumns() {}

    static ExecuteBatchRequest of(long batchId, Requests requests) {
        ExecuteBatchRequest.Builder columns = ExecuteBatchRequest.newBuilder().setBatchId(batchId);
        ByteBuffer keys = ByteBuffer.allocate(requests.size() * KEY_BYTES);
        boolean hasTransfer = hasTransfer(requests);
        for (int row = 0; row < requests.size(); row++) {
            columns.addType(requests.type[row]);
            columns.addTeller(requests.teller[row]);
            columns.addAccount(requests.account[row]);
            if (hasTransfer) {
                columns.addTarget(requests.target[row]);
            }
            columns.addAmount(requests.amount[row]);
            keys.putLong(requests.keyHigh[row]).putLong(requests.keyLow[row]);
        }
        return columns.setKeys(UnsafeByteOperations.unsafeWrap(keys.flip())).build();
    }

    private static boolean hasTransfer(Requests requests) {
        for (int row = 0; row < requests.size(); row++) {
            if (requests.type[row] == TransactionType.TRANSFER.code()) {
                return true;
            }
        }
        return false;
    }
}
