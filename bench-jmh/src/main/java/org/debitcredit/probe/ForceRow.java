package org.debitcredit.probe;

/**
 * Forced writes of one size, one way.
 *
 * @param blockBytes size of each
 * @param measured writes, each with its force
 */
public record ForceRow(ForceWay way, int blockBytes, MeasuredOperation measured) {

    /** 10^6 bytes a second. */
    public double megabytesPerSecond() {
        return measured.perSecond() * blockBytes / 1e6;
    }
}
