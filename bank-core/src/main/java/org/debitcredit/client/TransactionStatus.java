package org.debitcredit.client;

import java.nio.ByteBuffer;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.wire.v1.GetTransactionResponse;
import org.jspecify.annotations.Nullable;

/**
 * What the bank knows of a key.
 *
 * @param position in the bank's history; 0 if it is neither committed nor refused
 * @param balanceMinor that was answered, minor units
 * @param timeMicros when it was decided, microseconds since 1970 UTC; 0 if it was not
 * @param reason the stable code of a refusal; null if it is not refused
 * @param reference null if it has none, or if the bank no longer keeps it
 * @param isReversed whether it was committed and then reversed, in whole or in part
 * @param reversedBy its reversal; null if there is none, or if the bank no longer keeps it
 */
public record TransactionStatus(
        State state,
        long position,
        long balanceMinor,
        long timeMicros,
        @Nullable String reason,
        @Nullable Reference reference,
        boolean isReversed,
        @Nullable ReversedBy reversedBy) {

    /** What became of a key. */
    public enum State {
        COMMITTED,
        REFUSED,
        /** Never seen, or not yet arrived. */
        UNKNOWN,
        /** It may have been executed and forgotten. */
        EXPIRED
    }

    /**
     * The reversal of a transaction.
     *
     * @param amountMinor what it posted to the account, signed, minor units
     */
    public record ReversedBy(TransactionKey key, long position, long amountMinor) {}

    static TransactionStatus of(GetTransactionResponse answer, long client) {
        return new TransactionStatus(
                state(answer.getStatus()),
                answer.getPosition(),
                answer.getBalance(),
                answer.getTimeMicros(),
                answer.getReason().isEmpty() ? null : answer.getReason(),
                answer.getReference().isEmpty() ? null : Reference.stored(answer.getReference()),
                answer.getReversed(),
                answer.hasReversedBy() ? reversedBy(answer.getReversedBy(), client) : null);
    }

    private static State state(GetTransactionResponse.Status status) {
        return switch (status) {
            case STATUS_COMMITTED -> State.COMMITTED;
            case STATUS_REFUSED -> State.REFUSED;
            case STATUS_UNKNOWN -> State.UNKNOWN;
            case STATUS_EXPIRED -> State.EXPIRED;
            case STATUS_UNSPECIFIED, UNRECOGNIZED ->
                throw new IllegalStateException("the bank answered with the status " + status);
        };
    }

    private static ReversedBy reversedBy(org.debitcredit.wire.v1.ReversedBy answer, long client) {
        ByteBuffer key = answer.getKey().asReadOnlyByteBuffer();
        return new ReversedBy(
                new TransactionKey(client, key.getLong(), key.getLong()), answer.getPosition(), answer.getAmount());
    }
}
