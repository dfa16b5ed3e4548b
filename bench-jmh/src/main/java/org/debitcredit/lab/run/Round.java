package org.debitcredit.lab.run;

import java.util.Optional;
import org.debitcredit.lab.Trial;

/**
 * One setting of the levers, what it showed, and what was done about it.
 *
 * @param clearedBy words of the lever that was pulled after it; empty if none was
 */
public record Round(Setting setting, Trial trial, Optional<String> clearedBy) {}
