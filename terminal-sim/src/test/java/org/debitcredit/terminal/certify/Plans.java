package org.debitcredit.terminal.certify;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.debitcredit.terminal.report.PriceList;
import org.debitcredit.workload.Scenario;
import org.jspecify.annotations.Nullable;

/** Plans of certifications for tests. */
final class Plans {

    private static final CertifyPlan SMALL = of(Scenario.TPCA, 100, Duration.ofMinutes(2), "memory", null);

    private Plans() {}

    static CertifyPlan of(Scenario scenario, int terminals, Duration window, String ledger, @Nullable Path mirror) {
        return new CertifyPlan(
                null,
                null,
                scenario,
                terminals,
                scenario.preset().scale(CertifyPlan.branches(scenario, terminals)),
                Duration.ofSeconds(30),
                window,
                CertifyPlan.RULES_LOADS,
                ledger,
                Path.of("data"),
                mirror,
                Path.of("report"),
                1,
                new PriceList("USD", List.of()),
                "./bank certify");
    }

    /** A small one with some loads. */
    static CertifyPlan playing(List<Integer> loads) {
        return playing(SMALL, loads);
    }

    static CertifyPlan playing(CertifyPlan plan, List<Integer> loads) {
        return changed(plan, plan.url(), loads, plan.report());
    }

    /** A small one of a running server, or without a URL of its own, with files in a folder. */
    static CertifyPlan in(Path folder, @Nullable URI url) {
        return changed(SMALL, url, SMALL.loads(), folder);
    }

    private static CertifyPlan changed(CertifyPlan plan, @Nullable URI url, List<Integer> loads, Path report) {
        return new CertifyPlan(
                url,
                plan.token(),
                plan.scenario(),
                plan.terminals(),
                plan.scale(),
                plan.warmUp(),
                plan.window(),
                loads,
                plan.ledger(),
                report,
                plan.mirrorFolder(),
                report,
                plan.seed(),
                plan.prices(),
                plan.command());
    }
}
