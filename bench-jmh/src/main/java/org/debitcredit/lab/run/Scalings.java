package org.debitcredit.lab.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.scaling.ScalingPoint;
import org.debitcredit.lab.scaling.ScalingReport;

/** How throughput grows with terminals, and with processors. */
public final class Scalings {

    /** The bootstrap of the fits is the same at every run. */
    private static final long SEED = 1;

    private Scalings() {}

    /** Measures a setting with 1, 2, 4, ... terminals, and with 1, 2, ... processors, where the machine has them. */
    public static List<ScalingReport> measure(SettingRun run, Setting setting, Leftovers leftovers) throws IOException {
        List<ScalingReport> reports = new ArrayList<>();
        int most = setting.terminals();
        List<Integer> terminals = Stream.concat(
                        Stream.iterate(1, number -> number < most, number -> 2 * number), Stream.of(most))
                .toList();
        run.talk().say("scaling: " + terminals.size() + " steps up to " + most + " terminals");
        Trial trial = run.measure(setting, terminals, leftovers);
        List<ScalingPoint> points = new ArrayList<>();
        for (int i = 0; i < terminals.size(); i++) {
            points.add(new ScalingPoint(terminals.get(i), trial.steps().get(i).throughput()));
        }
        reports.add(ScalingReport.of("terminals", points, new SplittableRandom(SEED)));
        int processors = Runtime.getRuntime().availableProcessors();
        if (processors > 1) {
            reports.add(ScalingReport.of(
                    "processors", byProcessors(run, setting, processors, leftovers), new SplittableRandom(SEED)));
        }
        return reports;
    }

    private static List<ScalingPoint> byProcessors(SettingRun run, Setting setting, int most, Leftovers leftovers)
            throws IOException {
        List<ScalingPoint> points = new ArrayList<>();
        for (int processors = 1; processors <= most; processors++) {
            int allowed = processors;
            run.talk().say("scaling: processors, " + processors + " of " + most);
            Trial trial = run.measure(
                    setting.but(draft -> draft.processors = allowed), List.of(setting.terminals()), leftovers);
            for (StepCounters step : trial.steps()) {
                points.add(new ScalingPoint(processors, step.throughput()));
            }
        }
        return points;
    }
}
