package org.debitcredit.engine;

import java.util.Arrays;
import org.debitcredit.transaction.KeyHorizon;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the latest transactions with their stored answers: at least as many as its size, and at most twice that.
 * There are two generations of equal size. A key's generation follows from its position, so that after recovery the
 * same keys are known as before. When a generation begins, the one before the last is forgotten.
 *
 * <p>A forgotten key must never be executed again. So the highest time of any forgotten key is kept for each client,
 * and an unknown key of that client that is not later counts as expired. Only the times of keys count, never the bank's
 * own clock, because one wrong step of that clock would otherwise expire every correct key. Keys without a time, which
 * only the first journals hold, are not considered, because none is executed any more.
 */
public final class IdempotencyWindow {

    /** The largest size that the look-up tables can hold. */
    public static final int SIZE_MAX = KeyIndex.RUNS_MAX;

    /** Key, first row of its run, digest, balance, time and outcome. */
    private static final int ENTRY_BYTES = 3 * 8 + 4 + 8 + 8 + 8 + 1;

    /** Bit of a stored outcome: the transaction was committed and then reversed. No code of an outcome has it. */
    private static final byte REVERSED = Byte.MIN_VALUE;

    private final int size;
    private final long aheadMillisMax;
    private final KeyHash hash;

    private Generation newest;
    private @Nullable Generation older;
    /** The index of the next generation. It is cleared in slices while the newest one fills. */
    private KeyIndex spare;

    private final RecentReferences references = new RecentReferences();
    private final RecentReversals reversals = new RecentReversals();
    private final ForgottenTimes forgotten = new ForgottenTimes();
    private KeyHorizon.Lowered lowered = KeyHorizon.Lowered.NEVER;

    /**
     * @param size keys per generation, 1 to {@link #SIZE_MAX}
     * @param aheadMillisMax how far a key's time may be ahead of the bank's. Without this limit, a forgotten key of the
     *     far future would expire the keys of all clients
     * @param hash of this process
     */
    public IdempotencyWindow(int size, long aheadMillisMax, KeyHash hash) {
        if (size < 1 || size > SIZE_MAX) {
            throw new IllegalArgumentException(
                    "the idempotency window is set to " + size + " keys; it must hold 1 to " + SIZE_MAX);
        }
        this.size = size;
        this.aheadMillisMax = aheadMillisMax;
        this.hash = hash;
        this.newest = new Generation(0, size, hash);
        this.spare = new KeyIndex(size, hash);
    }

    /**
     * Bytes of heap that a window of a size takes once it is full: two generations, and a table that is being cleared.
     */
    public static long heapBytes(int size) {
        return 2L * ENTRY_BYTES * size
                + 3L * Integer.BYTES * KeyIndex.slots(size)
                + RecentReferences.HEAP_BYTES_MAX
                + RecentReversals.HEAP_BYTES_MAX;
    }

    /** At least this many of the latest keys are known. */
    public int size() {
        return size;
    }

    /** The hash by which the indexes find keys. */
    KeyHash hash() {
        return hash;
    }

    /** Adds the keys of a batch that is durable and committed, in order of position. */
    public void remember(TransactionBatch batch) {
        replay(batch);
        replayed();
    }

    /**
     * Adds the keys of a journaled batch, in order of position, without indexing them. {@link #replayed} indexes all
     * that are still remembered then.
     */
    public void replay(TransactionBatch batch) {
        if (batch.requests.hasReferences()) {
            references.add(batch);
        }
        replayRows(batch);
        if (batch.requests.hasReversals()) {
            noteReversed(batch);
        }
    }

    private void replayRows(TransactionBatch batch) {
        int row = 0;
        while (row < batch.size()) {
            long position = batch.firstPosition() + row;
            long number = (position - 1) / size;
            if (number != newest.number) {
                begin(number);
            }
            long latestMillis = position <= lowered.throughPosition() ? lowered.toMillis() : Long.MAX_VALUE;
            int added = newest.add(position, batch, row, latestMillis);
            spare.clearSlice(added, size);
            row += added;
        }
    }

    /** Notes the reversals of a batch that took something back, and marks their originals that are still remembered. */
    private void noteReversed(TransactionBatch batch) {
        Reversals named = batch.requests.ownReversals();
        for (int entry = 0; entry < named.size(); entry++) {
            int row = named.row(entry);
            if (batch.isCommitted(row) && named.found(entry) == Outcome.COMMITTED) {
                long original = named.originalPosition(entry);
                Generation generation = generationOf(original);
                if (generation != null && generation.has(original)) {
                    generation.noteReversed(original);
                }
                reversals.add(original, batch.firstPosition() + row, batch.requests.amount[row]);
            }
        }
    }

    /** The only generation that may have a position; null if there is none. */
    private @Nullable Generation generationOf(long position) {
        return (position - 1) / size == newest.number ? newest : older;
    }

    /** Ends a replay. */
    public void replayed() {
        if (older != null) {
            older.index();
        }
        newest.index();
    }

    /** Continues a window whose times were lowered after it had begun. Must be called before everything else. */
    public void continueLowered(KeyHorizon.Lowered latest) {
        lowered = latest;
    }

