package org.debitcredit.terminal.certify;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.debitcredit.terminal.report.PriceList;
import org.debitcredit.workload.Scenario;
import org.jspecify.annotations.Nullable;

/** Plans of certifications for tests. */
final class Plans {

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
                ledger,
                Path.of("data"),
                mirror,
                Path.of("report"),
                1,
                new PriceList("USD", List.of()),
                "./bank certify");
    }
}
