package org.debitcredit.probe;

import java.util.List;
import java.util.Locale;

/**
 * The journals and their floor at one group size, measured in turn in each round. No journal is faster than the disk:
 * if one was, the floor was measured too low, and the row is void.
 *
 * @param transactions per force
 * @param bytes of each group
 * @param floor one positional write of as many bytes over a prepared file, and fdatasync
 * @param journals each kind
 */
public record JournalRow(int transactions, int bytes, MeasuredOperation floor, List<Journaled> journals) {

    /**
     * A kind of journal.
     *
     * @param kind its name
     * @param forces groups appended and forced
     * @param ofFloor its rate over the floor's, the median of the rounds
     */
    public record Journaled(String kind, MeasuredOperation forces, double ofFloor) {}

    /** Whether a journal exceeded the floor, round by round or in all, so that no ratio of this row means anything. */
    public boolean isVoid() {
        return journals.stream()
                .anyMatch(journal -> journal.ofFloor() > 1 || journal.forces().perSecond() > floor.perSecond());
    }

    /** A journal's share of the floor in words. */
    String ofFloor(Journaled journal) {
        return isVoid() ? "void" : String.format(Locale.ROOT, "%.0f %%", 100 * journal.ofFloor());
    }
}
