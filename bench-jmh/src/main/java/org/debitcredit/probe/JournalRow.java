package org.debitcredit.probe;

import java.util.List;

/**
 * The journals and their floor at one group size, measured in turn in each round.
 *
 * @param transactions per force
 * @param bytes of each group
 * @param floor one positional write of as many bytes over a prepared file, and fdatasync
 * @param journals each kind
 */
public record JournalRow(int transactions, int bytes, Measured floor, List<Journaled> journals) {

    /**
     * A kind of journal.
     *
     * @param kind its name
     * @param forces groups appended and forced
     * @param ofFloor its rate over the floor's, the median of the rounds
     */
    public record Journaled(String kind, Measured forces, double ofFloor) {}
}