    /** Continues a window of which the earlier part is not replayed. */
    public void forgotten(KeyHorizon before) {
        forgotten.noteAll(before);
        if (!before.lowered().equals(lowered)) {
            forgotten.lowerTo(lowered.toMillis());
        }
    }

    /**
     * The same for a journal that did not distinguish clients.
     *
     * @param throughMillis highest time of any key that was forgotten before, milliseconds since 1970
     * @param position of the latest transaction that it belongs to
     */
    public void forgotten(long throughMillis, long position) {
        boolean isLowered = position <= lowered.throughPosition();
        forgotten.raiseAll(isLowered ? Math.min(throughMillis, lowered.toMillis()) : throughMillis);
    }

    /**
     * Limits the times of all keys that were executed so far, once they are forgotten, to the given time. If a client
     * then sends a later one of them again, it is executed again. So this is done only at an operator's request, after
     * a clock was wrong.
     *
     * @param millis milliseconds since 1970
     * @param position of the latest transaction
     */
    public void lower(long millis, long position) {
        lowered = new KeyHorizon.Lowered(millis, position);
        forgotten.lowerTo(millis);
        newest.times.lowerTo(millis);
        if (older != null) {
            older.times.lowerTo(millis);
        }
    }

    /** The keys that are forgotten now. */
    public KeyHorizon horizon() {
        return forgotten.horizon(size, lowered, rememberedFrom(), all().latest());
    }

    /** The keys that will be forgotten once every key that is known now is forgotten too. */
    public KeyHorizon horizonOfAll() {
        ForgottenTimes all = all();
        return all.horizon(size, lowered, KeyHorizon.UNKNOWN, all.latest());
    }

    private long rememberedFrom() {
        Generation oldest = older == null || older.keys.rows() == 0 ? newest : older;
        return oldest.keys.rows() == 0 ? KeyHorizon.UNKNOWN : oldest.number * size + oldest.firstRow;
    }

    private ForgottenTimes all() {
        ForgottenTimes all = new ForgottenTimes();
        all.noteAll(forgotten);
        if (older != null) {
            all.noteAll(older.times);
        }
        all.noteAll(newest.times);
        return all;
    }

    /** The position after which a window of this size remembers every key, when the bank is at the given position. */
    public static long rememberedFrom(int size, long position) {
        return Math.max(0, (position - 1) / size - 1) * size;
    }

    private void begin(long number) {
        Generation oldest = older;
        if (oldest != null) {
            forgotten.noteAll(oldest.times);
        }
        older = newest;
        Generation begun = oldest == null ? new Generation(number, size, hash) : oldest;
        spare.clearSlice(1, 1);
        KeyIndex forgotten = begun.begin(number, spare);
        forgotten.beginClear();
        spare = forgotten;
        newest = begun;
    }

    /** The stored answer of a known key, found by {@link #find}. */
    static final class Known {
        private final Generation generation;
        private final int row;

        private Known(Generation generation, int row) {
            this.generation = generation;
            this.row = row;
        }

        long digest() {
            return generation.digest[row];
        }

        byte outcomeCode() {
            return (byte) (generation.outcome[row] & ~REVERSED);
        }

        boolean isReversed() {
            return (generation.outcome[row] & REVERSED) != 0;
        }

        /** The outcome as a reversal of this transaction finds it: see {@link Reversals#found}. */
        byte outcomeAsFound() {
            return isReversed() ? Reversals.REVERSED_BEFORE : outcomeCode();
        }

        long position() {
            return generation.number * generation.outcome.length + row + 1;
        }

        long balance() {
            return generation.balance[row];
        }

        long timeMicros() {
            return generation.timeMicros[row];
        }
    }

    /** Whether one of some consecutive keys of one block is known. */
    boolean knowsAny(long client, long keyHigh, long keyLow, int count) {
        return newest.holds(client, keyHigh, keyLow, count)
                || (older != null && older.holds(client, keyHigh, keyLow, count));
    }

    /** The stored answer of a key, or null when it is not known. */
    @Nullable
    Known find(long client, long keyHigh, long keyLow) {
        Known known = newest.find(client, keyHigh, keyLow);
        return known == null && older != null ? older.find(client, keyHigh, keyLow) : known;
    }

    /**
     * Whether an unknown key may have been executed and forgotten: its time is not later than the latest time of any
     * forgotten key of its client. A key without a time may have been, once any key was forgotten.
     */
    boolean isExpired(long client, long keyHigh) {
        return TransactionKey.timeMillis(keyHigh) <= forgotten.through(client);
    }

    /** Whether every key after a position is known, so that a key that was not used up to there is known to be new. */
    boolean remembersAllAfter(long position) {
        return position >= 0 && position >= rememberedFrom();
    }

    /** Whether every key and every reversal after a position is known. */
    boolean remembersReversalsAfter(long position) {
        return remembersAllAfter(position) && position >= reversals.forgottenThrough();
    }

    /** Whether the transaction at a position is remembered, and so its key is known. */
    boolean isRemembered(long position) {
        Generation generation = generationOf(position);
        return generation != null && generation.has(position);
    }

