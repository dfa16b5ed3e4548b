package org.debitcredit.terminal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.terminal.report.AcidTest.Outcome;
import org.jspecify.annotations.Nullable;

/** Disclosures of runs that nobody made. */
final class Disclosures {

    static final List<AcidTest> HELD = AcidTest.IDS.stream()
            .map(id -> new AcidTest(id, Outcome.HELD, "It was tried.", "10,000 of 10,000 were found."))
            .toList();

    static final AnswerReconciliation FOUND = new AnswerReconciliation(12_345, 12_345, 0, 7, 1_000, true);

    static final PriceList NO_PRICE = new PriceList("USD", List.of());

    private Disclosures() {}

    static Disclosure of(MeasuredLoad... loads) {
        return of(HELD, FOUND, NO_PRICE, loads);
    }

    static Disclosure of(
            List<AcidTest> acid,
            @Nullable AnswerReconciliation reconciliation,
            PriceList prices,
            MeasuredLoad... loads) {
        List<Finding> findings = new ArrayList<>();
        for (MeasuredLoad load : loads) {
            findings.addAll(load.findings());
        }
        return new Disclosure(
                "DebitCredit (after TPC-A)",
                SyntheticRun.BEGAN,
                "bdab7f8",
                RunVerdict.of(findings),
                "The run follows the rules of TPC-A 2.0 for terminals, think times, scale and response times.",
                List.of(
                        "The terminals and the service share one machine.",
                        "Both copies of the journal are on one device."),
                List.of("50 % of the rate was not played."),
                new TreeMap<>(Map.of(
                        "processors", "2 x Intel Xeon at 2.6 GHz",
                        "memory", "24 GiB",
                        "kernel", "Linux 6.1",
                        "disk", "virtio, ext4, write cache on",
                        "service's flags",
                                "-Xms9g -Xmx9g -XX:+UseG1GC -XX:+AlwaysPreTouch --ledger memory --journal file",
                        "terminals' flags", "-Xmx4g")),
                new TreeMap<>(Map.of(
                        "forced writes of 4 KiB", "2,341 a second", "forced writes of 64 KiB", "1,902 a second")),
                new TreeMap<>(Map.of(
                        "accounts", "830,000,000", "branches", "8,300", "tellers", "83,000", "ledger", "memory")),
                List.of(loads),
                acid,
                reconciliation,
                prices,
                "./bank certify --preset tpca --terminals 1000 --minutes 2");
    }
}
