package org.debitcredit.terminal.certify;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.terminal.server.ServerPlan;

/** How the servers of a certification are started. */
final class CertificationServers {

    /** Keys that a server remembers by default. */
    private static final long KEY_WINDOW = 1_000_000;

    private static final long HEAP_DEFAULT_MEGABYTES = 2_048;
    /** Bytes of a remembered key; twice the window may be remembered. */
    private static final long BYTES_PER_KEY = 2 * 168;

    private CertificationServers() {}

    /** The certified server. */
    static ServerPlan plan(CertifyPlan plan) {
        return plan(plan, plan.scale().branches(), plan.server().ledger(), keyWindow(plan), List.of());
    }

    /** The server of a smaller bank, with the default key window. */
    static ServerPlan smaller(CertifyPlan plan, int branches, String ledger) {
        return plan(plan, branches, ledger, KEY_WINDOW, List.of("--bank.warm-up=0s"));
    }

    private static ServerPlan plan(CertifyPlan plan, int branches, String ledger, long keys, List<String> settings) {
        BankScale scale = plan.scenario().preset().scale(branches);
        List<String> all = new ArrayList<>(
                List.of("--ledger", ledger, "--bank.key-window=" + keys, "--bank.history.retention=0s"));
        all.addAll(settings);
        return new ServerPlan(
                ServerPlan.launchersJar(),
                javaOptions(heapMegabytes(ledger, scale.accounts(), keys)),
                branches,
                plan.scenario().preset(),
                all);
    }

    /** Enough keys that those of the whole kill test are remembered until they are looked up. */
    static long keyWindow(CertifyPlan plan) {
        return Math.max(KEY_WINDOW, KillTest.transactionsMax(plan) * 5 / 4);
    }

    static long heapMegabytes(String ledger, long accounts, long keys) {
        return Sizing.serverHeapMegabytes(ledger, accounts) + (keys - KEY_WINDOW) * BYTES_PER_KEY / 1_000_000;
    }

    /** As the launcher gives them to {@code serve}: a collector that does not move arrays that nearly fill the heap. */
    private static List<String> javaOptions(long heapMegabytes) {
        List<String> options = new ArrayList<>(ServerPlan.launchersJavaOptions());
        options.removeIf(option -> option.startsWith("-Xmx"));
        if (heapMegabytes <= HEAP_DEFAULT_MEGABYTES) {
            options.add("-Xmx" + heapMegabytes + "m");
        } else {
            options.addAll(List.of(
                    "-Xms" + heapMegabytes + "m",
                    "-Xmx" + heapMegabytes + "m",
                    "-Xmn400m",
                    "-XX:+UseParallelGC",
                    "-XX:+UseTransparentHugePages"));
        }
        return options;
    }
}
