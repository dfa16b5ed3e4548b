package org.debitcredit.journal;

import static org.debitcredit.journal.DocumentLayout.HEADER_BYTES;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionType;

/**
 * The body of a batch document: the columns of a {@link TransactionBatch}, in sequence. The columns of transactions
 * have {@code count} entries. The columns of keys have an entry for each run of consecutive keys ({@link
 * RunLengthKeys}).
 *
 * <pre>
 *   88: teller | account | amount | balance | teller balance | branch balance    64-bit
 *       | target | target balance          64-bit, only with flag {@value #HAS_TRANSFERS}: some row has a target
 *       | runs                             64-bit, one entry: how many runs
 *       | client | key, upper half | lower half of the first key                 64-bit, of each run
 *       | length                           32-bit, of each run
 *       | type | outcome                   8-bit
 *   | length of the reference, 0 for none     8-bit, only with flag {@value #HAS_REFERENCES}: some row has one
 *   | the references, UTF-8, one after the other
 *   | reversals | tombstones              32-bit, one entry each: how many; only with flag {@value #HAS_REVERSALS}
 *   | of each reversal: row               32-bit
 *       | original's key, upper half | lower half | original's amount | performed amount | original's position  64-bit
 *       | original's type | its outcome as found   8-bit
 *   | of each tombstone: row              32-bit
 * </pre>
 *
 * The balance of a committed row is the account's after-image. The balance of a refused row is what the client
 * received.
 */
final class BatchDocument {

    static final int HAS_TRANSFERS = 1;
    static final int HAS_REFERENCES = 2;
    static final int HAS_REVERSALS = 4;

    /** Bytes of the references and reversals of a batch at most: the references of two batches of 8,192 rows. */
    static final int SECTION_BYTES_MAX = 1 << 20;

    private static final int COLUMNS = 6;
    private static final int TRANSFER_COLUMNS = 2;
    /** Bytes for one run of keys: three 64-bit columns and a 32-bit length. */
    private static final int RUN_BYTES = 3 * 8 + 4;

    private static final int CODE_BYTES = 2;

    /** How many reversals and how many tombstones. */
    private static final int REVERSAL_COUNTS_BYTES = 2 * Integer.BYTES;

    private static final int REVERSAL_BYTES = Integer.BYTES + 5 * Long.BYTES + 2;
    private static final int TOMBSTONE_BYTES = Integer.BYTES;

    private BatchDocument() {}

    /**
     * The largest number of bytes that a batch of this many rows can take: there are transfers, no key follows the one
     * before, and all rows are reversals with the longest reference, which together take at most {@link
     * #SECTION_BYTES_MAX}.
     */
    static int bytesMax(int rows) {
        long sections = REVERSAL_COUNTS_BYTES + (long) rows * (Reference.BYTES_MAX + REVERSAL_BYTES);
        return Math.toIntExact(
                bytes(rows, rows, HAS_TRANSFERS | HAS_REFERENCES) + Math.min(sections, SECTION_BYTES_MAX));
    }

    /** The largest number of rows whose document is never longer than this, whatever the batch. */
    static int rowsMax(int bytes) {
        int flags = HAS_TRANSFERS | HAS_REFERENCES;
        long each = bytes(1, 1, flags) - bytes(0, 0, flags);
        return (int) ((bytes - SECTION_BYTES_MAX - bytes(0, 0, flags)) / each);
    }

    /** Length of the document of a batch, in bytes, without the texts of its references. */
    static long bytes(int rows, int runs, int flags) {
        int lengths = (flags & HAS_REFERENCES) == 0 ? 0 : rows;
        int columns = (flags & HAS_TRANSFERS) == 0 ? COLUMNS : COLUMNS + TRANSFER_COLUMNS;
        return HEADER_BYTES + (8L * columns + CODE_BYTES) * rows + 8 + (long) RUN_BYTES * runs + lengths;
    }

