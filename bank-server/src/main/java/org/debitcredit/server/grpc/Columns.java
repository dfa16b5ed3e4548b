package org.debitcredit.server.grpc;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.transaction.Requests;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteRequest;

/** Reads the messages of money transactions straight into the engine's columns; throws {@link Malformed}. */
final class Columns {

    static final int KEY_BYTES = 16;

    private Columns() {}

    static Requests of(ExecuteRequest message, long client) {
        TransactionType type = type(message.getTypeValue());
        boolean transfer = type == TransactionType.TRANSFER;
        require(message.hasTeller(), "teller is missing");
        require(message.hasAccount(), "account is missing");
        require(message.hasTarget() || !transfer, "target is missing");
        require(!message.hasTarget() || transfer, "target is " + message.getTarget() + "; only a transfer has one");
        requireKey(message.getKey());
        Requests requests = new Requests(1);
        ByteBuffer key = message.getKey().asReadOnlyByteBuffer();
        add(
                requests,
                type,
                message.getTeller(),
                message.getAccount(),
                transfer ? message.getTarget() : Transaction.NO_TARGET,
                message.getAmount(),
                client,
                key);
        return requests;
    }

    static void requireKey(ByteString key) {
        if (key.size() != KEY_BYTES) {
            throw new Malformed(
                    key.isEmpty() ? Reason.MISSING_KEY : Reason.MALFORMED_KEY,
                    "key has " + key.size() + " bytes; it must have " + KEY_BYTES);
        }
    }

    static Requests of(ExecuteBatchRequest batch, long client) {
        int size = batch.getTellerCount();
        if (size > TransactionEngine.SUBMISSION_MAX) {
            throw new Malformed(Reason.TOO_LARGE, Detail.batchTooLarge(size));
        }
        require(size > 0, "teller has 0 entries; a batch has 1 to " + TransactionEngine.SUBMISSION_MAX);
        requireLength("account", batch.getAccountCount(), size);
        requireLength("amount", batch.getAmountCount(), size);
        requireLength("keys", batch.getKeys().size(), KEY_BYTES * size);
        boolean typed = batch.getTypeCount() > 0;
        boolean targeted = batch.getTargetCount() > 0;
        requireLength("type", typed ? batch.getTypeCount() : size, size);
        requireLength("target", targeted ? batch.getTargetCount() : size, size);
        Requests requests = new Requests(size);
        ByteBuffer keys = batch.getKeys().asReadOnlyByteBuffer();
        for (int i = 0; i < size; i++) {
            try {
                TransactionType type = typed ? type(batch.getType(i)) : TransactionType.DEBIT_CREDIT;
                boolean transfer = type == TransactionType.TRANSFER;
                require(targeted || !transfer, "target is missing");
                long target = transfer ? batch.getTarget(i) : Transaction.NO_TARGET;
                add(requests, type, batch.getTeller(i), batch.getAccount(i), target, batch.getAmount(i), client, keys);
            } catch (Malformed e) {
                throw new Malformed("transaction " + i + ": " + e.detail());
            }
        }
        return requests;
    }

    private static void add(
            Requests requests,
            TransactionType type,
            long teller,
            long account,
            long target,
            long amount,
            long client,
            ByteBuffer key) {
        String wrong = Transaction.malformed(type, teller, account, target, amount);
        if (wrong != null) {
            throw new Malformed(wrong);
        }
        requests.add(type.code(), teller, account, target, amount, client, key.getLong(), key.getLong());
    }

    private static TransactionType type(int code) {
        TransactionType type = TransactionType.ofCode(code);
        if (type == null) {
            throw new Malformed("type is " + code + "; it must be 1 to 4");
        }
        return type;
    }

    private static void requireLength(String column, int length, int expected) {
        if (length != expected) {
            throw new Malformed(
                    "column " + column + " has length " + length + "; by the column teller it must be " + expected);
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new Malformed(otherwise);
        }
    }
}
