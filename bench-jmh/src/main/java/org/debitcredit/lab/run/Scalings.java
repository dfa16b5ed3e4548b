package org.debitcredit.lab.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.scaling.ScalingPoint;
import org.debitcredit.lab.scaling.ScalingReport;

/**
 * How throughput grows with terminals, and with processors. Each number of them is measured several times, in turn, so
 * that the differences show the noise, and other load on the machine affects all alike.
 */
public final class Scalings {

    /** The bootstrap of the fits is the same at every run. */
    private static final long SEED = 1;

    private static final int REPETITIONS = 3;

    private Scalings() {}

    /** Measures a setting with 1, 2, 4, ... terminals. */
    public static ScalingReport byTerminals(SettingRun run, Setting setting, Leftovers leftovers) throws IOException {
        int most = setting.terminals();
        List<Integer> places = places(most);
        run.talk()
                .say("scaling: " + places.size() + " steps up to " + most + " terminals, " + REPETITIONS
                        + " times in turn");
        List<Integer> terminals = inTurn(places);
        Trial trial = run.measure(setting, terminals, leftovers);
        List<ScalingPoint> points = new ArrayList<>();
        for (int i = 0; i < terminals.size(); i++) {
            points.add(new ScalingPoint(terminals.get(i), trial.steps().get(i).throughput()));
        }
        return ScalingReport.of("terminals", points, new SplittableRandom(SEED));
    }

    /**
     * Measures a setting with 1, 2, ... processors.
     *
     * @param most of the machine, 2 or more
     */
    public static ScalingReport byProcessors(SettingRun run, Setting setting, int most, Leftovers leftovers)
            throws IOException {
        List<ScalingPoint> points = new ArrayList<>();
        for (int processors : inTurn(IntStream.rangeClosed(1, most).boxed().toList())) {
            run.talk().say("scaling: processors, " + processors + " of " + most);
            Trial trial = run.measure(
                    setting.but(draft -> draft.processors = processors), List.of(setting.terminals()), leftovers);
            for (StepCounters step : trial.steps()) {
                points.add(new ScalingPoint(processors, step.throughput()));
            }
        }
        return ScalingReport.of("processors", points, new SplittableRandom(SEED));
    }

    /** 1, 2, 4, ... and the most itself. */
    static List<Integer> places(int most) {
        return Stream.concat(Stream.iterate(1, number -> number < most, number -> 2 * number), Stream.of(most))
                .toList();
    }

    /** All of them, then all of them again. */
    static List<Integer> inTurn(List<Integer> places) {
        return Stream.generate(() -> places)
                .limit(REPETITIONS)
                .flatMap(List::stream)
                .toList();
    }
}
