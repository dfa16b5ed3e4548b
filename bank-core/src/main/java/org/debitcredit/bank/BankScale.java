package org.debitcredit.bank;

/**
 * The size of a bank, which determines the ids that exist in it.
 *
 * <p>Ids are those of Gray &amp; Levine 2005 (appendix): a branch is numbered from 0; tellers and accounts carry their
 * branch in the millions part, {@code id = branch * 1_000_000 + sequence}, the sequence from 0.
 *
 * @param branches number of branches, 1 to {@value #BRANCHES_MAX}
 * @param tellersPerBranch tellers in each branch, 1 to {@value #ID_RADIX}
 * @param accountsPerBranch accounts in each branch, 1 to {@value #ID_RADIX}
 */
public record BankScale(int branches, int tellersPerBranch, int accountsPerBranch) {

    /** Ids per branch: the "radix" of the source's appendix. */
    public static final int ID_RADIX = 1_000_000;

    /** Largest number of branches: 10 billion accounts by the rules of gray2005, which take 80 GB in memory. */
    public static final int BRANCHES_MAX = 1_000_000;

    public BankScale {
        requireRange("branches", branches, BRANCHES_MAX);
        requireRange("tellersPerBranch", tellersPerBranch, ID_RADIX);
        requireRange("accountsPerBranch", accountsPerBranch, ID_RADIX);
    }

    private static void requireRange(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be 1 to " + max);
        }
    }

    /** Tellers in the whole bank. */
    public long tellers() {
        return (long) branches * tellersPerBranch;
    }

    /** Accounts in the whole bank. */
    public long accounts() {
        return (long) branches * accountsPerBranch;
    }

    /** Id of a branch's teller by its sequence in the branch. */
    public long tellerId(long branch, long sequence) {
        return branch * ID_RADIX + sequence;
    }

    /** Id of a branch's account by its sequence in the branch. */
    public long accountId(long branch, long sequence) {
        return branch * ID_RADIX + sequence;
    }

    /** The branch in the millions part of a teller's or an account's id; the id need not exist. */
    public static long branchOf(long tellerOrAccountId) {
        return Math.floorDiv(tellerOrAccountId, (long) ID_RADIX);
    }

    /** The part of a teller's or an account's id below the millions; the id need not exist. */
    public static int sequenceOf(long tellerOrAccountId) {
        return (int) Math.floorMod(tellerOrAccountId, (long) ID_RADIX);
    }

    /** Whether this bank has the branch. */
    public boolean hasBranch(long branchId) {
        return branchId >= 0 && branchId < branches;
    }

    /** Whether this bank has the teller. */
    public boolean hasTeller(long tellerId) {
        return hasBranch(branchOf(tellerId)) && sequenceOf(tellerId) < tellersPerBranch;
    }

    /** Whether this bank has the account. */
    public boolean hasAccount(long accountId) {
        return hasBranch(branchOf(accountId)) && sequenceOf(accountId) < accountsPerBranch;
    }

    @Override
    public String toString() {
        return branches + " branches x " + tellersPerBranch + " tellers x " + accountsPerBranch + " accounts";
    }
}
