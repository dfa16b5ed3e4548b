package org.debitcredit.lab.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.debitcredit.console.FailureText;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.scaling.ScalingPoint;
import org.debitcredit.lab.scaling.ScalingReport;

/**
 * How throughput grows with terminals, and with processors. Each number of them is measured several times, in turn, so
 * that the differences show the noise, and other load on the machine affects all alike. A step without an answer has no
 * point. A step that fails is the last one.
 */
public final class Scalings {

    /** The bootstrap of the fits is the same at every run. */
    private static final long SEED = 1;

    private static final int REPETITIONS = 3;

    /** Measures a setting with numbers of terminals, one after the other. */
    @FunctionalInterface
    public interface Measure {
        Trial of(Setting setting, List<Integer> terminals) throws IOException;
    }

    private final Measure measure;
    private final Consumer<String> talk;
    private final Consumer<ScalingReport> done;

    /**
     * Scalings.
     *
     * @param talk receives a line about each step
     * @param done receives each scaling as soon as it is measured, also one in which a step failed
     */
    public Scalings(Measure measure, Consumer<String> talk, Consumer<ScalingReport> done) {
        this.measure = measure;
        this.talk = talk;
        this.done = done;
    }

    /** Measures a setting with 1, 2, 4, ... terminals. */
    public void byTerminals(Setting setting) throws IOException {
        int most = setting.terminals();
        List<Integer> places = places(most);
        talk.accept(
                "scaling: " + places.size() + " steps up to " + most + " terminals, " + REPETITIONS + " times in turn");
        List<Integer> terminals = inTurn(places);
        Points points = new Points("terminals");
        points.measure(terminals, setting, terminals);
        points.tell();
    }

    /**
     * Measures a setting with 1, 2, ... processors.
     *
     * @param most of the machine, 2 or more
     */
    public void byProcessors(Setting setting, int most) throws IOException {
        Points points = new Points("processors");
        for (int processors : inTurn(IntStream.rangeClosed(1, most).boxed().toList())) {
            talk.accept("scaling: processors, " + processors + " of " + most);
            points.measure(
                    List.of(processors),
                    setting.but(draft -> draft.processors = processors),
                    List.of(setting.terminals()));
        }
        points.tell();
    }

    /** What was measured so far. */
    private final class Points {

        private final String added;
        private final List<ScalingPoint> points = new ArrayList<>();
        private final List<String> failures = new ArrayList<>();

        Points(String added) {
            this.added = added;
        }

        /**
         * Measures steps. Those before a failing one are told before its failure is.
         *
         * @param servers the place of each step
         */
        void measure(List<Integer> servers, Setting setting, List<Integer> terminals) throws IOException {
            try {
                add(servers, measure.of(setting, terminals).steps());
            } catch (IOException | RuntimeException | Error failure) {
                List<StepCounters> finished = failure instanceof UnfinishedTrial unfinished
                        ? unfinished.trial().steps()
                        : List.of();
                add(servers, finished);
                failed(servers.get(finished.size()), FailureText.of(failure));
                tell();
                throw failure;
            }
        }

        private void add(List<Integer> servers, List<StepCounters> steps) {
            for (int i = 0; i < steps.size(); i++) {
                double throughput = steps.get(i).throughput();
                if (throughput > 0) {
                    points.add(new ScalingPoint(servers.get(i), throughput));
                } else {
                    failed(servers.get(i), "no answer");
                }
            }
        }

        private void failed(int servers, String why) {
            String failure = added + " " + servers + ": " + why;
            talk.accept("  failed: " + failure);
            failures.add(failure);
        }

        void tell() {
            done.accept(ScalingReport.of(added, points, failures, new SplittableRandom(SEED)));
        }
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
