package org.debitcredit.lab.modesto;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;

/**
 * A preset by the model, set-up by set-up, and all of the article's numbers beside the model's.
 *
 * @param trials one for each set-up, with the load rising to the article's clients
 * @param statements of the article on the set-ups of all presets
 */
public record Comparison(ModestoPreset preset, List<Trial> trials, List<JudgedStatement> statements) {

    private static final double RIGHT_MIN = 2.0 / 3;

    public Comparison {
        trials = List.copyOf(trials);
        statements = List.copyOf(statements);
    }

    /** Models a preset. */
    public static Comparison of(ModestoPreset preset) {
        ModestoModel model = ModestoModel.calibrated();
        List<Trial> trials =
                preset.settings().stream().map(setting -> trial(model, setting)).toList();
        return new Comparison(preset, trials, JudgedStatement.all());
    }

    private static Trial trial(ModestoModel model, Setting1995 setting) {
        List<StepCounters> steps = clients(setting.clients())
                .map(clients -> model.server(setting.with(clients)).counters())
                .toList();
        return new Trial(setting.words(), steps, Bottleneck.of(steps));
    }

    /** 1, 2, 4, ... and the number itself. */
    private static Stream<Integer> clients(int most) {
        return Stream.concat(Stream.iterate(1, clients -> clients < most, clients -> 2 * clients), Stream.of(most));
    }

    /** How many numbers are right, of those that the model was neither calibrated on nor contains. */
    public long right() {
        return statements.stream()
                .filter(JudgedStatement::counts)
                .filter(JudgedStatement::isRight)
                .count();
    }

    /** How many numbers are judged. */
    public long judged() {
        return statements.stream().filter(JudgedStatement::counts).count();
    }

    /** Whether two thirds of the numbers are right, and every range holds. */
    public boolean holds() {
        return right() >= RIGHT_MIN * judged()
                && statements.stream()
                        .filter(judged -> judged.statement().isRange())
                        .allMatch(JudgedStatement::isRight);
    }

    /** How far the model follows the article, in a sentence. */
    public String sentence() {
        String sentence = String.format(
                Locale.ROOT,
                "%d of %d judged numbers of the article are within 10 %% of the model, which was calibrated on two"
                        + " others.",
                right(),
                judged());
        return preset == ModestoPreset.MODESTO50
                ? sentence + " None of them is of this preset, because the article's chart of 50 ATMs is lost."
                : sentence;
    }
}
