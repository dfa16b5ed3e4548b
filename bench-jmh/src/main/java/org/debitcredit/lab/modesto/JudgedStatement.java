package org.debitcredit.lab.modesto;

import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.lab.Rounded;

/**
 * A statement of the article with the model's value beside it.
 *
 * @param model the model's value
 */
public record JudgedStatement(Statement statement, double model) {

    private static final double TOLERANCE = 0.1;

    /** Judges everything that the article states. */
    public static List<JudgedStatement> all() {
        return Stream.of(ModestoPreset.values())
                .flatMap(preset -> of(preset).stream())
                .toList();
    }

    private static List<JudgedStatement> of(ModestoPreset preset) {
        return preset.settings().stream()
                .flatMap(setting -> Statement.ALL.stream()
                        .filter(statement -> statement.setting().equals(setting)))
                .map(statement -> judged(preset, statement))
                .toList();
    }

    private static JudgedStatement judged(ModestoPreset preset, Statement statement) {
        ModestoModel model = ModestoModel.calibrated();
        ModelledServer first = model.server(preset.settings().get(0));
        return new JudgedStatement(statement, statement.quantity().of(model.server(statement.setting()), first));
    }

    /** The model's deviation from the article, as a share; 0 inside of a range. */
    public double deviation() {
        if (model >= statement.low() && model <= statement.high()) {
            return 0;
        }
        double stated = model < statement.low() ? statement.low() : statement.high();
        return model / stated - 1;
    }

    /** Whether the model is right: within 10 %, or inside of a range. */
    public boolean isRight() {
        return statement.isRange() ? deviation() == 0 : Math.abs(deviation()) <= TOLERANCE;
    }

    /** Whether it counts among the numbers of which two thirds must be right. */
    public boolean counts() {
        return statement.role() == Statement.Role.JUDGES && !statement.isRange();
    }

    /** The verdict in words. */
    public String verdict() {
        if (statement.role() == Statement.Role.CALIBRATES) {
            return "calibrated";
        }
        if (statement.role() == Statement.Role.INPUT) {
            return "input";
        }
        if (statement.isRange()) {
            return isRight() ? "inside" : "outside";
        }
        return (isRight() ? "right, " : "missed, ")
                + (deviation() < 0 ? "−" : "+")
                + Rounded.percent(Math.abs(deviation()));
    }
}
