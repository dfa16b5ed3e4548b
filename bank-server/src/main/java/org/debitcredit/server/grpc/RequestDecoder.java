package org.debitcredit.server.grpc;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.Submission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.ReverseRequest;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of money transactions; those of batches straight into the engine's columns. Throws {@link
 * Malformed}.
 */
final class RequestDecoder {

    static final int KEY_BYTES = 16;

    /**
     * Bytes of the longest message: the columns of the largest batch, with each number as long as it can be in
     * protobuf's encoding, each with the longest reference, and 16 KiB for the tags, and for what a later version of
     * the contract may add.
     */
    static final int MESSAGE_BYTES_MAX =
            TransactionEngine.SUBMISSION_MAX * (1 + 4 * 10 + KEY_BYTES + 2 + Reference.BYTES_MAX) + (16 << 10);

    private RequestDecoder() {}

    static Transaction transaction(ExecuteRequest message) {
        TransactionType type = type(message.getTypeValue());
        boolean transfer = type == TransactionType.TRANSFER;
        require(message.hasTeller(), "teller is missing");
        require(message.hasAccount(), "account is missing");
        require(message.hasTarget() || !transfer, "target is missing");
        require(!message.hasTarget() || transfer, "target is " + message.getTarget() + "; only a transfer has one");
        Transaction transaction = new Transaction(
                type,
                message.getTeller(),
                message.getAccount(),
                transfer ? message.getTarget() : Transaction.NO_TARGET,
                message.getAmount(),
                reference(message.getReference()));
        String wrong = transaction.malformed();
        if (wrong != null) {
            throw new Malformed(wrong);
        }
        return transaction;
    }

    /** See {@link Submission#unseenThrough(long)}. */
    static long unseenThrough(ExecuteRequest message) {
        return message.hasUnseenThrough() ? position(message.getUnseenThrough()) : Submission.NOT_FOLLOWED;
    }

    /** See {@link Submission#unseenThrough(long)}. */
    static long unseenThrough(ReverseRequest message) {
        return message.hasUnseenThrough() ? position(message.getUnseenThrough()) : Submission.NOT_FOLLOWED;
    }

    /** See {@link Submission#unseenThrough(long)}. */
    static long unseenThrough(ExecuteBatchRequest message) {
        return message.hasUnseenThrough() ? position(message.getUnseenThrough()) : Submission.NOT_FOLLOWED;
    }

    /** See {@link ReversalSubmission#seenAt(long)}. */
    static long seenAt(ReverseRequest message) {
        require(message.getSeenAt() >= 0, "seen_at is " + message.getSeenAt() + "; it must be 0 or more");
        require(
                message.getSeenAt() <= Math.max(0, unseenThrough(message)),
                "seen_at is " + message.getSeenAt() + "; it must be at most unseen_through");
        return message.getSeenAt();
    }

    private static long position(long unseenThrough) {
        require(unseenThrough >= 0, "unseen_through is " + unseenThrough + "; it must be 0 or more");
        return unseenThrough;
    }

    static Reversal reversal(ReverseRequest message, TransactionKey key) {
        require(message.hasOriginal(), "original is missing");
        Reversal reversal = new Reversal(
                originalKey(message.getOriginal().getKey(), key.client()),
                transaction(message.getOriginal()),
                message.getPerformed());
        String wrong = reversal.malformed(key);
        if (wrong != null) {
            throw new Malformed(wrong);
        }
        return reversal;
    }

    private static TransactionKey originalKey(ByteString key, long client) {
        try {
            return key(key, client);
        } catch (Malformed wrong) {
            throw wrong.ofOriginalKey();
        }
    }

    private static @Nullable Reference reference(String text) {
        try {
            return text.isEmpty() ? null : Reference.of(text);
        } catch (IllegalArgumentException e) {
            throw new Malformed(String.valueOf(e.getMessage()));
        }
    }

    static TransactionKey key(ByteString key, long client) {
        if (key.size() != KEY_BYTES) {
            throw new Malformed(
                    key.isEmpty() ? Reason.MISSING_KEY : Reason.MALFORMED_KEY,
                    "key has " + key.size() + " bytes; it must have " + KEY_BYTES);
        }
        ByteBuffer bytes = key.asReadOnlyByteBuffer();
        return new TransactionKey(client, bytes.getLong(), bytes.getLong());
    }

