package org.debitcredit.region;

import org.debitcredit.bank.BankScale;

/**
 * The tellers and accounts of a bank that stand for other regions. Each region has one teller here, at which the bank
 * posts what the region's tills paid in or out for customers of this bank. It also has one account, to which the bank
 * posts what its own tills paid in or out for the region's customers. They are the first tellers and accounts of the
 * last branches. Each of these branches has as many pairs as it has tellers or accounts, whichever are fewer. Only the
 * regions themselves use them. All regions of a branch share its balance, so nobody else posts at a teller there.
 *
 * @param scale of the bank
 * @param regions number of regions; they are numbered from 0
 */
public record Correspondents(BankScale scale, int regions) {

    /** Most regions: more than a country has, and far fewer than a bank has tellers. */
    public static final int REGIONS_MAX = 1_000;

    /** Stands for "no region". */
    public static final int NONE = -1;

    public Correspondents {
        if (regions < 2 || regions > REGIONS_MAX) {
            throw new IllegalArgumentException("there are " + regions + " regions; there must be 2 to " + REGIONS_MAX);
        }
        int needed = (regions - 1) / perBranch(scale) + 1;
        if (needed >= scale.branches()) {
            throw new IllegalArgumentException(regions + " regions need " + needed
                    + " branches of this scale for their correspondents, and at least one more for customers; the bank"
                    + " has " + scale.branches());
        }
    }

    private static int perBranch(BankScale scale) {
        return Math.min(scale.tellersPerBranch(), scale.accountsPerBranch());
    }

    /** The teller that stands for the tills of a region. */
    public long networkTeller(int region) {
        return scale.tellerId(branch(region), region % perBranch(scale));
    }

    /** The account to which this bank's tills post what they did for customers of a region. */
    public long dueFrom(int region) {
        return scale.accountId(branch(region), region % perBranch(scale));
    }

    private long branch(int region) {
        if (region < 0 || region >= regions) {
            throw new IllegalArgumentException("region is " + region + "; it must be 0 to " + (regions - 1));
        }
        return scale.branches() - 1L - region / perBranch(scale);
    }

    /** Number of branches, the first ones, that have no correspondents. */
    public int ordinaryBranches() {
        return Math.toIntExact(branch(regions - 1));
    }

    /** Whether a teller is in a branch of correspondents, also if it stands for no region. */
    public boolean isReservedTeller(long teller) {
        return scale.hasTeller(teller) && BankScale.branchOf(teller) >= ordinaryBranches();
    }

    /** The region that a teller stands for; {@link #NONE} for the teller of a till. */
    public int regionOfTeller(long teller) {
        return region(teller);
    }

    /** The region that an account stands for; {@link #NONE} for a customer's account. */
    public int regionOfAccount(long account) {
        return region(account);
    }

    private int region(long id) {
        long last = scale.branches() - 1L - BankScale.branchOf(id);
        int sequence = BankScale.sequenceOf(id);
        if (last < 0 || last >= scale.branches() || sequence >= perBranch(scale)) {
            return NONE;
        }
        long region = last * perBranch(scale) + sequence;
        return region < regions ? (int) region : NONE;
    }
}
