package org.debitcredit.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Requested money transactions, in columns: row {@code i} of every array belongs to transaction {@code i}. Written by
 * one thread, then handed over whole.
 */
public final class RequestColumns {

    /** Codes of {@link TransactionType}. */
    public final byte[] type;

    public final long[] teller;
    public final long[] account;
    /** {@link Transaction#NO_TARGET} for all but transfers and reversals of transfers. */
    public final long[] target;
    /**
     * Minor units, as in {@link Transaction#amountMinor}. Of a reversal: what it posts to the account, 0 for nothing,
     * which is known once it is decided.
     */
    public final long[] amount;

    /** The {@link ContentDigest} of each row. It is computed where the row is added, not by the writer. */
    public final long[] digest;

    public final RunLengthKeys keys;
    /** Null until the first row has one: most clients send none. */
    private @Nullable References references;

    /** Null until the first row is a reversal: most batches have none. */
    private @Nullable Reversals reversals;

    private int size;

    /** @param capacity most rows; each may have a run of keys of its own */
    public RequestColumns(int capacity) {
        this(capacity, capacity);
    }

    /**
     * @param runsMax most runs of keys: of a batch under one key {@link RunLengthKeys#runsMax}
     */
    public RequestColumns(int capacity, int runsMax) {
        type = new byte[capacity];
        teller = new long[capacity];
        account = new long[capacity];
        target = new long[capacity];
        amount = new long[capacity];
        digest = new long[capacity];
        keys = new RunLengthKeys(runsMax);
    }

    /** One request as a batch of one. */
    public static RequestColumns single(Transaction transaction, TransactionKey key) {
        RequestColumns requests = new RequestColumns(1);
        requests.add(transaction, key);
        return requests;
    }

    public int size() {
        return size;
    }

    public int capacity() {
        return type.length;
    }

    public void clear() {
        size = 0;
        keys.clear();
        if (references != null) {
            references.clear();
        }
        if (reversals != null) {
            reversals.clear();
        }
    }

    /**
     * Sets the size after the columns were filled from outside, the keys among them, and computes the digests.
     *
     * @throws IllegalArgumentException if the number of keys is another one
     */
    public void size(int newSize) {
        if (newSize != keys.rows()) {
            throw new IllegalArgumentException("the size is " + newSize + ", but there are " + keys.rows() + " keys");
        }
        size = newSize;
        for (int row = 0; row < newSize; row++) {
            Reference reference = reference(row);
            long content = ContentDigest.of(type[row], teller[row], account[row], target[row], amount[row]);
            digest[row] = reference == null ? content : ContentDigest.of(content, reference);
        }
        if (hasReversals()) {
            digestReversals();
        }
    }

    /**
     * Gives a reference to a row that was added or put and has none yet. Rows get their references in ascending order.
     */
    public void refer(int row, Reference reference) {
        readReference(row, reference);
        digest[row] = ContentDigest.of(digest[row], reference);
    }

    /** Adds the reference of a row before {@link #size(int)} is set. */
    public void readReference(int row, Reference reference) {
        ownReferences().set(row, reference);
    }

    private References ownReferences() {
        References own = references;
        if (own == null) {
            own = new References(capacity());
            references = own;
        }
        return own;
    }

    /** Whether some row has a reference. */
    public boolean hasReferences() {
        return references != null && !references.isEmpty();
    }

    /** The reference of a row; null when it has none. */
    public @Nullable Reference reference(int row) {
        return references == null ? null : references.get(row);
    }

    /** Bytes of the references of all rows. */
    public int referenceBytes() {
        return references == null ? 0 : references.bytes();
    }

    /** Bytes that the references and reversals of all rows take in a document at most. */
    public int sectionBytes() {
        return referenceBytes() + (reversals == null ? 0 : reversals.size() * Reversals.ENTRY_BYTES_MAX);
    }

