package org.debitcredit.client;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.IntUnaryOperator;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.OutcomeNumber;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.wire.v1.FollowResponse;
import org.debitcredit.wire.v1.FollowedReversal;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive decided transactions of a bank, numbered from 0: those that were committed, and those that were refused,
 * which changed no balance. Read from the received columns on demand.
 */
public final class Postings {

    private static final int KEY_BYTES = 16;

    private final FollowResponse message;
    private final LogPosition cursor;
    /** The first row of each group and of each run, and after the last one the number of rows. */
    private final int[] groups;

    private final int[] runs;

    /**
     * What a reversal names.
     *
     * @param originalAmountMinor of the original as its client requested it
     * @param performedMinor the part of the original that stays
     */
    public record OfReversal(
            UUID originalKey,
            long originalPosition,
            TransactionType originalType,
            long originalAmountMinor,
            long performedMinor) {}

    /**
     * Checks that the columns fit together.
     *
     * @throws IllegalArgumentException if they do not
     */
    Postings(FollowResponse message) {
        this.message = message;
        this.cursor = LogPosition.parse(message.getCursor());
        this.groups = firstRows(message.getGroupSizeCount(), message::getGroupSize);
        this.runs = firstRows(message.getRunSizeCount(), message::getRunSize);
        int rows = message.getTypeCount();
        boolean fits = rows == message.getOutcomeCount()
                && rows == message.getTellerCount()
                && rows == message.getAccountCount()
                && rows == message.getAmountCount()
                && rows == message.getBalanceCount()
                && rows == groups[groups.length - 1]
                && rows == runs[runs.length - 1]
                && message.getGroupSizeCount() == message.getGroupTimeMicrosCount()
                && message.getRunSizeCount() == message.getRunClientCount()
                && message.getRunSizeCount() * KEY_BYTES
                        == message.getRunFirstKey().size()
                && message.getTargetRowCount() == message.getTargetCount()
                && message.getTargetRowCount() == message.getTargetBalanceCount()
                && message.getReferenceRowCount() == message.getReferenceCount()
                && (rows == 0 || cursor.position() == message.getFirstPosition() + rows - 1);
        if (!fits) {
            throw new IllegalArgumentException("the columns after position " + message.getFirstPosition()
                    + " have different lengths, or the cursor is at position " + cursor.position());
        }
    }

    private static int[] firstRows(int count, IntUnaryOperator size) {
        int[] first = new int[count + 1];
        for (int i = 0; i < count; i++) {
            first[i + 1] = first[i] + size.applyAsInt(i);
        }
        return first;
    }

    /** Stands after the last of them. Store it with what you made of them, and begin after it next time. */
    public LogPosition cursor() {
        return cursor;
    }

    /** Position of the bank's last durable transaction when they were sent. */
    public long durablePosition() {
        return message.getDurablePosition();
    }

    /** How many there are. */
    public int size() {
        return message.getTypeCount();
    }

    /** Number in the bank's history. */
    public long position(int i) {
        return message.getFirstPosition() + i;
    }

    /** When it was decided, microseconds since 1970 UTC. */
    public long timeMicros(int i) {
        return message.getGroupTimeMicros(place(groups, i));
    }

    public TransactionType type(int i) {
        return TransactionType.byCode(message.getType(i));
    }

    /** Whether it was committed. Otherwise it changed no balance. */
    public boolean isCommitted(int i) {
        return OutcomeNumber.code(message.getOutcome(i)) == Outcome.COMMITTED;
    }

    public Outcome outcome(int i) {
        return Outcome.of(OutcomeNumber.code(message.getOutcome(i)), position(i), balanceMinor(i));
    }

    public long teller(int i) {
        return message.getTeller(i);
    }

    public long account(int i) {
        return message.getAccount(i);
    }

    /** As requested, minor units; of a reversal, what it posted to the account, signed. */
    public long amountMinor(int i) {
        return message.getAmount(i);
    }

    /** The account's balance after a committed transaction, minor units. */
    public long balanceMinor(int i) {
        return message.getBalance(i);
    }

    /** The second account of a transfer, or of its reversal; {@link Transaction#NO_TARGET} if there is none. */
    public long target(int i) {
        int entry = entry(message.getTargetRowList(), i);
        return entry < 0 ? Transaction.NO_TARGET : message.getTarget(entry);
    }

    /** The balance of the target after a committed transaction, minor units; 0 if there is none. */
    public long targetBalanceMinor(int i) {
        int entry = entry(message.getTargetRowList(), i);
        return entry < 0 ? 0 : message.getTargetBalance(entry);
    }

    /** The reference that its client gave it; null if it has none. */
    public @Nullable Reference reference(int i) {
        int entry = entry(message.getReferenceRowList(), i);
        return entry < 0 ? null : Reference.stored(message.getReference(entry));
    }

    /** The bank's clock when it sent the message; null if it does not tell it. */
    @Nullable
    Instant toldAt() {
        return message.getTimeMicros() == 0 ? null : Instant.EPOCH.plus(message.getTimeMicros(), ChronoUnit.MICROS);
    }

    /** Name of the client, as the bank has it configured; empty if the bank had no tokens. */
    public String client(int i) {
        return message.getClient(message.getRunClient(place(runs, i)));
    }

    /** The key under which its client sent it. */
    public UUID key(int i) {
        int run = place(runs, i);
        ByteBuffer keys = message.getRunFirstKey().asReadOnlyByteBuffer();
        return new UUID(keys.getLong(run * KEY_BYTES), keys.getLong(run * KEY_BYTES + 8) + i - runs[run]);
    }

    /** What a reversal names; null if it is none. */
    public @Nullable OfReversal reversal(int i) {
        for (FollowedReversal reversal : message.getReversalList()) {
            if (reversal.getRow() == i) {
                return new OfReversal(
                        uuid(reversal.getOriginalKey()),
                        reversal.getOriginalPosition(),
                        TransactionType.byCode(reversal.getOriginalTypeValue()),
                        reversal.getOriginalAmount(),
                        reversal.getPerformed());
            }
        }
        return null;
    }

    private static UUID uuid(ByteString key) {
        ByteBuffer bytes = key.asReadOnlyByteBuffer();
        return new UUID(bytes.getLong(), bytes.getLong());
    }

    /** Whether it stands for an original that was reversed before it arrived. */
    public boolean isTombstone(int i) {
        return entry(message.getTombstoneRowList(), i) >= 0;
    }

    /** The group or run that a row belongs to. */
    private static int place(int[] firstRows, int row) {
        int from = 0;
        int to = firstRows.length - 1;
        while (to - from > 1) {
            int middle = (from + to) >>> 1;
            if (firstRows[middle] <= row) {
                from = middle;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** The place of a row in an ascending column of rows; negative if it is not there. */
    private static int entry(List<Integer> rows, int row) {
        return rows.isEmpty() ? -1 : Collections.binarySearch(rows, row);
    }
}
