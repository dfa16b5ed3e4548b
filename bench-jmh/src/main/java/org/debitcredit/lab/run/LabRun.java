package org.debitcredit.lab.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Trial;

/** Finds the bottleneck, removes it, then finds the next one, until nothing can be removed any more. */
public final class LabRun {

    /** Measures a setting, and leaves nothing of it behind. */
    @FunctionalInterface
    public interface Measure {
        Trial of(Setting setting) throws IOException;
    }

    private final Measure measure;
    private final Consumer<String> talk;
    private final Consumer<Round> done;
    private final Lever.Means means;

    /**
     * A run.
     *
     * @param talk receives a line about each step of the run
     * @param done receives each round as soon as it is measured, also one that fails after its first step
     * @param processors of the machine
     * @param hasSecondDirectory whether the log can be on another device than the data
     */
    public LabRun(
            Measure measure, Consumer<String> talk, Consumer<Round> done, int processors, boolean hasSecondDirectory) {
        this.measure = measure;
        this.talk = talk;
        this.done = done;
        means = new Lever.Means(processors, hasSecondDirectory);
    }

    /**
     * Runs the rounds.
     *
     * @param known what the first setting showed, where it has been measured already
     * @param roundsMax after which it ends, whatever was found
     */
    public List<Round> run(Setting start, Optional<Trial> known, int roundsMax) throws IOException {
        List<Round> rounds = new ArrayList<>();
        Setting setting = start;
        while (true) {
            talk.accept("round " + (rounds.size() + 1) + ": " + setting.words());
            Trial trial = rounds.isEmpty() && known.isPresent() ? known.get() : measured(setting);
            Optional<Lever> lever = lever(trial.bottleneck(), setting);
            Optional<String> words = lever.map(Lever::words);
            boolean isLast = lever.isEmpty() || rounds.size() + 1 >= roundsMax;
            Round round =
                    new Round(setting, trial, isLast ? Optional.empty() : words, isLast ? words : Optional.empty());
            rounds.add(round);
            done.accept(round);
            talk.accept("  " + next(round));
            if (isLast) {
                return rounds;
            }
            setting = lever.orElseThrow().pulled(setting, means);
        }
    }

    /** A round that fails is told with the steps that it had finished. */
    private Trial measured(Setting setting) throws IOException {
        try {
            return measure.of(setting);
        } catch (UnfinishedTrial unfinished) {
            done.accept(new Round(setting, unfinished.trial(), Optional.empty(), Optional.empty()));
            throw unfinished;
        }
    }

    /** What comes after a round. */
    private static String next(Round round) {
        return round.clearedBy()
                .map(lever -> "the lever: " + lever)
                .or(() -> round.nextLever().map(lever -> "the next lever would be: " + lever))
                .orElseGet(() -> noLever(round.trial().bottleneck()));
    }

    private static String noLever(Bottleneck bottleneck) {
        if (bottleneck instanceof Bottleneck.NoStableStep) {
            return "no lever is pulled, because the counters show nothing";
        }
        return bottleneck instanceof Bottleneck.NoneNear
                ? "no lever is left that would raise the load"
                : "no lever is left that would remove it";
    }

    /** The lever that clears the bottleneck; where nothing is near its limit, more load. Empty if none would help. */
    private Optional<Lever> lever(Bottleneck bottleneck, Setting setting) {
        if (bottleneck instanceof Bottleneck.Named named) {
            return Lever.clearing(named.resource(), setting, means);
        }
        return Optional.of(Lever.MORE_IN_FLIGHT)
                .filter(lever -> bottleneck instanceof Bottleneck.NoneNear)
                .filter(lever -> !lever.pulled(setting, means).equals(setting));
    }
}
