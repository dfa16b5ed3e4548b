package org.debitcredit.terminal.nation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.EarlierReport;
import org.debitcredit.terminal.console.ReportFolder;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.workload.ThinkTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code nation}: a nationwide bank of several regions, ATMs in all of them, and the verdict. */
@Command(
        name = "nation",
        mixinStandardHelpOptions = true,
        description = "Start a service for each region of a nationwide bank, run ATMs in all of them, some of whose "
                + "accounts are in another region, and report whether nothing is lost and nothing stays in transit.")
public final class NationCommand implements Callable<Integer> {

    @Option(
            names = "--regions",
            paramLabel = "N",
            defaultValue = "10",
            description = "Number of regions, each with a service and a bank of its own (default: ${DEFAULT-VALUE}).")
    private int regions;

    @Option(
            names = "--branches",
            paramLabel = "N",
            defaultValue = "100",
            description = "Branches of each region that have customers. Each bank has a few more, for its "
                    + "correspondents (default: ${DEFAULT-VALUE}).")
    private int branches;

    @Option(
            names = "--atms",
            paramLabel = "N",
            defaultValue = "20",
            description = "ATMs of each branch (default: ${DEFAULT-VALUE}).")
    private int atms;

    @Option(
            names = "--think",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "10s",
            description = "Mean of the exponential think time: 500ms, 10s, 2m (default: ${DEFAULT-VALUE}).")
    private Duration think = Duration.ZERO;

    @Option(
            names = "--out-of-town",
            paramLabel = "PERCENT",
            defaultValue = "15",
            description = "Share of the transactions whose account is in another region (default: ${DEFAULT-VALUE}).")
    private int outOfTown;

    @Option(
            names = {"--duration", "--seconds"},
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            defaultValue = "60s",
            description = "How long the ATMs begin new transactions (default: ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--kill",
            description = "Kill the services in turn (kill -9), now and then two at once, and start them again on the "
                    + "same files, while the ATMs go on.")
    private boolean kill;

    @Option(
            names = "--ledger",
            paramLabel = "KIND",
            defaultValue = "memory",
            description = "Where the banks keep their balances: h2 or memory (default: ${DEFAULT-VALUE}).")
    private String ledger = "";

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            converter = HeapConverter.class,
            defaultValue = "256m",
            description = "Heap of each service (default: ${DEFAULT-VALUE}).")
    private int heapMegabytes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed that repeats an earlier run's choices (default: a new seed).")
    private long seed = System.nanoTime();

    @Option(
            names = {"--report", "--directory"},
            paramLabel = "DIR",
            description = "Folder of the report and the services' logs (default: ./results/nation-<time>).")
    private @Nullable Path report;

    @Option(
            names = "--json",
            description = "Print one JSON object as the last line of stdout, and everything else to stderr.")
    private boolean json;

    @Override
    public Integer call() {
        NationPlan plan = WrongUsage.unless(() -> new NationPlan(
                regions,
                branches,
                atms,
                new ThinkTime(think),
                outOfTown,
                duration,
                kill,
                ledger.toLowerCase(Locale.ROOT),
                heapMegabytes,
                seed));
        MemoryNeed.require(plan);
        Path folder = ReportFolder.make(report, "nation");
        EarlierReport.delete(folder);
        Talk talk = Talk.of(json);
        NationResult result = NationRun.play(plan, folder, talk);
        RunVerdict verdict = NationRules.verdict(result);
        Path page = NationPage.write(result, verdict, folder);
        talk.out().print(NationText.of(result, verdict, page));
        if (json) {
            System.out.println(NationJson.of(result, verdict, page));
        }
        return verdict.verdict() == Verdict.PASS ? 0 : 1;
    }
}