    static RequestColumns of(ExecuteBatchRequest batch, long client) {
        int size = batch.getTellerCount();
        if (size > TransactionEngine.SUBMISSION_MAX) {
            throw new Malformed(Reason.TOO_LARGE, Detail.batchTooLarge(size));
        }
        require(size > 0, "teller has 0 entries; a batch has 1 to " + TransactionEngine.SUBMISSION_MAX);
        requireLength("account", batch.getAccountCount(), size);
        requireLength("amount", batch.getAmountCount(), size);
        boolean typed = batch.getTypeCount() > 0;
        boolean targeted = batch.getTargetCount() > 0;
        requireLength("type", typed ? batch.getTypeCount() : size, size);
        requireLength("target", targeted ? batch.getTargetCount() : size, size);
        boolean referred = batch.getReferenceCount() > 0;
        requireLength("reference", referred ? batch.getReferenceCount() : size, size);
        RequestColumns requests =
                new RequestColumns(size, batch.getKeys().size() == KEY_BYTES ? RunLengthKeys.runsMax(size) : size);
        addKeys(batch.getKeys(), size, client, requests.keys);
        for (int i = 0; i < size; i++) {
            TransactionType type = typed ? type(batch.getType(i), i) : TransactionType.DEBIT_CREDIT;
            boolean transfer = type == TransactionType.TRANSFER;
            if (transfer && !targeted) {
                throw malformed(i, "target is missing");
            }
            long target = transfer ? batch.getTarget(i) : Transaction.NO_TARGET;
            long teller = batch.getTeller(i);
            long account = batch.getAccount(i);
            long amount = batch.getAmount(i);
            String wrong = Transaction.malformed(type, teller, account, target, amount);
            if (wrong != null) {
                throw malformed(i, wrong);
            }
            int row = requests.addContent(type.code(), teller, account, target, amount);
            if (referred && !batch.getReference(i).isEmpty()) {
                requests.refer(row, reference(batch.getReference(i), i));
            }
        }
        return requests;
    }

    private static Reference reference(String text, int i) {
        try {
            return Reference.of(text);
        } catch (IllegalArgumentException e) {
            throw malformed(i, String.valueOf(e.getMessage()));
        }
    }

    private static void addKeys(ByteString bytes, int size, long client, RunLengthKeys keys) {
        if (bytes.size() != KEY_BYTES && bytes.size() != KEY_BYTES * size) {
            throw new Malformed("column keys has " + bytes.size() + " bytes; as the column teller shows, it must have "
                    + KEY_BYTES + ", the first key, or " + KEY_BYTES * size + ", one for each");
        }
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
        if (bytes.size() == KEY_BYTES) {
            addKeys(buffer.getLong(), buffer.getLong(), size, client, keys);
            return;
        }
        for (int i = 0; i < size; i++) {
            long high = buffer.getLong();
            long low = buffer.getLong();
            requireTime(i, high, low);
            keys.add(client, high, low);
        }
    }

    private static void addKeys(long high, long low, int size, long client, RunLengthKeys keys) {
        requireTime(0, high, low);
        if (!RunLengthKeys.fits(low, size)) {
            throw new Malformed("the first key is " + new UUID(high, low) + " and the batch has " + size
                    + " transactions, so their keys would overflow its lowest 62 bits. Choose a first key with room "
                    + "for "
                    + size + " keys, or send a key for each transaction");
        }
        keys.add(client, high, low, size);
    }

    private static void requireTime(int i, long high, long low) {
        if (!TransactionKey.hasTime(high, low)) {
            throw new Malformed(
                    Reason.KEY_WITHOUT_TIME, "transaction " + i + ": " + Detail.keyWithoutTime(new UUID(high, low)));
        }
    }

    private static Malformed malformed(int i, String detail) {
        return new Malformed("transaction " + i + ": " + detail);
    }

    private static TransactionType type(int code, int i) {
        TransactionType type = TransactionType.ofCode(code);
        if (type == null || type == TransactionType.REVERSAL) {
            throw malformed(i, "type is " + code + "; it must be 1 to 4");
        }
        return type;
    }

    private static TransactionType type(int code) {
        TransactionType type = TransactionType.ofCode(code);
        if (type == null || type == TransactionType.REVERSAL) {
            throw new Malformed("type is " + code + "; it must be 1 to 4");
        }
        return type;
    }

    private static void requireLength(String column, int length, int expected) {
        if (length != expected) {
            throw new Malformed("column " + column + " has length " + length + "; like the column teller, it must have "
                    + expected);
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new Malformed(otherwise);
        }
    }
}
