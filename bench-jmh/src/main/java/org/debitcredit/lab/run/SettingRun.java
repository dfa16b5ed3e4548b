package org.debitcredit.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Demand;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.streams.Second;
import org.jspecify.annotations.Nullable;

/**
 * Measures one setting: a service is started and loaded until its code is compiled, its line and its force are probed,
 * and it is loaded in steps up to all of its terminals.
 *
 * @param machine whose counters are read
 * @param disk on which the bank is created, and whose counters are read
 * @param logDirectory in which the journal is created when the log is apart; null for none. The force is probed where
 *     the journal is
 * @param measured length of a step, after a warm-up
 * @param talk receives results and progress
 */
public record SettingRun(
        Rig rig,
        MachineReader machine,
        DataDisk disk,
        @Nullable Path logDirectory,
        Duration measured,
        Talk talk) {

    private static final List<Double> SHARES = List.of(0.25, 0.5, 1.0);

    private static final Duration PROBED = Duration.ofMillis(500);
    private static final Duration PROBE_WARM_UP = Duration.ofMillis(200);
    private static final Duration WARM_UP_MAX = Duration.ofSeconds(3);
    private static final Duration WARM_UP_TURN = Duration.ofSeconds(2);
    private static final int WARM_UP_TURNS_MAX = 15;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double PERCENT = 100;

    /** What is said while it is measured. */
    public interface Talk {

        /** A result. */
        void say(String line);

        /** What is going on, at least every two seconds. */
        ProgressLines progress();
    }

    /** Measures a step. */
    @FunctionalInterface
    interface Step {
        StepCounters of(int terminals) throws IOException;
    }

    /** Measures it with a quarter, a half and all of its terminals, and removes everything again. */
    public Trial measure(Setting setting, Leftovers leftovers) throws IOException {
        return measure(setting, terminals(setting), leftovers);
    }

    /** The terminals of the steps: a quarter, a half and all of them. */
    static List<Integer> terminals(Setting setting) {
        return SHARES.stream()
                .map(share -> (int) Math.ceil(share * setting.terminals()))
                .distinct()
                .toList();
    }

    /**
     * Measures it, and removes everything again.
     *
     * @param terminals of the steps
     * @throws IOException also if the service ends meanwhile; with its exit code and its last lines. After the first
     *     step it is an {@link UnfinishedTrial}
     */
    public Trial measure(Setting setting, List<Integer> terminals, Leftovers leftovers) throws IOException {
        int before = leftovers.size();
        Trial trial;
        try {
            trial = measured(setting, terminals, rig.start(setting, leftovers, talk.progress()), leftovers);
        } catch (IOException | RuntimeException | Error failure) {
            removeAfter(failure, before, leftovers);
            throw failure;
        }
        try {
            leftovers.removeDownTo(before);
        } catch (RuntimeException failure) {
            throw new UnfinishedTrial(trial, FailureText.of(failure), failure);
        }
        return trial;
    }

    /** What failed first is what is said, even if nothing can be removed. */
    private static void removeAfter(Throwable failure, int before, Leftovers leftovers) {
        try {
            leftovers.removeDownTo(before);
        } catch (RuntimeException another) {
            failure.addSuppressed(another);
        }
    }

    /** A service that ends says why, and a call to it only that nobody answers. */
    private Trial measured(Setting setting, List<Integer> terminals, Service service, Leftovers leftovers)
            throws IOException {
        try {
            return steps(setting, terminals, service, prepared(setting, service, leftovers));
        } catch (IOException | RuntimeException failure) {
            Optional<String> end = service.ended();
            if (end.isEmpty()) {
                throw failure;
            }
            if (failure instanceof UnfinishedTrial unfinished) {
                throw unfinished.because(end.get());
            }
            throw new IOException(end.get(), failure);
        }
    }

    /** Loads a service that has just started until its code is compiled, and probes its line and its force. */
    ProbedCapacities prepared(Setting setting, Service service, Leftovers leftovers) throws IOException {
        LoadStep probing = load(PROBE_WARM_UP, PROBED, "probing the line");
        LoadStep warming = load(PROBE_WARM_UP, WARM_UP_TURN, "warming up");
        ServiceWarmUp.readMeters(service, talk.progress(), System::nanoTime);
        new ServiceWarmUp(WARM_UP_TURNS_MAX)
                .run(
                        setting,
                        busy -> warming.run(service, service.clientsPort(), busy)
                                .counters(busy, ProbedCapacities.NONE));
        Optional<LineCapacity> line = new LineProbe(probing).measure(service, setting);
        Path journal = OwnService.journalDirectory(setting, disk.directory(), logDirectory);
        return new ProbedCapacities(line, OptionalDouble.of(ForceTime.medianNanos(journal, leftovers)), disk.access());
    }

    /** Loads a prepared service in steps. */
    Trial steps(Setting setting, List<Integer> terminals, Service service, ProbedCapacities probed) throws IOException {
        Duration warmUp = measured.compareTo(WARM_UP_MAX) < 0 ? measured : WARM_UP_MAX;
        Trial trial = inTurn(setting.words(), terminals, some -> {
            Setting part = setting.but(draft -> {
                draft.terminals = some;
                draft.inFlight = Math.max(some, some * setting.inFlight() / setting.terminals());
            });
            LoadStep step = load(warmUp, measured, part.inFlight() + " in flight");
            StepCounters counters =
                    step.run(service, service.clientsPort(), part).counters(part, probed);
            Bottleneck alone = Bottleneck.of(List.of(counters));
            talk.say("  " + text(counters, alone.demands()));
            talk.say("    " + alone.sentence());
            return counters;
        });
        talk.say("  all steps: " + trial.bottleneck().sentence());
        return trial;
    }

    private LoadStep load(Duration warmUp, Duration counted, String what) {
        return new LoadStep(
                machine,
                disk.device().orElse(""),
                warmUp,
                counted,
                second -> talk.progress().at(() -> what + ": " + rate(second)));
    }

    /**
     * Runs steps one after the other.
     *
     * @throws UnfinishedTrial if one fails after others
     */
    static Trial inTurn(String setting, List<Integer> terminals, Step step) throws IOException {
        List<StepCounters> steps = new ArrayList<>();
        for (int some : terminals) {
            try {
                steps.add(step.of(some));
            } catch (IOException | RuntimeException | Error failure) {
                if (steps.isEmpty()) {
                    throw failure;
                }
                throw new UnfinishedTrial(
                        new Trial(setting, steps, Bottleneck.of(steps)), FailureText.of(failure), failure);
            }
        }
        return new Trial(setting, steps, Bottleneck.of(steps));
    }

    private static String rate(Second second) {
        return String.format(Locale.ROOT, "%,.0f tps", second.transactions() / second.seconds());
    }

    private static String text(StepCounters step, List<Demand> demands) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %,.1f tps, %.3f ms",
                step.load(),
                step.throughput(),
                step.responseSeconds() * MILLIS_PER_SECOND));
        if (step.group() > 0) {
            text.append(String.format(Locale.ROOT, ", %.1f transactions per force", step.group()));
        }
        for (Demand demand : demands) {
            text.append(String.format(
                    Locale.ROOT, ", %s %.0f %%", demand.resource().words(), demand.utilisation() * PERCENT));
        }
        return text.toString();
    }
}
