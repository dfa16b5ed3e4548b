package org.debitcredit.terminal.nation;

import java.time.Duration;
import java.util.Locale;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.region.Correspondents;
import org.debitcredit.workload.ThinkTime;

/**
 * The plan of a run.
 *
 * @param regions how many there are, each with a service and a bank of its own
 * @param branches of each region that have customers and ATMs
 * @param atmsPerBranch ATMs of each branch; they share its tellers
 * @param think time between an answer and the next request
 * @param outOfTownPercent share of the transactions whose account is in another region
 * @param duration after which no transaction begins
 * @param isKilling whether services are killed
 * @param ledger where the banks keep their balances: {@code memory} or {@code h2}
 * @param heapMegabytes heap of each service, MB
 * @param seed of every random choice except keys and ports
 */
record NationPlan(
        int regions,
        int branches,
        int atmsPerBranch,
        ThinkTime think,
        int outOfTownPercent,
        Duration duration,
        boolean isKilling,
        String ledger,
        int heapMegabytes,
        long seed) {

    static final Preset PRESET = Preset.GRAY2005;

    private static final int REGIONS_MAX = 100;
    private static final int PER_BRANCH_MAX = 10_000;
    private static final int HEAP_MEGABYTES_MIN = 64;
    private static final int HEAP_MEGABYTES_MAX = 1 << 20;
    private static final int WHOLE = 100;
    private static final Duration DURATION_MAX = Duration.ofDays(7);
    private static final int FUNDED_MAX = 1_000;
    private static final double KEYS_SHARE = 0.4;
    private static final double BYTES_PER_MEGABYTE = 1 << 20;
    private static final int BYTES_PER_KEY = 174;
    private static final int KEYS_MAX = 3_000_000;

    /** An answer takes at least so long, also if nobody thinks. */
    private static final long MILLIS_LEAST = 5;

    NationPlan {
        requireRange("--regions", regions, 2, REGIONS_MAX);
        requireRange("--branches", branches, 1, BankScale.BRANCHES_MAX - REGIONS_MAX);
        requireRange("--atms", atmsPerBranch, 1, PER_BRANCH_MAX);
        requireRange("--out-of-town", outOfTownPercent, 0, WHOLE);
        requireRange("--heap in MB", heapMegabytes, HEAP_MEGABYTES_MIN, HEAP_MEGABYTES_MAX);
        if (duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(DURATION_MAX) > 0) {
            throw new IllegalArgumentException(
                    "--duration is " + duration.toMillis() + "ms; it must be 1s to " + DURATION_MAX.toHours() + "h");
        }
        long decided = decided(branches, atmsPerBranch, think, outOfTownPercent, duration);
        if (decided > keyWindow(heapMegabytes)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "each region would decide up to %,d transactions, and with --heap %dm it keeps the keys of %,d, so that "
                            + "not every answer could be looked up. Take a larger --heap, a shorter run, or longer "
                            + "--think times",
                    decided,
                    heapMegabytes,
                    keyWindow(heapMegabytes)));
        }
        if (!ledger.equals("memory") && !ledger.equals("h2")) {
            throw new IllegalArgumentException("--ledger is '" + ledger + "'; it must be h2 or memory");
        }
    }

    private static void requireRange(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be " + min + " to " + max);
        }
    }

    /** The most transactions that a region decides: those of its own tills, and its halves of others' ones. */
    private static long decided(int branches, int atms, ThinkTime think, int outOfTownPercent, Duration duration) {
        double terminals = (double) branches * atms;
        double perTerminal =
                duration.toMillis() / (double) Math.max(think.mean().toMillis(), MILLIS_LEAST);
        double ownAndOthers = 1 + (double) outOfTownPercent / WHOLE;
        return (long) (FUNDED_MAX + terminals * perTerminal * ownAndOthers);
    }

    /** How many of its latest keys a region keeps: they take less than half of its heap. */
    static int keyWindow(int heapMegabytes) {
        double bytes = KEYS_SHARE * heapMegabytes * BYTES_PER_MEGABYTE;
        return (int) Math.min(KEYS_MAX, bytes / BYTES_PER_KEY);
    }

    /** Of each region's bank: the customers' branches, and those of the correspondents after them. */
    BankScale scale() {
        return PRESET.scale(branches + (regions - 1) / Preset.TELLERS_PER_BRANCH + 1);
    }

    /** Which tellers and accounts stand for other regions. */
    Correspondents correspondents() {
        return new Correspondents(scale(), regions);
    }

    int terminalsPerRegion() {
        return Math.multiplyExact(branches, atmsPerBranch);
    }

    int terminals() {
        return Math.multiplyExact(regions, terminalsPerRegion());
    }

    /** Number of ordinary tills of a region. */
    int tills() {
        return Math.multiplyExact(branches, Preset.TELLERS_PER_BRANCH);
    }

    /** Id of an ordinary till by its number in the region, from 0. */
    long till(int number) {
        return scale().tellerId(number / Preset.TELLERS_PER_BRANCH, number % Preset.TELLERS_PER_BRANCH);
    }

    /** Number of an ordinary till in its region. */
    int tillNumber(long teller) {
        return Math.toIntExact(BankScale.branchOf(teller)) * Preset.TELLERS_PER_BRANCH + BankScale.sequenceOf(teller);
    }

    /** The till at which an ATM of a region books, by the ATM's number in the region. */
    long tillOfAtm(int atm) {
        return scale().tellerId(atm / atmsPerBranch, atm % atmsPerBranch % Preset.TELLERS_PER_BRANCH);
    }

    /** Number of accounts of each region with an opening balance, which are those that customers use. */
    int funded() {
        return Math.toIntExact(Math.min(FUNDED_MAX, branches * (long) scale().accountsPerBranch()));
    }

    /** A funded account by its number, from 0. They are spread over the branches. */
    long fundedAccount(int number) {
        return scale().accountId(number % branches, number / branches);
    }
}
