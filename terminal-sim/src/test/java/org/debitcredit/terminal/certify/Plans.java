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

    private static final CertifyPlan SMALL = of(Scenario.GRAY2005, 100, Duration.ofMinutes(2), "memory", null);

    private Plans() {}

    static CertifyPlan of(Scenario scenario, int terminals, Duration window, String ledger, @Nullable Path mirror) {
        return new CertifyPlan(
                new CertifiedServer(null, null, ledger, Path.of("data"), mirror),
                scenario,
                scenario.preset().scale(CertifyPlan.branches(scenario, terminals)),
                new LoadPlan(terminals, Duration.ofSeconds(30), window, LoadPlan.RULES_PERCENTS),
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
        return changed(plan, plan.server().url(), loads, plan.report());
    }

    /** A small one of a running server, or without a URL of its own, with files in a folder. */
    static CertifyPlan in(Path folder, @Nullable URI url) {
        return changed(SMALL, url, SMALL.loads().percents(), folder);
    }

    /** The same one of a running server. */
    static CertifyPlan at(URI url, CertifyPlan plan) {
        return changed(plan, url, plan.loads().percents(), plan.report());
    }

    private static CertifyPlan changed(CertifyPlan plan, @Nullable URI url, List<Integer> loads, Path report) {
        CertifiedServer server = plan.server();
        LoadPlan before = plan.loads();
        return new CertifyPlan(
                new CertifiedServer(url, server.token(), server.ledger(), report, server.mirrorFolder()),
                plan.scenario(),
                plan.scale(),
                new LoadPlan(before.terminals(), before.warmUp(), before.window(), loads),
                report,
                plan.seed(),
                plan.prices(),
                plan.command());
    }
}
