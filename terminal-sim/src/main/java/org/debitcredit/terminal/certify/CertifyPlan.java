package org.debitcredit.terminal.certify;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.report.PriceList;
import org.debitcredit.workload.Scenario;

/**
 * What is certified, and how.
 *
 * @param server the service that is certified
 * @param scenario with the requested think time
 * @param scale of the bank; of a running server's bank it is only what the rules would ask for
 * @param loads of the terminals
 * @param report folder of the report
 * @param command that repeats the run
 */
record CertifyPlan(
        CertifiedServer server,
        Scenario scenario,
        BankScale scale,
        LoadPlan loads,
        Path report,
        long seed,
        PriceList prices,
        String command) {

    /** Accounts for each transaction a second, in both rule sets. */
    static final int ACCOUNTS_PER_TPS = 100_000;

    private static final int TERMINALS_PER_BRANCH = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    /** With three on average, none comes in one of twenty runs. */
    private static final double ANSWERS_BEFORE_KILL_MIN = 3;

    private static final double ANSWERS_FOR_BOUNDS_MIN = 50;

    /**
     * The number of branches that a rule set asks for: enough accounts for the rate, and a teller for each terminal.
     */
    static int branches(Scenario scenario, int terminals) {
        long accounts = (long) Math.ceil(tps(scenario, terminals) * ACCOUNTS_PER_TPS - 1e-6);
        long ofRate = ceilDiv(accounts, scenario.preset().scale(1).accountsPerBranch());
        long ofTellers = ceilDiv(terminals, TERMINALS_PER_BRANCH);
        long branches = Math.max(ofRate, ofTellers);
        if (branches > BankScale.BRANCHES_MAX) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%,d terminals need a bank of %,d branches; the largest has %,d",
                    terminals,
                    branches,
                    BankScale.BRANCHES_MAX));
        }
        return (int) branches;
    }

    private static long ceilDiv(long value, long by) {
        return (value + by - 1) / by;
    }

    /** The requested rate, if answers took no time. */
    double tps() {
        return tps(scenario, loads.terminals());
    }

    private static double tps(Scenario scenario, int terminals) {
        long thinkNanos = scenario.think().mean().toNanos();
        if (thinkNanos == 0) {
            throw new IllegalArgumentException("without a think time there is no rate; think must be longer than 0");
        }
        return terminals / (thinkNanos / NANOS_PER_SECOND);
    }

    /** What can only be undecided because so few requests are made, each in a sentence. */
    List<String> undecidable() {
        List<String> undecidable = new ArrayList<>();
        double beforeKill = tps() * KillTest.beforeKill(this).toSeconds();
        if (server.url() == null && beforeKill < ANSWERS_BEFORE_KILL_MIN) {
            undecidable.add(String.format(
                    Locale.ROOT,
                    "about %.1f answers come before the server is killed: the kill test is likely to be undecided",
                    beforeKill));
        }
        int lowest = loads.percents().get(0);
        double answers = tps(scenario, loads.terminals(lowest)) * loads.window().toSeconds();
        if (answers < ANSWERS_FOR_BOUNDS_MIN) {
            undecidable.add(String.format(
                    Locale.ROOT,
                    "about %.0f answers come in the window of the load of %d %%, which are too few for bounds of P90: "
                            + "the certification can only be undecided",
                    answers,
                    lowest));
        }
        return undecidable;
    }

    /** The most transactions a second that a bank of this size may report. */
    static double scalePerSecond(BankScale scale) {
        return scale.accounts() / (double) ACCOUNTS_PER_TPS;
    }
}
