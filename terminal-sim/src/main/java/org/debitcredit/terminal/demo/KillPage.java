package org.debitcredit.terminal.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.debitcredit.chart.Band;
import org.debitcredit.chart.Marker;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.terminal.report.RunPage;
import org.debitcredit.terminal.report.SingleRun;

/** The report of a run whose server was killed. */
final class KillPage {

    private KillPage() {}

    /** Writes the page and returns its path. */
    static Path write(KilledRun run, RunVerdict verdict, Path folder) {
        Instant windowBegan = run.result().windowBegan();
        double killed =
                KillRules.seconds(Duration.between(windowBegan, run.outage().killed()));
        double ready =
                KillRules.seconds(Duration.between(windowBegan, run.outage().ready()));
        double windowEnd = run.result().traffic().seconds();
        SingleRun page = new SingleRun(
                String.format(
                        Locale.ROOT,
                        "Demo: the plug pulled under %,d ATMs",
                        run.result().plan().terminals()),
                windowBegan,
                KillText.story(run) + " After the restart the server said: "
                        + String.join("; ", run.outage().recovery()) + ".",
                verdict,
                run.result(),
                "The sums of accounts, tellers, branches and history "
                        + (run.reconciliation().booksBalance() ? "are equal" : "are not equal")
                        + ", in the bank and in each branch",
                List.of(new Band(killed, Math.min(ready, windowEnd), "no server", true)),
                List.of(new Marker(killed, "kill -9"), new Marker(Math.min(ready, windowEnd), "ready again")),
                run.reconciliation(),
                "./bank demo --kill --terminals " + run.result().plan().terminals() + " --seed "
                        + run.result().plan().seed());
        try {
            return RunPage.write(page, folder);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
