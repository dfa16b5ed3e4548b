package org.debitcredit.lab;

import java.util.List;
import java.util.Optional;

/**
 * One setting of the levers and the steps of load that ran under it.
 *
 * @param setting of the levers, in words: <i>32 MB, 38.4 kbaud</i>
 * @param steps by increasing load
 * @param bottleneck that these steps show
 * @param failure why there are no further steps, in words; empty if all of them ran
 */
public record Trial(String setting, List<StepCounters> steps, Bottleneck bottleneck, Optional<String> failure) {

    public Trial {
        steps = List.copyOf(steps);
    }

    /** A trial of which all steps ran. */
    public Trial(String setting, List<StepCounters> steps, Bottleneck bottleneck) {
        this(setting, steps, bottleneck, Optional.empty());
    }

    /** How it failed, in a sentence; empty if all steps ran. */
    public Optional<String> failureSentence() {
        String finished = steps.size() == 1 ? "1 step" : steps.size() + " steps";
        return failure.map(why -> "It failed after " + finished + ": " + why + ".");
    }
}
