package org.debitcredit.terminal.headquarters;

import java.math.BigInteger;
import java.util.Arrays;
import org.debitcredit.region.Correspondents;
import org.debitcredit.region.Decided;
import org.debitcredit.transaction.Transaction;

/**
 * The sums of a region up to a position of its history, in minor units, and the number of committed transactions. A
 * sum of many balances can leave the 64 bits of one balance.
 */
final class RegionSums {

    /** What a transaction is to its region. */
    enum Kind {
        /** Till and account are both its own. */
        LOCAL,
        /** The till is its own, the account is elsewhere. */
        ACQUIRED,
        /** The account is its own, the till is elsewhere. */
        ISSUED
    }

    private long position;
    private BigInteger tillsMinor = BigInteger.ZERO;
    private BigInteger customersMinor = BigInteger.ZERO;
    private final BigInteger[] dueFromMinor;
    private final BigInteger[] networkMinor;
    private final long[] counts = new long[Kind.values().length];

    /** Nothing yet. */
    RegionSums(int regions) {
        dueFromMinor = zeros(regions);
        networkMinor = zeros(regions);
    }

    /**
     * Sums as they were kept.
     *
     * @param counts of each {@link Kind}
     */
    RegionSums(
            long position,
            BigInteger tillsMinor,
            BigInteger customersMinor,
            BigInteger[] dueFromMinor,
            BigInteger[] networkMinor,
            long[] counts) {
        this(dueFromMinor.length);
        this.position = position;
        this.tillsMinor = tillsMinor;
        this.customersMinor = customersMinor;
        System.arraycopy(dueFromMinor, 0, this.dueFromMinor, 0, dueFromMinor.length);
        System.arraycopy(networkMinor, 0, this.networkMinor, 0, dueFromMinor.length);
        System.arraycopy(counts, 0, this.counts, 0, this.counts.length);
    }

    private static BigInteger[] zeros(int count) {
        BigInteger[] zeros = new BigInteger[count];
        Arrays.fill(zeros, BigInteger.ZERO);
        return zeros;
    }

    RegionSums copy() {
        return new RegionSums(position, tillsMinor, customersMinor, dueFromMinor, networkMinor, counts);
    }

    /** Adds the next transaction. */
    void add(FeedRow row, Correspondents correspondents) {
        Decided decided = row.decided();
        position = decided.position();
        if (!decided.isCommitted()) {
            return;
        }
        BigInteger signedMinor = BigInteger.valueOf(decided.signedMinor());
        int ofTeller = correspondents.regionOfTeller(decided.teller());
        // A transfer changes two accounts, and no till.
        if (row.target() != Transaction.NO_TARGET) {
            toAccount(row.target(), signedMinor.negate(), correspondents);
        } else if (ofTeller == Correspondents.NONE) {
            tillsMinor = tillsMinor.add(signedMinor);
        } else {
            networkMinor[ofTeller] = networkMinor[ofTeller].add(signedMinor);
        }
        toAccount(decided.account(), signedMinor, correspondents);
        counts[kind(ofTeller, correspondents.regionOfAccount(decided.account())).ordinal()]++;
    }

    private void toAccount(long account, BigInteger signedMinor, Correspondents correspondents) {
        int region = correspondents.regionOfAccount(account);
        if (region == Correspondents.NONE) {
            customersMinor = customersMinor.add(signedMinor);
        } else {
            dueFromMinor[region] = dueFromMinor[region].add(signedMinor);
        }
    }

    private static Kind kind(int ofTeller, int ofAccount) {
        if (ofAccount != Correspondents.NONE) {
            return Kind.ACQUIRED;
        }
        return ofTeller == Correspondents.NONE ? Kind.LOCAL : Kind.ISSUED;
    }

    /** Position of the last transaction in the sums; 0 before the first. */
    long position() {
        return position;
    }

    /** The sum of all tellers that stand for no region, minor units. */
    BigInteger tillsMinor() {
        return tillsMinor;
    }

    /** The sum of all accounts that stand for no region, minor units. */
    BigInteger customersMinor() {
        return customersMinor;
    }

    /** Balance of the account due from a region. */
    BigInteger dueFromMinor(int region) {
        return dueFromMinor[region];
    }

    /** Balance of the teller that stands for a region. */
    BigInteger networkMinor(int region) {
        return networkMinor[region];
    }

    BigInteger dueFromMinor() {
        return Arrays.stream(dueFromMinor).reduce(BigInteger.ZERO, BigInteger::add);
    }

    BigInteger networkMinor() {
        return Arrays.stream(networkMinor).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** Number of committed transactions, reversals included. */
    long count(Kind kind) {
        return counts[kind.ordinal()];
    }

    int regions() {
        return dueFromMinor.length;
    }
}
