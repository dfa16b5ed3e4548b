package org.debitcredit.lab.report;

import java.util.List;
import java.util.Optional;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.Comparison;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.modesto.Setting1995;
import org.debitcredit.lab.modesto.Statement;
import org.debitcredit.lab.scaling.ScalingReport;

/**
 * What the lab found.
 *
 * @param title of the run
 * @param conditions machine and JDK; of a model, what it is
 * @param trials in the order in which the levers were pulled
 * @param scalings throughput against what was added; none if nothing was
 * @param preset whose set-ups were measured first; empty if the levers were pulled freely
 * @param setUps how many of the first trials are set-ups of the preset, in its order
 * @param comparison of a model with the article; empty if the trials were measured
 * @param incomplete why there are not all trials; empty if there are
 */
public record LabResult(
        String title,
        String conditions,
        List<Trial> trials,
        List<ScalingReport> scalings,
        Optional<ModestoPreset> preset,
        int setUps,
        Optional<Comparison> comparison,
        Optional<String> incomplete) {

    public LabResult {
        trials = List.copyOf(trials);
        scalings = List.copyOf(scalings);
    }

    /**
     * What was measured, whatever its levers were.
     *
     * @param preset whose set-ups were measured first; empty if the levers were pulled freely
     * @param setUps how many of the first trials are set-ups of the preset
     * @param incomplete why there are not all trials; empty if there are
     */
    public static LabResult measured(
            String conditions,
            List<Trial> trials,
            List<ScalingReport> scalings,
            Optional<ModestoPreset> preset,
            int setUps,
            Optional<String> incomplete) {
        String title = preset.map(each -> "The Modesto lab: " + each.word() + ", measured")
                .orElse("The Modesto lab: measured");
        return new LabResult(title, conditions, trials, scalings, preset, setUps, Optional.empty(), incomplete);
    }

    /** A preset by the model. */
    public static LabResult modelled(ModestoPreset preset) {
        Comparison comparison = Comparison.of(preset);
        return new LabResult(
                "The Modesto lab: " + preset.word() + ", modelled 1995",
                "A model, not a measurement: exact mean value analysis of a closed network of processor, 13.1 ms disk, "
                        + "line and page faults.",
                comparison.trials(),
                List.of(),
                Optional.of(preset),
                comparison.trials().size(),
                Optional.of(comparison),
                Optional.empty());
    }

    /** Whether nothing was measured. */
    public boolean isModel() {
        return comparison.isPresent();
    }

    /** What the article states of a trial's set-up. */
    List<Statement> article(int trial) {
        if (preset.isEmpty() || trial >= setUps) {
            return List.of();
        }
        Setting1995 setting = preset.get().settings().get(trial);
        return Statement.ALL.stream()
                .filter(statement -> statement.setting().equals(setting))
                .toList();
    }
}
