package org.debitcredit.transaction;

/**
 * Money transactions as asked for, in columns: row {@code i} of every array belongs to transaction {@code i}. Written
 * by one thread, then handed over whole.
 */
public final class Requests {

    public final byte[] type;
    public final long[] teller;
    public final long[] account;
    /** {@link Transaction#NO_TARGET} for all but transfers. */
    public final long[] target;
    /** Minor units, as in {@link Transaction#amountMinor}. */
    public final long[] amount;
    /** The key's scope, upper and lower half: see {@link TransactionKey}. */
    public final long[] client;

    public final long[] keyHigh;
    public final long[] keyLow;
    /** {@link #digest} of the content, by which a repeat is told from a conflict. */
    public final long[] digest;

    private int size;

    public Requests(int capacity) {
        type = new byte[capacity];
        teller = new long[capacity];
        account = new long[capacity];
        target = new long[capacity];
        amount = new long[capacity];
        client = new long[capacity];
        keyHigh = new long[capacity];
        keyLow = new long[capacity];
        digest = new long[capacity];
    }

    /** One request as a batch of one. */
    public static Requests single(Transaction transaction, TransactionKey key) {
        Requests requests = new Requests(1);
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
    }

    /** Sets the size after the columns were filled from outside. */
    public void size(int newSize) {
        if (newSize < 0 || newSize > type.length) {
            throw new IllegalArgumentException("size is " + newSize + "; the capacity is " + type.length);
        }
        size = newSize;
    }

    /** Adds a row and answers its index. */
    public int add(Transaction transaction, TransactionKey key) {
        return add(
                transaction.type().code(),
                transaction.teller(),
                transaction.account(),
                transaction.target(),
                transaction.amountMinor(),
                key.client(),
                key.high(),
                key.low());
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
        int row = size++;
        type[row] = typeCode;
        teller[row] = tellerId;
        account[row] = accountId;
        target[row] = targetId;
        amount[row] = amountMinor;
        client[row] = clientScope;
        keyHigh[row] = keyUpper;
        keyLow[row] = keyLower;
        digest[row] = digest(typeCode, tellerId, accountId, targetId, amountMinor);
        return row;
    }

    /** Adds a copy of another's row and answers its index here. */
    public int addFrom(Requests source, int sourceRow) {
        int row = size++;
        type[row] = source.type[sourceRow];
        teller[row] = source.teller[sourceRow];
        account[row] = source.account[sourceRow];
        target[row] = source.target[sourceRow];
        amount[row] = source.amount[sourceRow];
        client[row] = source.client[sourceRow];
        keyHigh[row] = source.keyHigh[sourceRow];
        keyLow[row] = source.keyLow[sourceRow];
        digest[row] = source.digest[sourceRow];
        return row;
    }

    /** 64 bits of the content of a request, everything but its key. Part of the journal's format: never changed. */
    public static long digest(byte type, long teller, long account, long target, long amountMinor) {
        long hash = mix(type);
        hash = mix(hash ^ teller);
        hash = mix(hash ^ account);
        hash = mix(hash ^ target);
        return mix(hash ^ amountMinor);
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014) after one golden-ratio step. */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
