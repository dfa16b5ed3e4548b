package org.debitcredit.terminal.certify;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.report.PriceList;
import org.debitcredit.workload.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * What is certified, and how.
 *
 * @param url of a server that runs already; null to start one
 * @param token bearer token for that server; null where it has no security
 * @param scenario with the requested think time
 * @param terminals of the full load
 * @param scale of the bank; of a running server's bank it is only what the rules would ask for
 * @param warmUp before each window
 * @param window of measurement of each load
 * @param loads parts of the full load that are played, per cent; the last one is 100
 * @param ledger of the server that is started: {@code memory}, {@code h2} or a JDBC URL
 * @param dataFolder in which the bank's directory is made
 * @param mirrorFolder in which the second directory is made; null without a mirror
 * @param command that repeats the run
 */
record CertifyPlan(
        @Nullable URI url,
        @Nullable String token,
        Scenario scenario,
        int terminals,
        BankScale scale,
        Duration warmUp,
        Duration window,
        List<Integer> loads,
        String ledger,
        Path dataFolder,
        @Nullable Path mirrorFolder,
        Path report,
        long seed,
        PriceList prices,
        String command) {

    /** Accounts for each transaction a second, in both rule sets. */
    static final int ACCOUNTS_PER_TPS = 100_000;

    private static final int TERMINALS_PER_BRANCH = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    /** The loads that the rules ask for. */
    static final List<Integer> RULES_LOADS = List.of(50, 80, 100);

    private static final int FULL = 100;

    CertifyPlan {
        boolean rises = true;
        for (int i = 1; i < loads.size(); i++) {
            rises &= loads.get(i - 1) < loads.get(i);
        }
        if (loads.isEmpty() || loads.get(0) < 1 || !rises || loads.get(loads.size() - 1) != FULL) {
            throw new IllegalArgumentException(
                    "the loads are " + loads + "; they must be 1 to 100 per cent, rise, and end with 100");
        }
        loads = List.copyOf(loads);
    }

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
        return tps(scenario, terminals);
    }

    private static double tps(Scenario scenario, int terminals) {
        long thinkNanos = scenario.think().mean().toNanos();
        if (thinkNanos == 0) {
            throw new IllegalArgumentException("without a think time there is no rate; think must be longer than 0");
        }
        return terminals / (thinkNanos / NANOS_PER_SECOND);
    }

    /** The most transactions a second that a bank of this size may report. */
    static double scalePerSecond(BankScale scale) {
        return scale.accounts() / (double) ACCOUNTS_PER_TPS;
    }

    /** How long the loads take together. */
    Duration loadsTime() {
        return loads.stream()
                .map(percent -> Loads.phases(terminals(percent), warmUp, window).total())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** The terminals of a part of the full load. */
    int terminals(int percent) {
        return Math.max(1, (int) Math.round(terminals * (percent / 100.0)));
    }
}
