package org.debitcredit.bank;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A published rule set for a DebitCredit bank: its shape, its amounts, its locality and its message sizes. */
public enum Preset {
    /** Gray &amp; Levine 2005: 10,000 accounts a branch, amounts in ±$500, foreign accounts from the whole bank. */
    GRAY2005(10_000, 500_00, false, 0, 0),

    /**
     * TPC-A 2.0: 100,000 accounts a branch, amounts in ±$9,999.99, foreign accounts from the other branches, messages
     * of at least 100 bytes in and 200 bytes out.
     */
    TPCA(100_000, 9_999_99, true, 100, 200);

    /** Tellers of every branch, in both rule sets. */
    public static final int TELLERS_PER_BRANCH = 10;

    private final int accountsPerBranch;
    private final long amountMinorMax;
    private final boolean foreignIsOther;
    private final int requestBytesMin;
    private final int responseBytesMin;

    Preset(
            int accountsPerBranch,
            long amountMinorMax,
            boolean foreignIsOther,
            int requestBytesMin,
            int responseBytesMin) {
        this.accountsPerBranch = accountsPerBranch;
        this.amountMinorMax = amountMinorMax;
        this.foreignIsOther = foreignIsOther;
        this.requestBytesMin = requestBytesMin;
        this.responseBytesMin = responseBytesMin;
    }

    /** A bank of this rule set with the given number of branches. */
    public BankScale scale(int branches) {
        return new BankScale(branches, TELLERS_PER_BRANCH, accountsPerBranch);
    }

    /** Amounts are uniform in ± this many minor units. */
    public long amountMinorMax() {
        return amountMinorMax;
    }

    /** Whether a foreign account is never of the teller's own branch (TPC-A); else it may be (Gray &amp; Levine). */
    public boolean foreignIsOther() {
        return foreignIsOther;
    }

    /** Least size of a request's body, bytes; 0 is no rule. */
    public int requestBytesMin() {
        return requestBytesMin;
    }

    /** Least size of an answer's body, bytes; 0 is no rule. */
    public int responseBytesMin() {
        return responseBytesMin;
    }

    /** The preset with the given name, in upper or lower case. */
    public static Preset parse(String name) {
        for (Preset preset : values()) {
            if (preset.toString().equals(name.toLowerCase(Locale.ROOT))) {
                return preset;
            }
        }
        throw new IllegalArgumentException("preset is '" + name + "'; it must be one of " + Arrays.toString(values()));
    }

    /** The preset that a bank of this scale was founded by; null for none of them. */
    public static @Nullable Preset of(BankScale scale) {
        for (Preset preset : values()) {
            if (preset.scale(scale.branches()).equals(scale)) {
                return preset;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
