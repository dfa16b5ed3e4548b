package org.debitcredit.terminal.tpcc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.measure.tail.SelfCorrection;
import org.debitcredit.measure.tail.Tail;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.terminal.tpcc.report.FiguresCsv;
import org.debitcredit.terminal.tpcc.report.FiguresJson;
import org.debitcredit.terminal.tpcc.report.FiguresPage;
import org.debitcredit.terminal.tpcc.report.RunFigures;
import org.debitcredit.terminal.tpcc.report.TypeFigures;
import org.debitcredit.terminal.tpcc.run.ClosedLoopSettings;
import org.debitcredit.terminal.tpcc.run.OpenLoopClient;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
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
            defaultValue = "2m",
            converter = DurationConverter.class,
            description = "With --terminals: measured time (default: ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ofMinutes(2);

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            defaultValue = "10m",
            converter = DurationConverter.class,
            description = "At a rate: the longest that is measured until the tests pass (default: ${DEFAULT-VALUE}).")
    private Duration patience = Duration.ofMinutes(10);

    @Override
    public Integer call() throws IOException {
        if (rate != null && terminals != null) {
            throw new WrongUsage("--rate and --terminals are both given; a run is one or the other");
        }
        Talk talk = Talk.of(server.isJson());
        Path folder = drive.reportFolder();
        try (Endpoint endpoint = Endpoint.open(server, load, drive.database(), folder, talk)) {
            DescribeResponse described = endpoint.describe();
            RunFigures figures = figures(endpoint, described, folder, talk);
            return report(figures, folder, talk);
        }
    }

    private RunFigures figures(Endpoint endpoint, DescribeResponse described, Path folder, Talk talk)
            throws IOException {
        boolean isClosed = terminals != null;
        TransactionMix.Kind usual = isClosed ? TransactionMix.Kind.CARDS : TransactionMix.Kind.PERCENTAGES;
        var setting = drive.conditions(described, usual);
        talk.say("%s", setting.text());
        TpccScale scale = TpccScale.ofWarehouses(described.getWarehouses());
        try (TpccFiles files = new TpccFiles(folder, setting.text())) {
            RunFigures measured = terminals == null
                    ? atRate(endpoint, scale, described, files, talk, rate == null ? 1_000 : rate)
                    : new TerminalsRun(endpoint.client(), closedLoop(scale, terminals), files)
                            .figures(setting, described);
            DescribeResponse after = endpoint.describe();
            List<ConditionResult> checked = endpoint.isOwn()
                    ? endpoint.client().check(false, result -> CheckCommand.tell(talk, result))
                    : List.of();
            return new RunFigures(
                    setting,
                    measured.load(),
                    measured.verdict(),
                    measured.isAccepted(),
                    measured.reasons(),
                    measured.measured(),
                    measured.all(),
                    measured.byType(),
                    after,
                    checked);
        }
    }

    private ClosedLoopSettings closedLoop(TpccScale scale, int count) {
        return WrongUsage.unless(() -> new ClosedLoopSettings(
                scale,
                drive.mixOr(TransactionMix.Kind.CARDS),
                count,
                !isWithoutThinking,
                Math.min(count, drive.streams()),
                drive.warmUp(),
                duration,
                drive.seed()));
    }

    private RunFigures atRate(
            Endpoint endpoint,
            TpccScale scale,
            DescribeResponse described,
            TpccFiles files,
            Talk talk,
            double perSecond) {
        SelfCorrection correction =
                WrongUsage.unless(() -> new SelfCorrection(QUANTILE, patience, line -> talk.say("  %s", line)));
        try (OpenLoopClient loop =
                new OpenLoopClient(endpoint.client(), drive.openLoop(scale), described.getLastNameConstant(), files)) {
            Tail tail = WrongUsage.unless(() -> correction.measure(loop, perSecond));
            return new RunFigures(
                    drive.conditions(described, TransactionMix.Kind.PERCENTAGES),
                    String.format(Locale.ROOT, "%,.0f requests a second", perSecond),
                    tail.verdict().word(),
                    tail.isAccepted(),
                    tail.tries(),
                    loop.latest(),
                    tail.all(),
                    TypeFigures.of(loop.latest(), tail.byKind()),
                    described,
                    List.of());
        }
    }

    private int report(RunFigures figures, Path folder, Talk talk) throws IOException {
        ObjectNode json = FiguresJson.of(figures);
        Path page = TpccFiles.write(folder, json, FiguresCsv.of(figures), FiguresPage.of(figures));
        talk.say(
                "%s: %s",
                figures.verdict(), figures.reasons().get(figures.reasons().size() - 1));
        talk.say(
                "%,.1f transactions a second, %,.0f New-Orders a minute",
                figures.measured().traffic().perSecond(), figures.newOrdersPerMinute());
        if (!figures.measured().firstFailure().isEmpty()) {
            talk.say("the first failure: %s", figures.measured().firstFailure());
        }
        talk.say("report: %s", page);
        if (server.isJson()) {
            System.out.println(json.put("report", page.toString()));
        }
        return figures.isAccepted() && figures.isConsistent() ? 0 : 1;
    }
}