    /**
     * Adds the row of a reversal with its entry in {@link #reversals}, and answers its index.
     *
     * @param originalPosition of its original, which was decided or is a row before
     * @param found see {@link Reversals#found}
     */
    public int addReversal(Reversal reversal, TransactionKey key, long originalPosition, byte found) {
        Transaction original = reversal.original();
        keys.add(key.client(), key.high(), key.low());
        int row = addContent(
                TransactionType.REVERSAL.code(), original.teller(), original.account(), original.target(), 0);
        ownReversals().add(row, reversal, originalPosition, found);
        digest[row] = reversal.contentDigest();
        Reference reference = original.reference();
        if (reference != null) {
            refer(row, reference);
        }
        return row;
    }

    /** The entries of the rows that are reversals; created if there were none. */
    public Reversals ownReversals() {
        Reversals own = reversals;
        if (own == null) {
            own = new Reversals();
            reversals = own;
        }
        return own;
    }

    /** Whether some row is a reversal or a tombstone. */
    public boolean hasReversals() {
        return reversals != null && !reversals.isEmpty();
    }

    /**
     * Adds the entries of another's reversals, whose rows were added before by {@link #addFrom}.
     *
     * @param row of the first row here
     */
    public void addReversalsFrom(RequestColumns source, int sourceRow, int row, int rows) {
        if (source.hasReversals()) {
            ownReversals().addFrom(source.ownReversals(), sourceRow, row, rows);
        }
    }

    private void digestReversals() {
        Reversals own = ownReversals();
        for (int entry = 0; entry < own.size(); entry++) {
            int row = own.row(entry);
            long content = own.contentDigest(entry, teller[row], account[row], target[row]);
            Reference reference = reference(row);
            digest[row] = reference == null ? content : ContentDigest.of(content, reference);
        }
    }

    /** Adds a row and answers its index. */
    public int add(Transaction transaction, TransactionKey key) {
        int row = add(
                transaction.type().code(),
                transaction.teller(),
                transaction.account(),
                transaction.target(),
                transaction.amountMinor(),
                key.client(),
                key.high(),
                key.low());
        Reference reference = transaction.reference();
        if (reference != null) {
            refer(row, reference);
        }
        return row;
    }

    /** Adds a row and answers its index; it was checked to be well formed. */
    public int add(
            byte typeCode,
            long tellerId,
            long accountId,
            long targetId,
            long amountMinor,
            long clientScope,
            long keyUpper,
            long keyLower) {
        keys.add(clientScope, keyUpper, keyLower);
        return addContent(typeCode, tellerId, accountId, targetId, amountMinor);
    }

    /** Adds a row whose key is added apart, and answers its index. */
    public int addContent(byte typeCode, long tellerId, long accountId, long targetId, long amountMinor) {
        put(size, typeCode, tellerId, accountId, targetId, amountMinor);
        return size++;
    }

    /** Overwrites everything but the key of a row that has no reference. */
    public void put(int row, byte typeCode, long tellerId, long accountId, long targetId, long amountMinor) {
        type[row] = typeCode;
        teller[row] = tellerId;
        account[row] = accountId;
        target[row] = targetId;
        amount[row] = amountMinor;
        digest[row] = ContentDigest.of(typeCode, tellerId, accountId, targetId, amountMinor);
    }

    /**
     * Adds a copy of another's consecutive rows and answers the index of the first here. What a reversal's row names
     * comes by {@link #addReversalsFrom}.
     */
    public int addFrom(RequestColumns source, int sourceRow, int rows) {
        int row = size;
        System.arraycopy(source.type, sourceRow, type, row, rows);
        System.arraycopy(source.teller, sourceRow, teller, row, rows);
        System.arraycopy(source.account, sourceRow, account, row, rows);
        System.arraycopy(source.target, sourceRow, target, row, rows);
        System.arraycopy(source.amount, sourceRow, amount, row, rows);
        System.arraycopy(source.digest, sourceRow, digest, row, rows);
        keys.addFrom(source.keys, sourceRow, rows);
        References others = source.references;
        if (others != null && !others.isEmpty()) {
            ownReferences().setFrom(others, sourceRow, row, rows);
        }
        size += rows;
        return row;
    }
}