    /**
     * Writes the body and returns the document's length.
     *
     * @param longs the document's bytes from its start, as 64-bit numbers
     */
    static int encode(TransactionBatch batch, int flags, ByteBuffer document, LongBuffer longs) {
        int count = batch.size();
        RequestColumns requests = batch.requests;
        int at = HEADER_BYTES / 8;
        at = put(longs, at, requests.teller, count);
        at = put(longs, at, requests.account, count);
        at = put(longs, at, requests.amount, count);
        at = put(longs, at, batch.balance, count);
        at = put(longs, at, batch.tellerBalance, count);
        at = put(longs, at, batch.branchBalance, count);
        if ((flags & HAS_TRANSFERS) != 0) {
            at = put(longs, at, requests.target, count);
            at = put(longs, at, batch.targetBalance, count);
        }
        int bytesAt = encodeKeys(requests.keys, document, longs, at);
        document.put(bytesAt, requests.type, 0, count);
        document.put(bytesAt + count, batch.outcome, 0, count);
        int end = bytesAt + CODE_BYTES * count;
        if ((flags & HAS_REFERENCES) != 0) {
            end = encodeReferences(requests, count, document, end);
        }
        return (flags & HAS_REVERSALS) == 0 ? end : encodeReversals(requests.ownReversals(), document, end);
    }

    private static int encodeReversals(Reversals reversals, ByteBuffer document, int from) {
        document.limit(document.capacity()).position(from);
        document.putInt(reversals.size()).putInt(reversals.tombstones());
        for (int entry = 0; entry < reversals.size(); entry++) {
            document.putInt(reversals.row(entry))
                    .putLong(reversals.originalHigh(entry))
                    .putLong(reversals.originalLow(entry))
                    .putLong(reversals.originalAmount(entry))
                    .putLong(reversals.performed(entry))
                    .putLong(reversals.originalPosition(entry))
                    .put(reversals.originalType(entry))
                    .put(reversals.found(entry));
        }
        for (int i = 0; i < reversals.tombstones(); i++) {
            document.putInt(reversals.tombstone(i));
        }
        return document.position();
    }

    /** Bytes of the reversals of a batch. */
    static int reversalBytes(RequestColumns requests) {
        return requests.hasReversals() ? reversalBytes(requests.ownReversals()) : 0;
    }

    private static int reversalBytes(Reversals reversals) {
        return REVERSAL_COUNTS_BYTES + REVERSAL_BYTES * reversals.size() + TOMBSTONE_BYTES * reversals.tombstones();
    }

    private static int encodeReferences(RequestColumns requests, int count, ByteBuffer document, int lengthsAt) {
        document.limit(document.capacity()).position(lengthsAt + count);
        for (int row = 0; row < count; row++) {
            Reference reference = requests.reference(row);
            document.put(lengthsAt + row, (byte) (reference == null ? 0 : reference.length()));
            if (reference != null) {
                reference.putTo(document);
            }
        }
        return document.position();
    }

    private static int encodeKeys(RunLengthKeys keys, ByteBuffer document, LongBuffer longs, int from) {
        int runs = keys.runs();
        longs.put(from, runs);
        int at = from + 1;
        at = put(longs, at, keys.client, runs);
        at = put(longs, at, keys.high, runs);
        at = put(longs, at, keys.low, runs);
        for (int run = 0; run < runs; run++) {
            document.putInt(8 * at + 4 * run, keys.length(run));
        }
        return 8 * at + 4 * runs;
    }

    static int flags(TransactionBatch batch) {
        int flags = batch.requests.hasReferences() ? HAS_REFERENCES : 0;
        if (batch.requests.hasReversals()) {
            return flags | HAS_REVERSALS | (hasTarget(batch) ? HAS_TRANSFERS : 0);
        }
        for (int row = 0; row < batch.size(); row++) {
            if (batch.isTransfer(row)) {
                return flags | HAS_TRANSFERS;
            }
        }
        return flags;
    }