    /** Whether a reversal that took back the transaction at a position is among those that are known. */
    boolean isReversalRemembered(long originalPosition) {
        return reversals.of(originalPosition) != null;
    }

    /** Whether a key's time is too far ahead. */
    boolean isAhead(long keyHigh, long nowMillis) {
        return TransactionKey.isAhead(keyHigh, nowMillis, aheadMillisMax);
    }

    /** @param unseenThrough see {@link Submission#unseenThrough()} */
    KeyStatus status(TransactionKey key, long unseenThrough) {
        Known known = find(key.client(), key.high(), key.low());
        if (known != null) {
            return new KeyStatus.Decided(
                    Outcome.of(known.outcomeCode(), known.position(), known.balance()),
                    known.timeMicros(),
                    references.of(known.position()),
                    known.isReversed(),
                    known.isReversed() ? reversedBy(known.position()) : null);
        }
        boolean isExpired = isExpired(key.client(), key.high()) && !remembersAllAfter(unseenThrough);
        return isExpired ? KeyStatus.EXPIRED : KeyStatus.UNKNOWN;
    }

    private KeyStatus.@Nullable ReversedBy reversedBy(long originalPosition) {
        RecentReversals.Posted reversal = reversals.of(originalPosition);
        Generation generation = reversal == null ? null : generationOf(reversal.position());
        return generation == null || reversal == null || !generation.has(reversal.position())
                ? null
                : new KeyStatus.ReversedBy(
                        generation.keyOf(reversal.position()), reversal.position(), reversal.amountMinor());
    }

    /**
     * Keys and answers of {@code size} consecutive positions. Row {@code i} is position {@code number * size + i + 1}.
     */
    private static final class Generation {
        private long number;
        private final ForgottenTimes times = new ForgottenTimes();
        private final RunLengthKeys keys;
        private final long[] digest;
        private final long[] balance;
        private final long[] timeMicros;
        private final byte[] outcome;
        private KeyIndex index;
        /** Row of the first key in this generation, because a replay may begin in the middle. */
        private int firstRow;

        private int indexedRuns;

        Generation(long number, int size, KeyHash hash) {
            this.number = number;
            keys = new RunLengthKeys(size);
            digest = new long[size];
            balance = new long[size];
            timeMicros = new long[size];
            outcome = new byte[size];
            index = new KeyIndex(size, hash);
        }

        /** Forgets everything and takes over an empty index. Returns its previous index, which is not empty. */
        KeyIndex begin(long newNumber, KeyIndex clear) {
            KeyIndex old = index;
            index = clear;
            number = newNumber;
            times.clear();
            keys.clear();
            indexedRuns = 0;
            return old;
        }

        /** Adds rows from one on, as many as still belong here, with times up to a latest one; returns how many. */
        int add(long position, TransactionBatch batch, int fromRow, long latestMillis) {
            int row = (int) ((position - 1) % outcome.length);
            if (keys.rows() == 0) {
                firstRow = row;
            }
            int count = Math.min(batch.size() - fromRow, outcome.length - row);
            int runsBefore = keys.runs();
            int rowsBefore = keys.rows();
            keys.addFrom(batch.requests.keys, fromRow, count);
            System.arraycopy(batch.requests.digest, fromRow, digest, row, count);
            System.arraycopy(batch.balance, fromRow, balance, row, count);
            System.arraycopy(batch.outcome, fromRow, outcome, row, count);
            Arrays.fill(timeMicros, row, row + count, batch.timestampMicros());
            boolean isLastLonger = keys.firstRow(runsBefore) > rowsBefore;
            noteTimes(isLastLonger ? runsBefore - 1 : runsBefore, latestMillis);
            return count;
        }

        private void noteTimes(int fromRun, long latestMillis) {
            for (int run = fromRun; run < keys.runs(); run++) {
                times.note(keys.client[run], Math.min(latestMillis, TransactionKey.timeMillis(keys.high[run])));
            }
        }

        /** Whether the transaction at a position is remembered here. */
        boolean has(long position) {
            int row = rowOf(position);
            return (position - 1) / outcome.length == number && row >= firstRow && row < firstRow + keys.rows();
        }

        /** Marks a transaction that is remembered here as reversed. */
        void noteReversed(long position) {
            outcome[rowOf(position)] |= REVERSED;
        }

        /** The key of a transaction that is remembered here. */
        TransactionKey keyOf(long position) {
            return keys.keyOf(rowOf(position) - firstRow);
        }

        private int rowOf(long position) {
            return (int) ((position - 1) % outcome.length);
        }

        /** Indexes the added rows. */
        void index() {
            while (indexedRuns < keys.runs()) {
                index.put(keys, indexedRuns++);
            }
        }

        boolean holds(long client, long keyHigh, long keyLow, int count) {
            return index.find(keys, client, keyHigh, keyLow, count) != KeyIndex.NONE;
        }

        @Nullable
        Known find(long client, long keyHigh, long keyLow) {
            int row = index.findRow(keys, client, keyHigh, keyLow);
            return row == KeyIndex.NONE ? null : new Known(this, firstRow + row);
        }
    }
}
