package org.debitcredit.lab;

import java.util.List;

/**
 * One setting of the levers and the steps of load that ran under it.
 *
 * @param setting of the levers, in words: <i>32 MB, 38.4 kbaud</i>
 * @param steps by increasing load
 * @param bottleneck that these steps show
 */
public record Trial(String setting, List<StepCounters> steps, Bottleneck bottleneck) {

    public Trial {
        steps = List.copyOf(steps);
    }
}