    private static boolean hasTarget(TransactionBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            if (batch.requests.target[row] != Transaction.NO_TARGET) {
                return true;
            }
        }
        return false;
    }

    /** A new batch with the content of an intact document. */
    static TransactionBatch decode(ByteBuffer document) {
        return decode(document, new TransactionBatch(0));
    }

    /**
     * Reads an intact document into a batch, or into a larger one if it does not fit, and returns that batch.
     *
     * @throws JournalDamage if the document's counts do not match its length, which no writer produces
     */
    static TransactionBatch decode(ByteBuffer document, TransactionBatch reused) {
        int count = document.getInt(DocumentLayout.COUNT_AT);
        int flags = document.getInt(DocumentLayout.FLAGS_AT);
        requireCounts(document, count, flags);
        TransactionBatch batch = count <= reused.requests.capacity() ? reused : new TransactionBatch(count);
        batch.begin(document.getLong(DocumentLayout.FIRST_POSITION_AT), document.getLong(DocumentLayout.TIMESTAMP_AT));
        LongBuffer longs = document.asLongBuffer();
        RequestColumns requests = batch.requests;
        int at = HEADER_BYTES / 8;
        at = get(longs, at, requests.teller, count);
        at = get(longs, at, requests.account, count);
        at = get(longs, at, requests.amount, count);
        at = get(longs, at, batch.balance, count);
        at = get(longs, at, batch.tellerBalance, count);
        at = get(longs, at, batch.branchBalance, count);
        if ((flags & HAS_TRANSFERS) != 0) {
            at = get(longs, at, requests.target, count);
            at = get(longs, at, batch.targetBalance, count);
        } else {
            Arrays.fill(requests.target, 0, count, Transaction.NO_TARGET);
            Arrays.fill(batch.targetBalance, 0, count, 0);
        }
        int bytesAt = decodeKeys(requests.keys, document, longs, at);
        document.get(bytesAt, requests.type, 0, count);
        document.get(bytesAt + count, batch.outcome, 0, count);
        int end = bytesAt + CODE_BYTES * count;
        if ((flags & HAS_REFERENCES) != 0) {
            end = decodeReferences(requests, count, document, end);
        }
        if ((flags & HAS_REVERSALS) != 0) {
            decodeReversals(requests.ownReversals(), document, end);
        }
        requireEntries(document, requests, count);
        requests.size(count);
        return batch;
    }

    /** Every row of that type has an entry, and no other row; a tombstone is of another type. */
    private static void requireEntries(ByteBuffer document, RequestColumns requests, int count) {
        byte reversal = TransactionType.REVERSAL.code();
        int rows = 0;
        for (int row = 0; row < count; row++) {
            rows += requests.type[row] == reversal ? 1 : 0;
        }
        int entries = requests.hasReversals() ? requests.ownReversals().size() : 0;
        boolean isRight = rows == entries;
        for (int entry = 0; isRight && entry < entries; entry++) {
            isRight = requests.type[requests.ownReversals().row(entry)] == reversal;
        }
        int tombstones = requests.hasReversals() ? requests.ownReversals().tombstones() : 0;
        for (int i = 0; isRight && i < tombstones; i++) {
            isRight = requests.type[requests.ownReversals().tombstone(i)] != reversal;
        }
        if (!isRight) {
            throw damage(document, "its reversals are not the rows that it says they are");
        }
    }

    private static void decodeReversals(Reversals reversals, ByteBuffer document, int from) {
        document.position(from);
        int size = document.getInt();
        int tombstones = document.getInt();
        for (int i = 0; i < size; i++) {
            reversals.add(
                    document.getInt(),
                    document.getLong(),
                    document.getLong(),
                    document.getLong(),
                    document.getLong(),
                    document.getLong(),
                    document.get(),
                    document.get());
        }
        for (int i = 0; i < tombstones; i++) {
            reversals.addTombstone(document.getInt());
        }
        document.position(0);
    }

    /** Returns where the texts end. */
    private static int decodeReferences(RequestColumns requests, int count, ByteBuffer document, int lengthsAt) {
        document.position(lengthsAt + count);
        for (int row = 0; row < count; row++) {
            int length = document.get(lengthsAt + row);
            if (length > 0) {
                requests.readReference(row, Reference.read(document, length));
            }
        }
        int end = document.position();
        document.position(0);
        return end;
    }

    private static void requireCounts(ByteBuffer document, int count, int flags) {
        int length = document.limit();
        long runsAt = bytes(count, 0, flags & HAS_TRANSFERS) - 8 - (long) CODE_BYTES * count;
        long runs = count < 0 || runsAt + 8 > length ? -1 : document.getLong((int) runsAt);
        long withoutTexts = runs < 0 || runs > count ? Long.MAX_VALUE : bytes(count, (int) runs, flags);
        int texts = withoutTexts > length ? -1 : texts(document, count, flags, withoutTexts);
        long withTexts = withoutTexts + texts;
        if (texts < 0 || withTexts + reversalBytes(document, flags, withTexts) != length) {
            throw damage(document, "its " + count + " rows and " + runs + " runs of keys do not add up to that length");
        }
        requireReversalRows(document, count, flags, (int) withTexts);
        long rows = 0;
        int lengthAt = (int) runsAt + 8 + (RUN_BYTES - 4) * (int) runs;
        for (int run = 0; run < runs; run++) {
            int rowsOfRun = document.getInt(lengthAt + 4 * run);
            if (rowsOfRun < 1) {
                throw damage(document, "its run of keys " + run + " has " + rowsOfRun + " rows");
            }
            rows += rowsOfRun;
        }
        if (rows != count) {
            throw damage(document, "its runs of keys have " + rows + " rows, and it has " + count);
        }
    }

    /** Number of bytes of the reversals that begin at a place; more than a document has if they do not fit. */
    private static long reversalBytes(ByteBuffer document, int flags, long at) {
        if ((flags & HAS_REVERSALS) == 0) {
            return 0;
        }
        if (at + REVERSAL_COUNTS_BYTES > document.limit()) {
            return Integer.MAX_VALUE;
        }
        int reversals = document.getInt((int) at);
        int tombstones = document.getInt((int) at + Integer.BYTES);
        return reversals < 0 || tombstones < 0
                ? Integer.MAX_VALUE
                : REVERSAL_COUNTS_BYTES + (long) REVERSAL_BYTES * reversals + (long) TOMBSTONE_BYTES * tombstones;
    }

    /** The rows of reversals ascend and exist, and those of tombstones. */
    private static void requireReversalRows(ByteBuffer document, int count, int flags, int at) {
        if ((flags & HAS_REVERSALS) == 0) {
            return;
        }
        int reversals = document.getInt(at);
        int tombstones = document.getInt(at + Integer.BYTES);
        int from = at + REVERSAL_COUNTS_BYTES;
        requireAscending(document, from, REVERSAL_BYTES, reversals, count);
        requireAscending(document, from + REVERSAL_BYTES * reversals, TOMBSTONE_BYTES, tombstones, count);
    }

    private static void requireAscending(ByteBuffer document, int from, int step, int entries, int count) {
        int before = -1;
        for (int i = 0; i < entries; i++) {
            int row = document.getInt(from + step * i);
            if (row <= before || row >= count) {
                throw damage(document, "an entry of its reversals is of row " + row + " of " + count);
            }
            before = row;
        }
    }

    /** Number of bytes of the references' texts; -1 if a length is not valid for a reference. */
    private static int texts(ByteBuffer document, int count, int flags, long end) {
        int texts = 0;
        for (int row = 0; (flags & HAS_REFERENCES) != 0 && row < count; row++) {
            int length = document.get((int) end - count + row);
            if (length < 0 || length > Reference.BYTES_MAX) {
                return -1;
            }
            texts += length;
        }
        return texts;
    }

    private static JournalDamage damage(ByteBuffer document, String evidence) {
        return new JournalDamage(
                "damaged journal: document " + document.getLong(DocumentLayout.SEQUENCE_AT) + " of epoch id "
                        + DocumentLayout.getUuid(document, DocumentLayout.EPOCH_AT) + " has a valid checksum and "
                        + document.limit() + " bytes, but " + evidence,
                document.getLong(DocumentLayout.FIRST_POSITION_AT) - 1);
    }

    private static int decodeKeys(RunLengthKeys keys, ByteBuffer document, LongBuffer longs, int from) {
        int runs = Math.toIntExact(longs.get(from));
        int clientAt = from + 1;
        int highAt = clientAt + runs;
        int lowAt = highAt + runs;
        int lengthAt = 8 * (lowAt + runs);
        for (int run = 0; run < runs; run++) {
            keys.addJournaled(
                    longs.get(clientAt + run),
                    longs.get(highAt + run),
                    longs.get(lowAt + run),
                    document.getInt(lengthAt + 4 * run));
        }
        return lengthAt + 4 * runs;
    }

    private static int put(LongBuffer longs, int at, long[] column, int count) {
        longs.put(at, column, 0, count);
        return at + count;
    }

    private static int get(LongBuffer longs, int at, long[] column, int count) {
        longs.get(at, column, 0, count);
        return at + count;
    }
}
