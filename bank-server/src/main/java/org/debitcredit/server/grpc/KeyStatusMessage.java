package org.debitcredit.server.grpc;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.wire.v1.GetTransactionResponse;
import org.debitcredit.wire.v1.ReversedBy;
import org.jspecify.annotations.Nullable;

/** Converts the status of a key into its gRPC message. */
final class KeyStatusMessage {

    private KeyStatusMessage() {}

    static GetTransactionResponse of(KeyStatus status, @Nullable String client) {
        GetTransactionResponse.Builder message = GetTransactionResponse.newBuilder();
        if (!(status instanceof KeyStatus.Decided decided)) {
            return message.setStatus(
                            status instanceof KeyStatus.Expired
                                    ? GetTransactionResponse.Status.STATUS_EXPIRED
                                    : GetTransactionResponse.Status.STATUS_UNKNOWN)
                    .build();
        }
        if (decided.outcome() instanceof Outcome.Committed committed) {
            message.setStatus(GetTransactionResponse.Status.STATUS_COMMITTED)
                    .setPosition(committed.position())
                    .setBalance(committed.balanceMinor());
        } else if (decided.outcome() instanceof Outcome.Refused refused) {
            message.setStatus(GetTransactionResponse.Status.STATUS_REFUSED)
                    .setPosition(refused.position())
                    .setBalance(refused.balanceMinor())
                    .setReason(refused.reason().id());
        }
        message.setTimeMicros(decided.timeMicros()).setReversed(decided.isReversed());
        KeyStatus.ReversedBy reversedBy = decided.reversedBy();
        if (reversedBy != null) {
            message.setReversedBy(of(reversedBy));
        }
        Reference reference = decided.reference();
        if (reference != null) {
            message.setReference(reference.text());
        }
        if (client != null) {
            message.setClient(client);
        }
        return message.build();
    }

    private static ReversedBy of(KeyStatus.ReversedBy reversal) {
        ByteBuffer key = ByteBuffer.allocate(RequestDecoder.KEY_BYTES)
                .putLong(reversal.key().high())
                .putLong(reversal.key().low());
        return ReversedBy.newBuilder()
                .setKey(ByteString.copyFrom(key.flip()))
                .setPosition(reversal.position())
                .setAmount(reversal.amountMinor())
                .build();
    }
}
