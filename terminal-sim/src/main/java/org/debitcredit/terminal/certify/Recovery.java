package org.debitcredit.terminal.certify;

import java.time.Duration;
import org.debitcredit.bank.BankScale;

/** How long a killed bank may take until it serves again, for the terminals that wait for it. */
final class Recovery {

    private static final long START_SECONDS = 25;
    /** Of a snapshot that is read from a disk with 200 MB a second. */
    private static final long ACCOUNTS_PER_SECOND = 25_000_000;

    private Recovery() {}

    static long longestSeconds(BankScale scale) {
        return START_SECONDS + scale.accounts() / ACCOUNTS_PER_SECOND;
    }

    static Duration longest(BankScale scale) {
        return Duration.ofSeconds(longestSeconds(scale));
    }
}
