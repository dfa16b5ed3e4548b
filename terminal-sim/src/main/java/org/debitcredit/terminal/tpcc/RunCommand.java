package org.debitcredit.terminal.tpcc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.debitcredit.chart.Axis;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.measure.tail.SelfCorrection;
import org.debitcredit.measure.tail.Tail;
import org.debitcredit.measure.tail.TailVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.terminal.tpcc.report.FiguresCsv;
import org.debitcredit.terminal.tpcc.report.FiguresJson;
import org.debitcredit.terminal.tpcc.report.FiguresPage;
import org.debitcredit.terminal.tpcc.report.RunConditions;
import org.debitcredit.terminal.tpcc.report.RunFigures;
import org.debitcredit.terminal.tpcc.report.TypeFigures;
import org.debitcredit.terminal.tpcc.run.ClosedLoopSettings;
import org.debitcredit.terminal.tpcc.run.Deliveries;
import org.debitcredit.terminal.tpcc.run.OpenLoopClient;
import org.debitcredit.terminal.tpcc.run.OpenLoopSettings;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tpcc run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Run the five transactions at a rate, or with terminals that key and think. At a rate, the measurement "
                    + "corrects itself: it is repeated longer until its tests pass, or it says why no percentile can be "
                    + "shown.",
            "Exit code 0: accepted, and the conditions that were checked hold; 1: not."
        })
final class RunCommand implements Callable<Integer> {

    private static final double QUANTILE = 0.99;
    private static final double PER_SECOND = 1_000;
    private static final Duration DURATION = Duration.ofMinutes(2);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Mixin
    private DriveOptions drive = new DriveOptions();

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "Requests a second, sent at random times regardless of answers (default: 1000, unless "
                    + "--terminals is given).")
    private @Nullable Double rate;

    @Option(
            names = "--terminals",
            paramLabel = "N",
            description =
                    "Number of terminals that wait for their answers; 10 for each warehouse by the specification.")
    private @Nullable Integer terminals;

    @Option(
            names = "--no-think",
            description = "With --terminals: they neither key nor think, which the specification does not allow.")
    private boolean isWithoutThinking;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            description = "With --terminals: measured time (default: 2m).")
    private @Nullable Duration duration;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "At a rate: the longest time that is measured until the tests pass (default: 10m).")
    private @Nullable Duration patience;

    @Override
    public Integer call() {
        requireTogether();
        Talk talk = Talk.of(server.isJson());
        Path folder = drive.reportFolder();
        try (Endpoint endpoint = Endpoint.open(server, load, drive.database(), folder, talk)) {
            try {
                return report(figures(endpoint, folder, talk), folder, talk);
            } catch (RunFailure failure) {
                throw endpoint.explained(failure);
            }
        }
    }

    /** Refuses what is wrong before a server is started and loaded. */
    private void requireTogether() {
        if (rate != null && terminals != null) {
            throw new WrongUsage("--rate and --terminals are both given; a run is one or the other");
        }
        if (terminals == null && (isWithoutThinking || duration != null)) {
            throw new WrongUsage((isWithoutThinking ? "--no-think" : "--duration") + " is given without --terminals");
        }
        if (terminals != null && patience != null) {
            throw new WrongUsage("--patience is given with --terminals; a run with terminals has its --duration");
        }
        drive.requireOwn(server, load);
        if (terminals == null) {
            WrongUsage.unless(() -> OpenLoopSettings.requireRate("--rate", perSecond()));
            drive.openLoop(load.scale());
            SelfCorrection correction = correction(line -> {});
            WrongUsage.unless(() -> correction.requireRate("--rate", perSecond()));
        } else {
            closedLoop(load.scale(), terminals);
        }
    }

    private double perSecond() {
        return rate == null ? PER_SECOND : rate;
    }

    private SelfCorrection correction(Consumer<String> listener) {
        Duration longest = patience == null ? PATIENCE : patience;
        return WrongUsage.unless(() -> SelfCorrection.inThisHeap(QUANTILE, longest, listener));
    }

    private RunFigures figures(Endpoint endpoint, Path folder, Talk talk) {
        DescribeResponse before = endpoint.describe();
        RunConditions setting = drive.conditions(
                before, terminals == null ? TransactionMix.Kind.PERCENTAGES : TransactionMix.Kind.CARDS);
        talk.say("%s", setting.text());
        TpccScale scale = TpccScale.ofWarehouses(before.getWarehouses());
        try (TpccFiles files = new TpccFiles(folder, setting.text())) {
            return terminals == null
                    ? afterwards(
                            atRate(endpoint, scale, setting, files, talk),
                            TailVerdict.FAILED.word(),
                            endpoint,
                            files,
                            talk)
                    : afterwards(
                            new TerminalsRun(endpoint.client(), closedLoop(scale, terminals), files).figures(setting),
                            Verdict.FAIL.word(),
                            endpoint,
                            files,
                            talk);
        }
    }

    /** What was measured, judged by what is found after it; a run whose server does not answer then has failed. */
    private static RunFigures afterwards(
            RunFigures measured, String failed, Endpoint endpoint, TpccFiles files, Talk talk) {
        try {
            Deliveries deliveries =
                    Deliveries.await(endpoint.client(), measured.setting().server(), files);
            return measured.after(
                    deliveries,
                    endpoint.isOwn()
                            ? endpoint.client().check(false, result -> CheckCommand.tell(talk, result))
                            : List.of(),
                    failed);
        } catch (RunFailure silent) {
            return measured.failed(failed, "after the run, " + silent.getMessage());
        }
    }

    private ClosedLoopSettings closedLoop(TpccScale scale, int count) {
        return WrongUsage.unless(() -> new ClosedLoopSettings(
                scale,
                drive.mixOr(TransactionMix.Kind.CARDS),
                count,
                !isWithoutThinking,
                drive.streams(),
                drive.warmUp(!isWithoutThinking),
                duration == null ? DURATION : duration,
                drive.seed()));
    }

    private RunFigures atRate(Endpoint endpoint, TpccScale scale, RunConditions setting, TpccFiles files, Talk talk) {
        try (OpenLoopClient loop =
                new OpenLoopClient(endpoint.client(), drive.openLoop(scale), setting.server(), files)) {
            Tail tail = correction(line -> talk.say("  %s", line)).measure(loop, perSecond());
            return new RunFigures(
                    setting,
                    String.format(Locale.ROOT, "%s requests a second", Axis.number(perSecond())),
                    tail.verdict().word(),
                    tail.isAccepted(),
                    tail.tries(),
                    loop.latest(),
                    tail.all(),
                    TypeFigures.of(loop.latest(), tail.byKind()),
                    null,
                    List.of());
        }
    }

    private int report(RunFigures figures, Path folder, Talk talk) {
        talk.say("%s: %s", figures.verdict(), figures.reason());
        talk.say(
                "%,.1f transactions a second, %,.0f New-Orders a minute",
                figures.measured().traffic().perSecond(), figures.newOrdersPerMinute());
        if (!figures.measured().firstFailure().isEmpty()) {
            talk.say("the first failure: %s", figures.measured().firstFailure());
        }
        ObjectNode json = FiguresJson.of(figures);
        Path page = TpccFiles.write(folder, json, FiguresCsv.of(figures), FiguresPage.of(figures));
        talk.say("report: %s", page);
        if (server.isJson()) {
            System.out.println(json.put("report", page.toString()));
        }
        return figures.isAccepted() ? 0 : 1;
    }
}
