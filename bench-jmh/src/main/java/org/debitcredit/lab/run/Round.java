package org.debitcredit.lab.run;

import java.util.Optional;
import org.debitcredit.lab.Trial;

/**
 * One setting of the levers, what it showed, and what was done about it.
 *
 * @param clearedBy words of the lever that was pulled after it; empty after the last round
 * @param nextLever words of the lever that another round would have begun with; empty before the last round, and where
 *     no lever would help
 */
public record Round(Setting setting, Trial trial, Optional<String> clearedBy, Optional<String> nextLever) {}
