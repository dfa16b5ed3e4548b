package org.debitcredit.terminal.tpcc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.measure.tail.SelfCorrection;
import org.debitcredit.measure.tail.Sweep;
import org.debitcredit.measure.tail.SweepPoint;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.terminal.tpcc.report.FiguresCsv;
import org.debitcredit.terminal.tpcc.report.FiguresJson;
import org.debitcredit.terminal.tpcc.report.FiguresPage;
import org.debitcredit.terminal.tpcc.report.RunConditions;
import org.debitcredit.terminal.tpcc.report.SweepFigures;
import org.debitcredit.terminal.tpcc.run.Deliveries;
import org.debitcredit.terminal.tpcc.run.OpenLoopClient;
import org.debitcredit.terminal.tpcc.run.OpenLoopSettings;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tpcc sweep}. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        description = {
            "Find the latency at every throughput up to saturation: the rate doubles until the server does not carry it, and "
                    + "the highest rate is then found by bisection.",
            "Exit code 0: saturation was found; 1: the server does not carry the lowest rate or ends, a condition does "
                    + "not hold, or deferred deliveries are not done."
        })
final class TpccSweepCommand implements Callable<Integer> {

    private static final double QUANTILE = 0.99;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Mixin
    private DriveOptions drive;

    @Option(
            names = "--from",
            paramLabel = "RATE",
            description = "Lowest rate, requests a second, which the server carries easily (default: 250).")
    private double from = 250;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = DurationConverter.class,
            description =
                    "The longest time for which one rate is measured until its tests pass (default: ${DEFAULT-VALUE}).")
    private Duration patience = Duration.ofMinutes(2);

    TpccSweepCommand() {
        this(new DriveOptions());
    }

    TpccSweepCommand(DriveOptions drive) {
        this.drive = drive;
    }

    @Override
    public Integer call() {
        WrongUsage.unless(() -> OpenLoopSettings.requireRate("--from", from));
        drive.requireOwn(server, load);
        drive.openLoop(load.scale());
        Talk talk = Talk.of(server.isJson());
        SelfCorrection correction =
                WrongUsage.unless(() -> SelfCorrection.inThisHeap(QUANTILE, patience, line -> talk.say("  %s", line)));
        WrongUsage.unless(() -> correction.requireRate("--from", from));
        Path folder = drive.reportFolder();
        try (Endpoint endpoint = Endpoint.open(server, load, drive.database(), folder, talk)) {
            RunConditions setting = drive.conditions(endpoint.describe(), TransactionMix.Kind.PERCENTAGES);
            talk.say("%s", setting.text());
            try (TpccFiles files = new TpccFiles(folder, setting.text())) {
                return sweep(endpoint, setting, correction, files, folder, talk);
            } catch (RunFailure failure) {
                throw endpoint.explained(failure);
            }
        }
    }

    private int sweep(
            Endpoint endpoint,
            RunConditions setting,
            SelfCorrection correction,
            TpccFiles files,
            Path folder,
            Talk talk) {
        OpenLoopSettings settings =
                drive.openLoop(TpccScale.ofWarehouses(setting.server().getWarehouses()));
        List<SweepPoint> points = new ArrayList<>();
        Deque<SweepFigures.HighestCarried> highest = new ArrayDeque<>();
        List<String> failures = new ArrayList<>();
        Sweep sweep;
        try (OpenLoopClient loop = new OpenLoopClient(endpoint.client(), settings, setting.server(), files)) {
            sweep = Sweep.of(loop, correction, from, point -> {
                tell(talk, point);
                points.add(point);
                // Of the rates that are carried, each is higher than the one before.
                if (point.isSustained()) {
                    highest.clear();
                    highest.add(new SweepFigures.HighestCarried(point.tail(), loop.latest()));
                }
            });
        } catch (RunFailure brokenOff) {
            if (points.isEmpty()) {
                throw brokenOff;
            }
            failures.add("in the sweep, " + endpoint.explained(brokenOff).getMessage());
            sweep = Sweep.ofSome(points);
        }
        return report(afterwards(endpoint, setting, sweep, highest.peekLast(), failures, files, talk), folder, talk);
    }

    /** What was measured, judged by what is found after it; a sweep whose server does not answer then has failed. */
    private static SweepFigures afterwards(
            Endpoint endpoint,
            RunConditions setting,
            Sweep sweep,
            SweepFigures.@Nullable HighestCarried highest,
            List<String> failures,
            TpccFiles files,
            Talk talk) {
        @Nullable Deliveries deliveries = null;
        List<ConditionResult> checked = List.of();
        if (failures.isEmpty()) {
            try {
                deliveries = Deliveries.await(endpoint.client(), setting.server(), files);
                if (endpoint.isOwn()) {
                    checked = endpoint.client().check(false, result -> CheckCommand.tell(talk, result));
                }
            } catch (RunFailure silent) {
                failures.add("after the sweep, " + endpoint.explained(silent).getMessage());
            }
        }
        return SweepFigures.of(setting, sweep, highest, deliveries, checked, failures);
    }

    private int report(SweepFigures figures, Path folder, Talk talk) {
        talk.say("%s: %s", figures.verdict(), figures.reason());
        ObjectNode json = FiguresJson.of(figures);
        Path page = TpccFiles.write(folder, json, FiguresCsv.of(figures.sweep()), FiguresPage.of(figures));
        talk.say("report: %s", page);
        if (server.isJson()) {
            System.out.println(json.put("report", page.toString()));
        }
        return figures.isAccepted() ? 0 : 1;
    }

    private static void tell(Talk talk, SweepPoint point) {
        talk.say(
                "%,.0f requests a second: %,.0f answered; %s; %s",
                point.tail().askedPerSecond(),
                point.tail().answeredPerSecond(),
                point.tail().verdict().word(),
                point.isSustained() ? "carried" : "too much");
    }
}
