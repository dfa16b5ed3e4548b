package org.debitcredit.server.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.debitcredit.follow.PostingsReader.Part;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.OutcomeNumber;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.wire.v1.FollowResponse;
import org.debitcredit.wire.v1.FollowedReversal;

/** One message to a follower: the journal's columns in those of the contract. */
final class FollowMessage {

    private static final int KEY_BYTES = 16;

    private final FollowResponse.Builder message = FollowResponse.newBuilder();
    private final Map<Long, String> names;
    /** Places of clients in the message, by their scopes. */
    private final Map<Long, Integer> clients = new HashMap<>();

    private ByteBuffer keys = ByteBuffer.allocate(64 * KEY_BYTES);
    private int rows;

    /** @param names of the clients that are configured, by their scopes */
    FollowMessage(Map<Long, String> names) {
        this.names = names;
    }

    /** How many transactions it has. */
    int rows() {
        return rows;
    }

    /** Adds the next transactions. */
    void add(Part part) {
        if (rows == 0) {
            message.setFirstPosition(part.firstPosition());
        }
        TransactionBatch batch = part.batch();
        RequestColumns requests = batch.requests;
        message.addGroupSize(part.rows()).addGroupTimeMicros(batch.timestampMicros());
        for (int row = part.fromRow(); row < part.toRow(); row++) {
            message.addType(requests.type[row])
                    .addOutcome(OutcomeNumber.of(batch.outcome[row]))
                    .addTeller(requests.teller[row])
                    .addAccount(requests.account[row])
                    .addAmount(requests.amount[row])
                    .addBalance(batch.balance[row]);
            if (requests.target[row] != Transaction.NO_TARGET) {
                message.addTargetRow(place(part, row))
                        .addTarget(requests.target[row])
                        .addTargetBalance(batch.targetBalance[row]);
            }
        }
        addKeys(part, requests.keys);
        if (requests.hasReferences()) {
            addReferences(part, requests);
        }
        if (requests.hasReversals()) {
            addReversals(part, requests.ownReversals());
        }
        rows += part.rows();
    }

    /** The place in this message of a row that is being added. */
    private int place(Part part, int row) {
        return rows + row - part.fromRow();
    }

    private void addKeys(Part part, RunLengthKeys runs) {
        int run = runs.runOf(part.fromRow());
        for (int row = part.fromRow(); row < part.toRow(); run++) {
            int end = Math.min(part.toRow(), runs.firstRow(run) + runs.length(run));
            message.addRunSize(end - row).addRunClient(client(runs.client[run]));
            if (!keys.hasRemaining()) {
                keys = ByteBuffer.allocate(2 * keys.capacity()).put(keys.flip());
            }
            keys.putLong(runs.high[run]).putLong(runs.low[run] + row - runs.firstRow(run));
            row = end;
        }
    }

    private int client(long scope) {
        Integer known = clients.get(scope);
        if (known != null) {
            return known;
        }
        String unnamed = scope == 0 ? "" : "#" + HexFormat.of().toHexDigits(scope);
        message.addClient(names.getOrDefault(scope, unnamed));
        clients.put(scope, clients.size());
        return clients.size() - 1;
    }

    private void addReferences(Part part, RequestColumns requests) {
        for (int row = part.fromRow(); row < part.toRow(); row++) {
            Reference reference = requests.reference(row);
            if (reference != null) {
                message.addReferenceRow(place(part, row)).addReference(reference.text());
            }
        }
    }

    private void addReversals(Part part, Reversals reversals) {
        for (int entry = 0; entry < reversals.size(); entry++) {
            int row = reversals.row(entry);
            if (row >= part.fromRow() && row < part.toRow()) {
                message.addReversal(FollowedReversal.newBuilder()
                        .setRow(place(part, row))
                        .setOriginalKey(key(reversals.originalHigh(entry), reversals.originalLow(entry)))
                        .setOriginalPosition(reversals.originalPosition(entry))
                        .setOriginalTypeValue(reversals.originalType(entry))
                        .setOriginalAmount(reversals.originalAmount(entry))
                        .setPerformed(reversals.performed(entry)));
            }
        }
        for (int i = 0; i < reversals.tombstones(); i++) {
            int row = reversals.tombstone(i);
            if (row >= part.fromRow() && row < part.toRow()) {
                message.addTombstoneRow(place(part, row));
            }
        }
    }

    private static ByteString key(long high, long low) {
        return UnsafeByteOperations.unsafeWrap(
                ByteBuffer.allocate(KEY_BYTES).putLong(high).putLong(low).flip());
    }

    /**
     * Completes the message.
     *
     * @param cursor after its last transaction
     * @param time read before the durable position
     */
    FollowResponse build(LogPosition cursor, Instant time, long durablePosition) {
        return message.setRunFirstKey(UnsafeByteOperations.unsafeWrap(keys.flip()))
                .setCursor(cursor.text())
                .setTimeMicros(ChronoUnit.MICROS.between(Instant.EPOCH, time))
                .setDurablePosition(durablePosition)
                .build();
    }
}
